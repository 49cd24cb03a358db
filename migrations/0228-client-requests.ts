import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0224-line-differences'

/** What clients request, newest first. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index tasks_requested on tasks (agency_id, created_at desc, id desc)
       where requested_by_name is not null`,
  )
