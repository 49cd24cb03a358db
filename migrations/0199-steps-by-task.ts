import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** Finds the process step for which a task was created, without reading all steps of the agency. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index process_run_steps_task on process_run_steps (agency_id, task_id)
       where task_id is not null`,
  )
