import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { taskListInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { prepare } from '../../../base/core/calls/prepare.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import {
  afterCursor,
  type Cursor,
  cursorNumber,
  decodeCursor,
  toPage,
  whereSet,
} from '../../../base/core/rows/paging.ts'
import { cursorOf, sortedBy } from '../../../base/core/rows/sorting.ts'
import { boardCursorKey, FIRST_PAGE } from '../rules.ts'
import { type NamedRow, nameCursor, selectByName } from './by-name.ts'
import { IS_OPEN, matching } from './filters.ts'
import { TASK_KEYS } from './orders.ts'
import { loadSubtasks } from './subtasks.ts'
import { type TaskQuery, toTask, visibleTasks } from './tasks.ts'

type TaskList = z.output<typeof taskListInput>

/**
 * The tasks visible to the caller, newest first, in board order, or by a column. Excludes archived projects
 * unless one is selected.
 */
export async function listTasks(ctx: UserCtx, input: TaskList): Promise<Page<TaskDto>> {
  const rows = await selectPage(ctx, input)
  const shown = rows.slice(0, input.limit)
  const subtasks = await loadSubtasks(ctx, shown)
  return toPage(
    rows,
    input.limit,
    (row) => placeOf(ctx, input, row),
    (row) => toTask(row, subtasks),
  )
}

/** A client's few tasks are sorted directly, instead of scanning everyone's by name. */
const isByName = (ctx: UserCtx, order: TaskList['order']): order is 'project' | 'assignee' =>
  order === 'project' || (order === 'assignee' && ctx.reach.kind !== 'client')

function placeOf(ctx: UserCtx, { order }: TaskList, row: NamedRow): Cursor {
  if (order === 'board') return { key: boardCursorKey(row), id: row.id }
  if (order === 'newest') return { key: row.created_at, id: row.id }
  if (isByName(ctx, order)) return nameCursor(row, order)
  return cursorOf(row)
}

function selectPage(ctx: UserCtx, input: TaskList): Promise<NamedRow[]> {
  const plain =
    input.search === '' &&
    !input.status &&
    !input.open &&
    !input.assigned_to_id &&
    !input.due &&
    input.order === 'newest'
  if (!plain) return selectFiltered(ctx, input)
  const after = decodeCursor(input.cursor) ?? FIRST_PAGE
  const page = { afterKey: after.key, afterId: after.id, rows: input.limit + 1 }
  return input.project_id ? newestOfProject(ctx, { ...page, projectId: input.project_id }) : newest(ctx, page)
}

interface NewestPage {
  afterKey: string
  afterId: string
  rows: number
}

/** The two most frequent lists, compiled once. */
const newest = prepare((ctx, page: NewestPage) =>
  afterPlace(visibleTasks(ctx), page).where('projects.archived_at', 'is', null).limit(page.rows),
)
const newestOfProject = prepare((ctx, page: NewestPage & { projectId: string }) =>
  afterPlace(visibleTasks(ctx), page).where('tasks.project_id', '=', page.projectId).limit(page.rows),
)

const afterPlace = (query: TaskQuery, { afterKey, afterId }: NewestPage) =>
  afterCursor(query, ['tasks.created_at', 'tasks.id'], { key: afterKey, id: afterId }, 'desc')

async function selectFiltered(ctx: UserCtx, input: TaskList): Promise<NamedRow[]> {
  const { order, descending } = input
  const cursor = decodeCursor(input.cursor)
  const limit = input.limit + 1
  const matches = await matching(ctx, input)
  const narrow = (tasks: TaskQuery) =>
    matches(tasks)
      .$call((query) => whereSet(query, 'tasks.status', input.status))
      .$if(input.open, (query) => query.where(IS_OPEN))
  if (isByName(ctx, order)) {
    return selectByName(ctx, { sort: order, descending, cursor, limit, narrow })
  }
  const rows = narrow(visibleTasks(ctx)).limit(limit)
  if (order === 'board') return onBoard(rows, cursor).execute()
  if (order === 'newest') {
    return afterCursor(rows, ['tasks.created_at', 'tasks.id'], cursor, 'desc').execute()
  }
  return sortedBy(rows, 'tasks.id', { key: TASK_KEYS[order], descending, cursor: input.cursor }).execute()
}

/** Manual order first, then newest first. */
function onBoard(query: TaskQuery, cursor: Cursor | null): TaskQuery {
  const ordered = query
    .orderBy('tasks.order_position')
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
  if (cursor === null) return ordered
  const position = cursorNumber(cursor)
  const [, createdAt = ''] = cursor.key.split(' ')
  return ordered
    .where('tasks.order_position', '>=', position)
    .where((eb) =>
      eb.or([
        eb('tasks.order_position', '>', position),
        eb(eb.refTuple('tasks.created_at', 'tasks.id'), '<', eb.tuple(createdAt, cursor.id)),
      ]),
    )
}
