import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { taskListInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { type Cursor, decodeCursor, toPage, whereSet } from '../../../base/core/rows/paging.ts'
import { type Param, prepare } from '../../../base/core/rows/prepare.ts'
import { IS_NEW_REQUEST, IS_OPEN, matching, whereOnDays } from './filters.ts'
import { inOrder, NEWEST, orderOf, type SortedTask, type TaskOrder } from './orders.ts'
import { subtasksByTask } from './subtasks.ts'
import { type TaskQuery, toTask } from './tasks.ts'

type TaskList = z.output<typeof taskListInput>

/**
 * The tasks visible to the caller, newest first, in the order of the board or the timeline, or by a column. Excludes
 * archived projects unless one is selected.
 */
export async function listTasks(ctx: UserCtx, input: TaskList): Promise<Page<TaskDto>> {
  const order = orderOf(ctx, input.order, input.descending)
  const rows = isFrequent(input)
    ? await selectFrequent(ctx, input)
    : await selectSorted(ctx, order, {
        narrow: await narrowedBy(ctx, input),
        after: decodeCursor(input.cursor),
        limit: input.limit + 1,
      })
  const subtasks = await subtasksByTask(ctx, rows.slice(0, input.limit))
  return toPage(rows, input.limit, order.cursorOf, (row) => toTask(row, subtasks))
}

const isFrequent = ({
  order,
  project_id: _,
  limit: _limit,
  direction: _way,
  ...narrowing
}: TaskList): boolean => order === 'newest' && !Object.values(narrowing).some(Boolean)

const selectFrequent = (ctx: UserCtx, { project_id, limit }: TaskList): Promise<SortedTask[]> =>
  project_id
    ? newestOfProject(ctx, { projectId: project_id, rows: limit + 1 })
    : newest(ctx, { rows: limit + 1 })

/** The two most frequent lists, compiled once. */
const newest = prepare((ctx, param: Param<{ rows: number }>) =>
  inOrder(NEWEST.tasks(ctx), NEWEST, null).where('projects.archived_at', 'is', null).limit(param('rows')),
)
const newestOfProject = prepare((ctx, param: Param<{ projectId: string; rows: number }>) =>
  inOrder(NEWEST.tasks(ctx), NEWEST, null)
    .where('tasks.project_id', '=', param('projectId'))
    .limit(param('rows')),
)

async function narrowedBy(ctx: UserCtx, input: TaskList): Promise<(tasks: TaskQuery) => TaskQuery> {
  const matches = await matching(ctx, input)
  return (tasks) =>
    matches(tasks)
      .$call((query) => whereSet(query, 'tasks.status', input.status))
      .$if(input.open, (query) => query.where(IS_OPEN))
      .$if(input.requested, (query) => query.where(IS_NEW_REQUEST))
      .$call((query) => whereOnDays(query, input))
}

interface PageOfTasks {
  narrow: (tasks: TaskQuery) => TaskQuery
  after: Cursor | null
  limit: number
}

async function selectSorted(ctx: UserCtx, order: TaskOrder, page: PageOfTasks): Promise<SortedTask[]> {
  const { narrow, after, limit } = page
  const { tasks, rest } = order
  if (rest && after?.length === rest.keys.length) return selectSorted(ctx, rest, page)
  const rows = await inOrder(narrow(tasks(ctx)), order, after)
    .limit(limit)
    .execute()
  if (!rest || rows.length === limit) return rows
  return [...rows, ...(await selectSorted(ctx, rest, { narrow, after: null, limit: limit - rows.length }))]
}
