import { sql } from 'kysely'
import type { TaskSort } from '#shared/work/tasks.ts'
import { optionalTextKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'

/** The sort key of each column. The indexes on the task's own columns use the same expressions. */
export const TASK_KEYS: Record<TaskSort, SortKey> = {
  title: textKey(sql`lower(tasks.title)`),
  status: textKey(
    sql`case tasks.status when 'todo' then '0' when 'in_progress' then '1' when 'review' then '2' else '3' end`,
  ),
  priority: textKey(
    sql`case tasks.priority when 'low' then '0' when 'medium' then '1' when 'high' then '2' else '3' end`,
  ),
  project: textKey(sql`lower(projects.name)`),
  assignee: optionalTextKey('employees.name'),
  due: textKey(sql`coalesce(tasks.due_date, '9999-99-99')`, sql`coalesce(tasks.due_date, '')`),
}
