import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0224-line-differences'

/**
 * Comments on tasks that the project's client sees, and those by the client's people; earlier ones are internal. Tasks
 * that a client requested, and by whom.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table task_comments add column shared bigint not null default 0;
     alter table task_comments add column by_client bigint not null default 0;
     alter table tasks add column requested_by_id text references users (id) on delete set null;
     alter table tasks add column requested_by_name text;
     create index tasks_requested_by on tasks (requested_by_id) where requested_by_id is not null`,
  )
