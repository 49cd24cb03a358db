import { mondayOf } from '#shared/calendar.ts'
import type { AgencyId } from '#shared/roles.ts'
import { LOCK_MESSAGES } from '#shared/work-log.ts'
import { dateOf } from '../../adapters/zone.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { toFlag } from '../../db/values.ts'
import { keepsPrivateTime } from '../policy.ts'
import { lockOf } from '../rules.ts'

/** What an entry is about, with the rates as they stand now. */
export interface Work {
  agency_id: AgencyId | null
  employee_id: string | null
  project_id: string | null
  task_id: string | null
  note: string | null
  billable: number
  billing_rate: number
  cost_rate: number
}

interface WorkInput {
  project_id?: string | null
  task_id?: string | null
  note: string | null
  billable: boolean
}

/** Finds project and task (a task alone brings its project) and snapshots the rates; NOT_FOUND when foreign. */
export async function resolveWork(ctx: UserCtx, input: WorkInput): Promise<Work> {
  if (keepsPrivateTime(ctx)) return privateWork(ctx, input)
  const taskProject = input.task_id ? await projectOfTask(ctx, input.task_id) : null
  const projectId = input.project_id ?? taskProject
  if (taskProject !== null && projectId !== taskProject) throw notFound('This task')
  const project = projectId === null ? null : await findProject(ctx, projectId)
  const hourlyRate = await contributorRate(ctx)
  return {
    agency_id: ctx.reach.agencyId,
    employee_id: ctx.reach.employeeId,
    project_id: projectId,
    task_id: input.task_id ?? null,
    note: input.note,
    billable: toFlag(input.billable),
    billing_rate: project?.billing_rate ?? hourlyRate,
    cost_rate: hourlyRate,
  }
}

function privateWork(ctx: UserCtx, input: WorkInput): Work {
  if (input.project_id || input.task_id) {
    if (ctx.reach.agencyId === null) throw notFound(input.project_id ? 'This project' : 'This task')
    throw new AppError('BAD_REQUEST', 'Your own time is a private note without a project or task.', {
      reason: 'private_time',
    })
  }
  return {
    agency_id: null,
    employee_id: null,
    project_id: null,
    task_id: null,
    note: input.note,
    billable: toFlag(input.billable),
    billing_rate: 0,
    cost_rate: 0,
  }
}

/**
 * BAD_REQUEST when the instant lies in a week that is submitted or approved. Sheets are the agency's: cut
 * into its weeks in its zone, whatever days the contributor sees.
 */
export async function requireOpenWeek(ctx: UserCtx, instant: string | Date): Promise<void> {
  if (ctx.reach.agencyId === null) return
  const date = dateOf(instant, ctx.reach.booksZone)
  const sheet = await selectFrom(ctx, 'timesheets')
    .select('status')
    .where('user_id', '=', ctx.actor.userId)
    .where('week_start', '=', mondayOf(date))
    .executeTakeFirst()
  if (sheet === undefined || sheet.status === 'rejected') return
  throw new AppError('BAD_REQUEST', LOCK_MESSAGES[sheet.status], { reason: 'week_locked' })
}

/** NOT_FOUND for anybody else's entry: owners read their people's time, they do not rewrite it. */
export async function requireChangeable(ctx: UserCtx, id: string) {
  const entry = await selectFrom(ctx, 'time_entries')
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .select([
      'time_entries.agency_id',
      'time_entries.id',
      'time_entries.version',
      'time_entries.project_id',
      'time_entries.ended_at',
      'time_entries.billing_rate',
      'time_entries.cost_rate',
      'time_entries.invoice_id',
      'time_entries.payout_id',
      'timesheets.status as timesheet_status',
    ])
    .where('time_entries.id', '=', id)
    .where('time_entries.user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  if (entry === undefined) throw notFound('This time entry')
  const lock = lockOf(entry)
  if (lock !== null) throw new AppError('BAD_REQUEST', LOCK_MESSAGES[lock], { reason: `entry_${lock}` })
  return entry
}

async function projectOfTask(ctx: UserCtx, taskId: string): Promise<string> {
  const task = await selectFrom(ctx, 'tasks').select('project_id').where('id', '=', taskId).executeTakeFirst()
  if (task === undefined) throw notFound('This task')
  return task.project_id
}

async function findProject(ctx: UserCtx, id: string) {
  const project = await selectFrom(ctx, 'projects')
    .select('billing_rate')
    .where('id', '=', id)
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}

async function contributorRate(ctx: UserCtx): Promise<number> {
  if (ctx.reach.employeeId === null) return 0
  const employee = await selectFrom(ctx, 'employees')
    .select('hourly_rate')
    .where('id', '=', ctx.reach.employeeId)
    .executeTakeFirst()
  return employee?.hourly_rate ?? 0
}
