import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskDetailDto, TaskDto } from '#shared/work/tasks.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { isRequester } from '../policy.ts'
import { tasksByProject } from './by-project.ts'
import { type Subtasks, subtasksByTask } from './subtasks.ts'
import { isTakenUp } from './taken-up.ts'

/** A task with a verified agency id, so that commands can write to it. */
export type ScopedTask = TaskDto & { agency_id: AgencyId }

/** One task; throws NOT_FOUND if missing or not accessible. */
export async function getTask(ctx: Ctx, id: string): Promise<ScopedTask> {
  const row = await visibleTasks(ctx).where('tasks.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This task')
  return toTask(row, await subtasksByTask(ctx, [row]))
}

/** These tasks in the given order; throws NOT_FOUND if any is missing or not accessible. */
export async function getTasks(ctx: Ctx, ids: readonly string[]): Promise<ScopedTask[]> {
  if (ids.length === 0) return []
  const rows = await visibleTasks(ctx).where('tasks.id', 'in', ids).execute()
  const subtasks = await subtasksByTask(ctx, rows)
  const byId = new Map(rows.map((row) => [row.id, toTask(row, subtasks)]))
  return ids.map((id) => {
    const task = byId.get(id)
    if (task === undefined) throw notFound('This task')
    return task
  })
}

/** One task with its blockers and the tasks it blocks. */
export async function getTaskDetail(ctx: UserCtx, id: string): Promise<TaskDetailDto> {
  const task = await getTask(ctx, id)
  const linked = (from: 'task_id' | 'blocked_by_id', to: 'task_id' | 'blocked_by_id') =>
    visibleTasks(ctx)
      .clearSelect()
      .innerJoin('task_dependencies as link', (join) =>
        join.onRef('link.agency_id', '=', 'tasks.agency_id').onRef(`link.${to}`, '=', 'tasks.id'),
      )
      .select(['tasks.id', 'tasks.title', 'tasks.status'])
      .where(`link.${from}`, '=', id)
      .orderBy('tasks.title')
      .orderBy('tasks.id')
      .execute()
  const [blocked_by, blocks, logged_seconds] = await Promise.all([
    linked('task_id', 'blocked_by_id'),
    linked('blocked_by_id', 'task_id'),
    loggedSeconds(ctx, task),
  ])
  const can_change_request = isRequester(ctx, task) && !(await isTakenUp(ctx, task))
  return { ...task, blocked_by, blocks, logged_seconds, can_change_request }
}

async function loggedSeconds(ctx: Ctx, task: ScopedTask): Promise<number> {
  const row = await selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number | null>('duration_seconds').as('seconds'))
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return row?.seconds ?? 0
}

/** Null for unassigned; throws NOT_FOUND unless the person is an active contributor of the agency. */
export async function requireAssignee(
  ctx: Ctx,
  agencyId: AgencyId,
  employeeId: string | null | undefined,
): Promise<{ name: string } | null> {
  if (employeeId == null) return null
  const assignee = await findAssignee(ctx, agencyId, employeeId)
  if (assignee === undefined) throw notFound('This contributor')
  return assignee
}

/** The contributor; undefined if there is none or they were deactivated. */
export const findAssignee = (ctx: Ctx, agencyId: AgencyId, employeeId: string | null) =>
  selectFrom(ctx, 'employees')
    .select(['id', 'name'])
    .where('agency_id', '=', agencyId)
    .where('id', '=', employeeId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

/**
 * The tasks visible to the caller. A client's query starts at their few projects, everyone else's at the
 * tasks.
 */
export const visibleTasks = (ctx: Ctx) =>
  withDetails(ctx.reach.kind === 'client' ? tasksByProject(ctx) : tasksFirst(ctx))

const tasksFirst = (ctx: Ctx) =>
  selectFrom(ctx, 'tasks').innerJoin('projects', (join) =>
    join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
  )

/** Tasks joined to their projects, with the columns shown in lists. */
export const withDetails = (tasks: ReturnType<typeof tasksByProject>) =>
  tasks
    .innerJoin('agencies', 'agencies.id', 'tasks.agency_id')
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'tasks.agency_id')
        .onRef('employees.id', '=', 'tasks.assigned_to_id'),
    )
    .select((eb) => [
      'tasks.id',
      'tasks.agency_id',
      'agencies.name as agency_name',
      'tasks.title',
      'tasks.description',
      'tasks.priority',
      'tasks.status',
      'tasks.assigned_to_id',
      'tasks.start_date',
      'tasks.due_date',
      'tasks.estimated_minutes',
      'tasks.project_id',
      'tasks.order_position',
      'tasks.recurrence',
      'tasks.requested_by_id',
      'tasks.requested_by_name',
      'tasks.completed_at',
      'tasks.version',
      'tasks.created_at',
      'tasks.updated_at',
      'projects.name as project_name',
      'projects.unique_id as project_unique_id',
      'employees.name as assignee_name',
      // A scalar subquery, because SQLite would start a join at all of the agency's tasks.
      eb
        .selectFrom('task_dependencies as dependency')
        .whereRef('dependency.agency_id', '=', 'tasks.agency_id')
        .whereRef('dependency.task_id', '=', 'tasks.id')
        .where(
          (sub) =>
            sub
              .selectFrom('tasks as blocker')
              .whereRef('blocker.agency_id', '=', 'dependency.agency_id')
              .whereRef('blocker.id', '=', 'dependency.blocked_by_id')
              .select('blocker.status'),
          '!=',
          'done',
        )
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .as('open_blockers'),
    ])

export type TaskQuery = ReturnType<typeof visibleTasks>
export type TaskRow = Awaited<ReturnType<TaskQuery['executeTakeFirstOrThrow']>>
export const toTask = (row: TaskRow, subtasks: Subtasks): ScopedTask => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  title: row.title,
  description: row.description,
  priority: row.priority,
  status: row.status,
  assigned_to_id: row.assigned_to_id,
  start_date: row.start_date,
  due_date: row.due_date,
  estimated_hours: row.estimated_minutes === null ? null : row.estimated_minutes / 60,
  subtasks: subtasks.get(row.id) ?? [],
  project_id: row.project_id,
  order_position: row.order_position,
  recurrence: row.recurrence,
  open_blockers: row.open_blockers ?? 0,
  project: { name: row.project_name, unique_id: row.project_unique_id },
  assignee: row.assignee_name === null ? null : { name: row.assignee_name },
  requested_by:
    row.requested_by_name === null ? null : { user_id: row.requested_by_id, name: row.requested_by_name },
  completed_at: row.completed_at,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
