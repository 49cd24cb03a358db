import { sql } from 'kysely'
import type { TASK_ORDERS, TaskSort } from '#shared/work/tasks.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { afterKeys, type Cursor, type Direction, type ListKey } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { keyIn, optionalTextKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'
import { tasksByProject } from './by-project.ts'
import { type TaskQuery, type TaskRow, visibleTasks, withDetails } from './tasks.ts'

/** A task with the first key of its order; null if another order continues it. */
export type SortedTask = TaskRow & { order_key: string | number | null }

/** An order of tasks. */
export interface TaskOrder {
  /** The visible tasks, starting at the table whose index has this order. */
  tasks: (ctx: Ctx) => TaskQuery
  keys: readonly [ListKey, ...ListKey[]]
  cursorOf: (row: SortedTask) => Cursor
  /** Continues with tasks that don't have the first key, in an order with fewer keys. */
  rest?: TaskOrder
}

/** The tasks of an order, starting after the cursor. */
export const inOrder = (tasks: TaskQuery, { keys }: TaskOrder, after: Cursor | null) =>
  afterKeys(tasks.select(keys[0].by.$castTo<SortedTask['order_key']>().as('order_key')), keys, after)

export function orderOf(ctx: UserCtx, sort: (typeof TASK_ORDERS)[number], descending: boolean): TaskOrder {
  const direction = descending ? 'desc' : 'asc'
  if (sort === 'newest') return NEWEST
  if (sort === 'board') return BOARD
  if (sort === 'timeline') return TIMELINE
  if (sort === 'project') return byProject(direction)
  // A client's few tasks are sorted directly, instead of scanning everyone's by name.
  return sort === 'assignee' && ctx.reach.kind !== 'client'
    ? byAssignee(direction)
    : byColumn(COLUMNS[sort], direction)
}

const key = (column: string, direction: Direction): ListKey => ({ by: sql.ref(column), direction })
const nameKey = (column: string, direction: Direction): ListKey => ({
  by: sql`lower(${sql.ref(column)})`,
  direction,
})

export const NEWEST: TaskOrder = {
  tasks: (ctx) => visibleTasks(ctx),
  keys: [key('tasks.created_at', 'desc'), key('tasks.id', 'desc')],
  cursorOf: (row) => [row.created_at, row.id],
}

/** Manual order first, then newest first. */
const BOARD: TaskOrder = {
  ...NEWEST,
  keys: [{ ...key('tasks.order_position', 'asc'), numeric: true }, ...NEWEST.keys],
  cursorOf: (row) => [String(row.order_position), ...NEWEST.cursorOf(row)],
}

/**
 * By their project's name, newest first within each. Scans the index of names and sorts one project's tasks at
 * a time; ordering by a joined column would sort all tasks.
 */
const byProject = (direction: Direction): TaskOrder => ({
  tasks: (ctx) => withDetails(tasksByProject(ctx)),
  keys: [nameKey('projects.name', direction), key('projects.id', direction), ...NEWEST.keys],
  cursorOf: (row) => [String(row.order_key), row.project_id, ...NEWEST.cursorOf(row)],
})

const LAST_DATE = '9999-99-99'

/** Likewise, by their first day within each project; those without dates come last. */
const TIMELINE: TaskOrder = {
  ...byProject('asc'),
  keys: [
    nameKey('projects.name', 'asc'),
    key('projects.id', 'asc'),
    { by: sql`coalesce(tasks.start_date, tasks.due_date, ${sql.lit(LAST_DATE)})`, direction: 'asc' },
    key('tasks.id', 'asc'),
  ],
  cursorOf: (row) => [
    String(row.order_key),
    row.project_id,
    row.start_date ?? row.due_date ?? LAST_DATE,
    row.id,
  ],
}

/** Likewise by their assignee's name; unassigned ones come last in both directions. */
const byAssignee = (direction: Direction): TaskOrder => ({
  tasks: (ctx) => withDetails(tasksByAssignee(ctx)),
  keys: [nameKey('worker.name', direction), key('worker.id', direction), ...NEWEST.keys],
  cursorOf: (row) =>
    row.assigned_to_id === null
      ? UNASSIGNED.cursorOf(row)
      : [String(row.order_key), row.assigned_to_id, ...NEWEST.cursorOf(row)],
  rest: UNASSIGNED,
})

const UNASSIGNED: TaskOrder = {
  ...NEWEST,
  tasks: (ctx) => visibleTasks(ctx).where('tasks.assigned_to_id', 'is', null),
}

/**
 * Tasks joined from their assignee; within an agency or a client's projects, the visibility of tasks applies.
 */
const tasksByAssignee = (ctx: Ctx) =>
  selectFrom(ctx, 'employees as worker')
    .crossJoin('tasks')
    .whereRef('tasks.agency_id', '=', 'worker.agency_id')
    .whereRef('tasks.assigned_to_id', '=', 'worker.id')
    .where((eb) => eb('tasks.project_id', 'in', selectFrom(ctx, 'projects').select('projects.id')))
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    ) as unknown as ReturnType<typeof tasksByProject>

const byColumn = (column: SortKey, direction: Direction): TaskOrder => ({
  ...NEWEST,
  keys: [keyIn(column, direction), key('tasks.id', direction)],
  cursorOf: (row) => [String(row.order_key), row.id],
})

/** The indexes on the task's own columns use the same expressions. */
const COLUMNS: Record<Exclude<TaskSort, 'project'>, SortKey> = {
  title: textKey(sql`lower(tasks.title)`),
  status: textKey(
    sql`case tasks.status when 'todo' then '0' when 'in_progress' then '1' when 'review' then '2' else '3' end`,
  ),
  priority: textKey(
    sql`case tasks.priority when 'low' then '0' when 'medium' then '1' when 'high' then '2' else '3' end`,
  ),
  assignee: optionalTextKey('employees.name'),
  due: textKey(sql`coalesce(tasks.due_date, '9999-99-99')`, sql`coalesce(tasks.due_date, '')`),
}
