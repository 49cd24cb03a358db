import { type RawBuilder, sql } from 'kysely'
import type { TaskSort } from '#shared/tasks.ts'
import type { Cursor } from '../../core/paging.ts'
import type { TaskQuery } from './tasks.ts'

type SortKey = RawBuilder<string>

const title = sql<string>`lower(tasks.title)`
const status = sql<string>`case tasks.status when 'todo' then '0' when 'in_progress' then '1' when 'review' then '2' else '3' end`
const priority = sql<string>`case tasks.priority when 'low' then '0' when 'medium' then '1' when 'high' then '2' else '3' end`
const project = sql<string>`lower(projects.name)`

/**
 * The text that a column sorts by, upwards and downwards: what is missing comes last in both. Those of the
 * task itself are indexed as they stand here.
 */
const KEYS: Record<TaskSort, readonly [up: SortKey, down: SortKey]> = {
  title: [title, title],
  status: [status, status],
  priority: [priority, priority],
  project: [project, project],
  assignee: [
    sql`case when employees.name is null then '1' else '0' || lower(employees.name) end`,
    sql`case when employees.name is null then '0' else '1' || lower(employees.name) end`,
  ],
  due: [sql`coalesce(tasks.due_date, '9999-99-99')`, sql`coalesce(tasks.due_date, '')`],
}

/** The list by a column, with each row's key for the cursor. */
export function sorted(tasks: TaskQuery, sort: TaskSort, descending: boolean, cursor: Cursor | null) {
  const key = KEYS[sort][descending ? 1 : 0]
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  return tasks
    .select(key.as('order_key'))
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`(${key}, tasks.id) ${beyond} (${cursor?.key}, ${cursor?.id})`),
    )
    .orderBy(key, direction)
    .orderBy('tasks.id', direction)
}
