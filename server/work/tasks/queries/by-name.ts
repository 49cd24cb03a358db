import { sql } from 'kysely'
import type { Ctx } from '../../../base/core/context.ts'
import { type Cursor, invalidCursor } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { tasksByProject } from './by-project.ts'
import { type TaskQuery, type TaskRow, visibleTasks, withDetails } from './tasks.ts'

/** A row with the name it is sorted by; null for unassigned tasks. */
export type NamedRow = TaskRow & { order_key?: string | number | null }

/** Where a page ended: within one project's or person's tasks, or the unassigned ones. */
interface Place {
  createdAt: string
  taskId: string
  ownerId: string
  name: string
}

const NOBODY = '-'

interface ByName {
  sort: 'project' | 'assignee'
  descending: boolean
  cursor: Cursor | null
  limit: number
  narrow: (tasks: TaskQuery) => TaskQuery
}

/**
 * Tasks by their project's or assignee's name, newest first within each. Scans the index of names and sorts
 * one project's or person's tasks at a time; ordering by a joined column would sort all tasks.
 */
export async function selectByName(ctx: Ctx, input: ByName): Promise<NamedRow[]> {
  const { sort, cursor, limit } = input
  const place = cursor === null ? null : toPlace(cursor)
  const named = place?.ownerId === NOBODY ? [] : await selectNamed(ctx, input, place).execute()
  if (sort === 'project' || named.length >= limit) return named
  const rest = await selectUnassigned(ctx, input, place)
    .limit(limit - named.length)
    .execute()
  return [...named, ...rest]
}

/** The tasks of named projects or people; `id` breaks ties between equal names. */
function selectNamed(ctx: Ctx, { sort, descending, limit, narrow }: ByName, place: Place | null) {
  const named = sort === 'project' ? withDetails(tasksByProject(ctx)) : withDetails(tasksByAssignee(ctx))
  const owner = sort === 'project' ? 'projects' : 'worker'
  const [name, id] = [sql<string>`lower(${sql.ref(`${owner}.name`)})`, sql.ref<string>(`${owner}.id`)]
  const direction = descending ? 'desc' : 'asc'
  const [from, beyond] = [sql.raw(descending ? '<=' : '>='), sql.raw(descending ? '<' : '>')]
  return narrow(named)
    .select(name.as('order_key'))
    .$if(place !== null, (query) =>
      query.where(sql<boolean>`(${name}, ${id}) ${from} (${place?.name}, ${place?.ownerId})`).where(
        sql<boolean>`((${name}, ${id}) ${beyond} (${place?.name}, ${place?.ownerId})
            or (tasks.created_at, tasks.id) < (${place?.createdAt}, ${place?.taskId}))`,
      ),
    )
    .orderBy(name, direction)
    .orderBy(id, direction)
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(limit)
}

function selectUnassigned(ctx: Ctx, { narrow }: ByName, place: Place | null) {
  const after = place?.ownerId === NOBODY ? place : null
  return narrow(visibleTasks(ctx))
    .select(sql<null>`null`.as('order_key'))
    .where('tasks.assigned_to_id', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(tasks.created_at, tasks.id) < (${after?.createdAt}, ${after?.taskId})`),
    )
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
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

/** A row's place, stored in the cursor beside the task's id. */
export function nameCursor(row: NamedRow, sort: 'project' | 'assignee'): Cursor {
  const ownerId = sort === 'project' ? row.project_id : (row.assigned_to_id ?? NOBODY)
  return { key: `${row.created_at} ${ownerId} ${row.order_key ?? ''}`, id: row.id }
}

function toPlace({ key, id: taskId }: Cursor): Place {
  const [, createdAt, ownerId, name] = /^(\S{1,40}) (\S{1,40}) (.*)$/s.exec(key) ?? []
  if (createdAt === undefined || ownerId === undefined || name === undefined) throw invalidCursor()
  return { createdAt, ownerId, name, taskId }
}
