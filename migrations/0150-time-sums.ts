import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The cost of recorded hours by project, computed without reading the entries themselves. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `drop index time_entries_project;
     create index time_entries_project on time_entries
       (agency_id, project_id, started_at desc, id desc, duration_seconds, cost_rate)`,
  )
