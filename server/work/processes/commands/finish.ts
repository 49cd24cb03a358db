import type { z } from 'zod'
import type { RunDto } from '#shared/work/processes.ts'
import type { runFinishInput } from '#shared/work/schemas/processes.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getRun, requireActive } from '../queries/runs.ts'
import { aboutRun, updateRun } from './update-run.ts'

/**
 * Completes or cancels a run; completing requires all steps to be checked, and the result counts toward the
 * success rate.
 */
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
