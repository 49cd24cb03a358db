import type { NotNull } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { QuickTaskCounters, QuickTaskDto, QuickTaskEventDto } from '#shared/work/quick-tasks.ts'
import type { quickTaskListInput } from '#shared/work/schemas/quick-tasks.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Sorts after every date, so that tasks without one come last. */
const NO_DATE = '9999-12-31'
const RECENT_EVENTS = 10

/** The caller's quick tasks in a view: by due date, or completed ones latest first. */
export async function listQuickTasks(
  ctx: UserCtx,
  input: z.output<typeof quickTaskListInput>,
): Promise<Page<QuickTaskDto>> {
  const today = callerDate(ctx)
  const [key, direction] =
    input.view === 'completed' ? (['completed_at', 'desc'] as const) : (['due_key', 'asc'] as const)
  const tasks = ctx.db
    .selectFrom(ownQuickTasks(ctx).as('task'))
    .selectAll()
    .where('completed_at', input.view === 'completed' ? 'is not' : 'is', null)
    .$if(input.view === 'overdue', (query) => query.where('due_key', '<', today))
    .$if(input.view === 'today', (query) => query.where('due_key', '=', today))
    .$if(input.view === 'upcoming', (query) => query.where('due_key', '>', today))
  return pageAfter(tasks, [key, 'id'], input, (row) => toQuickTask(row, today), direction)
}

/** Throws NOT_FOUND unless the caller created the task or is assigned to it. */
export async function getQuickTask(ctx: UserCtx, id: string): Promise<QuickTaskDto> {
  return toQuickTask(await requireQuickTask(ctx, id), callerDate(ctx))
}

/** The row with the columns needed to change it; throws NOT_FOUND like `getQuickTask`. */
export async function requireQuickTask(ctx: UserCtx, id: string): Promise<QuickTaskRow> {
  const row = await ownQuickTasks(ctx).where('quick_tasks.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This task')
  return row
}

export async function countQuickTasks(ctx: UserCtx): Promise<QuickTaskCounters> {
  const today = callerDate(ctx)
  const counts = await ctx.db
    .selectFrom(ownQuickTasks(ctx).as('task'))
    .select((eb) => {
      const countWhen = (column: 'pending' | 'overdue' | 'today') => {
        const open = eb('completed_at', 'is', null)
        if (column === 'pending') return eb.fn.countAll<number>().filterWhere(open)
        const due = eb('due_key', column === 'today' ? '=' : '<', today)
        return eb.fn.countAll<number>().filterWhere(eb.and([open, due]))
      }
      return [
        countWhen('pending').as('pending'),
        eb.fn.count<number>('completed_at').as('completed'),
        countWhen('overdue').as('overdue'),
        countWhen('today').as('today'),
      ]
    })
    .executeTakeFirstOrThrow()
  return counts
}

/** The latest creations and completions among the caller's quick tasks. */
export async function recentQuickTaskEvents(ctx: UserCtx): Promise<QuickTaskEventDto[]> {
  const latest = (column: 'created_at' | 'completed_at') =>
    ctx.db
      .selectFrom(ownQuickTasks(ctx).as('task'))
      .select(['id', 'title', `${column} as at`])
      .where(column, 'is not', null)
      .$narrowType<{ at: NotNull }>()
      .orderBy(column, 'desc')
      .limit(RECENT_EVENTS)
      .execute()
  const [added, completed] = await Promise.all([latest('created_at'), latest('completed_at')])
  const toEvent =
    (event: QuickTaskEventDto['event']) =>
    (row: (typeof added)[number]): QuickTaskEventDto => ({
      task_id: row.id,
      title: row.title,
      event,
      at: row.at,
    })
  return [...completed.map(toEvent('completed')), ...added.map(toEvent('added'))]
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, RECENT_EVENTS)
}

export type QuickTaskRow = Awaited<ReturnType<ReturnType<typeof ownQuickTasks>['executeTakeFirstOrThrow']>>

const ownQuickTasks = (ctx: UserCtx) =>
  selectFrom(ctx, 'quick_tasks')
    .innerJoin('profiles as creator', 'creator.user_id', 'quick_tasks.created_by')
    .innerJoin('profiles as assignee', 'assignee.user_id', 'quick_tasks.assigned_to')
    .select((eb) => [
      'quick_tasks.id',
      'quick_tasks.agency_id',
      'quick_tasks.title',
      'quick_tasks.description',
      'quick_tasks.priority',
      'quick_tasks.due_date',
      'quick_tasks.completed_at',
      'quick_tasks.version',
      'quick_tasks.created_at',
      'quick_tasks.created_by',
      'quick_tasks.assigned_to',
      'creator.name as creator_name',
      'assignee.name as assignee_name',
      eb.fn.coalesce('quick_tasks.due_date', eb.val(NO_DATE)).as('due_key'),
    ])
    .where('quick_tasks.deleted_at', 'is', null)

const toQuickTask = (row: QuickTaskRow, today: string): QuickTaskDto => ({
  id: row.id,
  title: row.title,
  description: row.description,
  priority: row.priority,
  due_date: row.due_date,
  overdue: row.completed_at === null && row.due_date !== null && row.due_date < today,
  assigned_to: { user_id: row.assigned_to, name: row.assignee_name },
  created_by: { user_id: row.created_by, name: row.creator_name },
  completed_at: row.completed_at,
  version: row.version,
  created_at: row.created_at,
})
