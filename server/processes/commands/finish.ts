import type { z } from 'zod'
import type { RunDto, runFinishInput } from '#shared/processes.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getRun, requireActive } from '../queries/runs.ts'
import { aboutRun, updateRun } from './update-run.ts'

/** Ends a run; completing it needs every step ticked, and how it ended counts for the success rate. */
export function finishRun(ctx: AgencyCtx, input: z.output<typeof runFinishInput>): Promise<RunDto> {
  return transact(ctx, async (tx) => {
    const run = await requireActive(tx, input.id)
    if (run.version !== input.version) throw conflict('This process run')
    const { current_step } = await getRun(tx, input.id)
    if (input.outcome === 'completed' && current_step !== null) {
      throw new AppError('BAD_REQUEST', `“${current_step.title}” is not completed yet.`, {
        reason: 'steps_open',
      })
    }
    await updateRun(tx, run, {
      status: input.outcome,
      note: input.note,
      finished_at: toInstant(ctx.now),
    })
    await record(tx, `process-run.${input.outcome}`, aboutRun(tx, run))
    return getRun(tx, input.id)
  })
}
