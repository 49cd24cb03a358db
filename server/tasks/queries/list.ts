import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { TaskDto, taskListInput } from '#shared/tasks.ts'
import type { UserCtx } from '../../core/context.ts'
import { afterCursor, type Cursor, cursorNumber, decodeCursor, toPage, whereSet } from '../../core/paging.ts'
import { prepare } from '../../core/prepare.ts'
import { boardCursorKey, FIRST_PAGE } from '../rules.ts'
import { whereMatches } from './filters.ts'
import { sorted } from './orders.ts'
import { loadSubtasks } from './subtasks.ts'
import { type TaskQuery, type TaskRow, toTask, visibleTasks } from './tasks.ts'

type TaskList = z.output<typeof taskListInput>

/**
 * Tasks the caller may see, newest first, as the board orders them or by a column. Tasks of archived
 * projects are left out unless that project is asked for.
 */
export async function listTasks(ctx: UserCtx, input: TaskList): Promise<Page<TaskDto>> {
  const rows = await selectPage(ctx, input)
  const shown = rows.slice(0, input.limit)
  const subtasks = await loadSubtasks(ctx, shown)
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: cursorKey(input, row), id: row.id }),
    (row) => toTask(row, subtasks),
  )
}

/** A row of a list, with its key where the list is sorted by a column. */
type ListRow = TaskRow & { order_key?: string }

function cursorKey({ order }: TaskList, row: ListRow): string {
  if (order === 'board') return boardCursorKey(row)
  return order === 'newest' ? row.created_at : (row.order_key ?? '')
}

function selectPage(ctx: UserCtx, input: TaskList): Promise<ListRow[]> {
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

/** The two lists opened most, compiled once. */
const newest = prepare((ctx, page: NewestPage) =>
  afterPlace(visibleTasks(ctx), page).where('projects.archived_at', 'is', null).limit(page.rows),
)
const newestOfProject = prepare((ctx, page: NewestPage & { projectId: string }) =>
  afterPlace(visibleTasks(ctx), page).where('tasks.project_id', '=', page.projectId).limit(page.rows),
)

const afterPlace = (query: TaskQuery, { afterKey, afterId }: NewestPage) =>
  afterCursor(query, ['tasks.created_at', 'tasks.id'], { key: afterKey, id: afterId }, 'desc')

async function selectFiltered(ctx: UserCtx, input: TaskList): Promise<ListRow[]> {
  const after = decodeCursor(input.cursor)
  const matching = whereMatches(ctx, visibleTasks(ctx), input)
    .$call((query) => whereSet(query, 'tasks.status', input.status))
    .$if(input.open, (query) => query.where('tasks.status', '!=', 'done'))
    .limit(input.limit + 1)
  if (input.order === 'board') return onBoard(matching, after).execute()
  if (input.order === 'newest') {
    return afterCursor(matching, ['tasks.created_at', 'tasks.id'], after, 'desc').execute()
  }
  return sorted(matching, input.order, input.descending, after).execute()
}

/** Hand-made order first, newest first among equals. */
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
