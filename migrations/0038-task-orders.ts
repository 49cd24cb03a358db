import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Indexes for sorting the task table, with the expressions used by the list, and for time by task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create index tasks_by_title on tasks (agency_id, lower(title), id);
     create index tasks_by_status on tasks (agency_id, (case status when 'todo' then '0' when 'in_progress' then '1' when 'review' then '2' else '3' end), id);
     create index tasks_by_priority on tasks (agency_id, (case priority when 'low' then '0' when 'medium' then '1' when 'high' then '2' else '3' end), id);
     create index tasks_by_due on tasks (agency_id, coalesce(due_date, '9999-99-99'), id);
     create index tasks_by_due_last on tasks (agency_id, coalesce(due_date, ''), id);
     create index time_entries_task on time_entries (agency_id, task_id)`,
  )
}
