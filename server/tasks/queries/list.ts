import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { TaskDto, taskListInput } from '#shared/tasks.ts'
import type { UserCtx } from '../../core/context.ts'
import { afterCursor, type Cursor, cursorNumber, decodeCursor, toPage, whereSet } from '../../core/paging.ts'
import { prepare } from '../../core/prepare.ts'
import { callerDate } from '../../core/reach.ts'
import { containsText } from '../../db/dialect.ts'
import { boardCursorKey, type DueRange, dueRange, FIRST_PAGE } from '../rules.ts'
import { loadSubtasks } from './subtasks.ts'
import { type TaskQuery, type TaskRow, toTask, visibleTasks } from './tasks.ts'

type TaskList = z.output<typeof taskListInput>

/**
 * Tasks the caller may see, newest first or as the board orders them. Tasks of archived projects are
 * left out unless that project is asked for.
 */
export async function listTasks(ctx: UserCtx, input: TaskList): Promise<Page<TaskDto>> {
  const rows = await selectPage(ctx, input)
  const shown = rows.slice(0, input.limit)
  const subtasks = await loadSubtasks(ctx, shown)
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: input.order === 'board' ? boardCursorKey(row) : row.created_at, id: row.id }),
    (row) => toTask(row, subtasks),
  )
}

function selectPage(ctx: UserCtx, input: TaskList): Promise<TaskRow[]> {
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

async function selectFiltered(ctx: UserCtx, input: TaskList): Promise<TaskRow[]> {
  const after = decodeCursor(input.cursor)
  const due = input.due ? dueRange(input.due, callerDate(ctx)) : null
  return visibleTasks(ctx)
    .$call((query) => whereSet(query, 'tasks.project_id', input.project_id))
    .$if(input.project_id == null, (query) => query.where('projects.archived_at', 'is', null))
    .$call((query) => whereSet(query, 'tasks.status', input.status))
    .$if(input.open, (query) => query.where('tasks.status', '!=', 'done'))
    .$call((query) => whereSet(query, 'tasks.assigned_to_id', input.assigned_to_id))
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('tasks.title'), eb.ref('tasks.description'), eb.ref('tasks.id')],
          input.search,
        ),
      ),
    )
    .$if(due !== null, (query) => whereDue(query, due))
    .$call((query) =>
      input.order === 'board'
        ? onBoard(query, after)
        : afterCursor(query, ['tasks.created_at', 'tasks.id'], after, 'desc'),
    )
    .limit(input.limit + 1)
    .execute()
}

function whereDue(query: TaskQuery, due: DueRange | null): TaskQuery {
  if (due === null || due === 'undated') return query.where('tasks.due_date', 'is', null)
  return query
    .where('tasks.due_date', '>=', due.from)
    .where('tasks.due_date', '<=', due.to)
    .$if(due.openOnly, (open) => open.where('tasks.status', '!=', 'done'))
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
