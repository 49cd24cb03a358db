import { sql } from 'kysely'
import type { Ctx } from '../../core/context.ts'
import { type Cursor, invalidCursor } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { tasksByProject } from './by-project.ts'
import { type TaskQuery, type TaskRow, visibleTasks, withDetails } from './tasks.ts'

/** A row with the name it is sorted by; null where nobody is assigned. */
export type NamedRow = TaskRow & { order_key?: string | number | null }

/** Where a page ended: in the tasks of one project or person, or of nobody. */
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
 * Tasks by their project's or assignee's name, the newest first of each. It starts at the index of the
 * names and sorts the tasks of one project or person at a time: an order by a joined column would sort all.
 */
export async function selectByName(ctx: Ctx, input: ByName): Promise<NamedRow[]> {
  const { sort, cursor, limit } = input
  const place = cursor === null ? null : toPlace(cursor)
  const named = place?.ownerId === NOBODY ? [] : await selectNamed(ctx, input, place).execute()
  if (sort === 'project' || named.length >= limit) return named
  const rest = await selectOfNobody(ctx, input, place)
    .limit(limit - named.length)
    .execute()
  return [...named, ...rest]
}

/** The tasks of what has a name; `id` breaks ties between equal names. */
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

function selectOfNobody(ctx: Ctx, { narrow }: ByName, place: Place | null) {
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

/** Each task from whom it is assigned to; within an agency, or a client's projects, the tasks' own rule holds. */
const tasksByAssignee = (ctx: Ctx) =>
  selectFrom(ctx, 'employees as worker')
    .crossJoin('tasks')
    .whereRef('tasks.agency_id', '=', 'worker.agency_id')
    .whereRef('tasks.assigned_to_id', '=', 'worker.id')
    .where((eb) => eb('tasks.project_id', 'in', selectFrom(ctx, 'projects').select('projects.id')))
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    ) as unknown as ReturnType<typeof tasksByProject>

/** A row's place, as the cursor carries it beside the task's id. */
export function nameCursor(row: NamedRow, sort: 'project' | 'assignee'): Cursor {
  const ownerId = sort === 'project' ? row.project_id : (row.assigned_to_id ?? NOBODY)
  return { key: `${row.created_at} ${ownerId} ${row.order_key ?? ''}`, id: row.id }
}

function toPlace({ key, id: taskId }: Cursor): Place {
  const [, createdAt, ownerId, name] = /^(\S{1,40}) (\S{1,40}) (.*)$/s.exec(key) ?? []
  if (createdAt === undefined || ownerId === undefined || name === undefined) throw invalidCursor()
  return { createdAt, ownerId, name, taskId }
}
