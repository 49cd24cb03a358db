import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0224-line-differences'

/** When a task starts, and what the timeline reads: a project's tasks by their last day, and those without dates. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table tasks add column start_date text;
     create index tasks_timeline on tasks (agency_id, project_id, coalesce(due_date, start_date), id);
     create index tasks_undated on tasks (agency_id, created_at desc, id desc)
       where start_date is null and due_date is null`,
  )
