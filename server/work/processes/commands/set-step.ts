import type { AgencyId } from '#shared/base/roles.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { tickStep } from './tick.ts'

interface AboutTask {
  id: string
  agencyId: AgencyId
}

/** Checks or unchecks the step for which the task was created, while its run is active. */
export async function setStepOfTask(tx: Tx, { id, agencyId }: AboutTask, completed: boolean): Promise<void> {
  const agency = inAgency(tx, { agencyId }) as Tx<AgencyCtx>
  const step = await selectFrom(agency, 'process_run_steps')
    .innerJoin('process_runs', (join) =>
      join
        .onRef('process_runs.agency_id', '=', 'process_run_steps.agency_id')
        .onRef('process_runs.id', '=', 'process_run_steps.run_id'),
    )
    .select(['process_run_steps.id', 'process_run_steps.run_id'])
    .where('process_run_steps.task_id', '=', id)
    .where('process_run_steps.completed_at', completed ? 'is' : 'is not', null)
    .where('process_runs.status', '=', 'active')
    .executeTakeFirst()
  if (step !== undefined) await tickStep(agency, { run_id: step.run_id, step_id: step.id, completed })
}

/** The step of a deleted task is checked by hand. */
export async function detachStep(tx: Tx, { id, agencyId }: AboutTask): Promise<void> {
  await updateTable(inAgency(tx, { agencyId }), 'process_run_steps')
    .set({ task_id: null })
    .where('task_id', '=', id)
    .execute()
}
