import type { z } from 'zod'
import type { RunDto } from '#shared/work/processes.ts'
import type { runTickInput } from '#shared/work/schemas/processes.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { moveToStatus } from '../../tasks/commands/set-status.ts'
import { getTask } from '../../tasks/queries/tasks.ts'
import { getRun, requireActive } from '../queries/runs.ts'
import { aboutRun, updateRun } from './update-run.ts'

/** Checks or unchecks a step, and completes or reopens the task that was created for it. */
export function tickStep(ctx: AgencyCtx, input: z.output<typeof runTickInput>): Promise<RunDto> {
  return transact(ctx, async (tx) => {
    const run = await requireActive(tx, input.run_id)
    const before = await getRun(tx, input.run_id)
    const step = await updateTable(tx, 'process_run_steps')
      .set({
        completed_at: input.completed ? toInstant(ctx.now) : null,
        completed_by: input.completed ? ctx.actor.userId : null,
      })
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('run_id', '=', input.run_id)
      .where('id', '=', input.step_id)
      .returning(['title', 'task_id'])
      .executeTakeFirst()
    if (step === undefined) throw notFound('This step')
    if (step.task_id !== null) await setTaskOfStep(tx, step.task_id, input.completed)
    await updateRun(tx, run, {})
    const after = await getRun(tx, input.run_id)
    const moved = after.current_step?.id !== before.current_step?.id
    await record(tx, input.completed ? 'process-run.step-done' : 'process-run.step-reopened', {
      ...aboutRun(tx, run),
      step: step.title,
      reached: moved ? after.current_step : null,
      runProjectId: run.project_id,
    })
    return after
  })
}

/** Does nothing if the step follows its task. */
async function setTaskOfStep(tx: Tx<AgencyCtx>, id: string, completed: boolean): Promise<void> {
  const task = await getTask(tx, id)
  if (completed === (task.status === 'done')) return
  await moveToStatus(tx, task, completed ? 'done' : 'todo', { confirm: true })
}
