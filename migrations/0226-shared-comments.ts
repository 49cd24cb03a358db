import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0224-line-differences'

/** Comments on tasks that the project's client sees, and those by the client's people; earlier ones are internal. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table task_comments add column shared integer not null default 0;
     alter table task_comments add column by_client integer not null default 0`,
  )
