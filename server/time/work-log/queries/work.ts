import { mondayOf } from '#shared/base/calendar.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { OwnRatesDto } from '#shared/identity/schemas/owners.ts'
import { LOCK_MESSAGES } from '#shared/time/work-log.ts'
import { dateOf, type InstantRange } from '../../../base/adapters/zone.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toFlag } from '../../../base/db/values.ts'
import { refuseArchived } from '../../../work/projects/rules.ts'
import { keepsPrivateTime } from '../policy.ts'
import { lockOf, movedRate, type RecordedRate } from '../rules.ts'
import { ownerRates } from './owner-rates.ts'

/** What an entry is for, with the current rates. */
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

/**
 * Resolves project and task (a task implies its project) and snapshots the rates; throws NOT_FOUND if not
 * accessible. A `recorded` entry may keep its project if that is archived or the task moved to another one.
 */
export async function resolveWork(
  ctx: UserCtx,
  input: WorkInput,
  recorded: Pick<Work, 'project_id' | 'task_id'> | null = null,
): Promise<Work> {
  if (keepsPrivateTime(ctx)) return privateWork(ctx, input)
  const isRecorded = recorded?.project_id === input.project_id && recorded?.task_id === input.task_id
  const taskProject = input.task_id && !isRecorded ? await projectOfTask(ctx, input.task_id) : null
  const projectId = input.project_id ?? taskProject
  if (taskProject !== null && projectId !== taskProject) throw notFound('This task')
  const project = projectId === null ? null : await requireProject(ctx, projectId)
  if (project !== null && projectId !== recorded?.project_id) refuseArchived(project)
  const rates = await ownRates(ctx)
  return {
    agency_id: ctx.reach.agencyId,
    employee_id: ctx.reach.employeeId,
    project_id: projectId,
    task_id: input.task_id ?? null,
    note: input.note,
    billable: toFlag(input.billable),
    billing_rate: project?.billing_rate ?? rates.billing_rate ?? 0,
    cost_rate: rates.cost_rate ?? 0,
  }
}

type RecordedWork = RecordedRate & Pick<Work, 'project_id' | 'task_id'>

/** The rates of an entry whose work changes: on another project, the person's cost is still that of its day. */
export async function changedRates(
  ctx: UserCtx,
  recorded: RecordedWork,
  work: Work,
): Promise<Pick<Work, 'billing_rate' | 'cost_rate'>> {
  const { billing_rate, cost_rate } = recorded
  if (work.project_id === recorded.project_id) return { billing_rate, cost_rate }
  const from = await projectRate(ctx, recorded.project_id)
  const to = await projectRate(ctx, work.project_id)
  return { billing_rate: movedRate(recorded, { from, to, owner: work.billing_rate }), cost_rate }
}

export async function projectRate(ctx: Ctx, id: string | null): Promise<number | null> {
  return id === null ? null : (await requireProject(ctx, id)).billing_rate
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
 * Throws BAD_REQUEST if the day is in a contributor's submitted or approved week. Timesheet weeks use the
 * agency's time zone, whatever zone the contributor has.
 */
export async function requireOpenWeek(ctx: UserCtx, workedOn: string): Promise<void> {
  if (ctx.reach.agencyId === null || ctx.reach.employeeId === null) return
  const sheet = await selectFrom(ctx, 'timesheets')
    .select('status')
    .where('user_id', '=', ctx.actor.userId)
    .where('week_start', '=', mondayOf(workedOn))
    .executeTakeFirst()
  if (sheet === undefined || sheet.status === 'rejected') return
  throw new AppError('BAD_REQUEST', LOCK_MESSAGES[sheet.status], { reason: 'week_locked' })
}

/** The day of an entry's time, which is still the recorded one if it starts as before. */
export const dayOfStart = (
  ctx: UserCtx,
  recorded: { started_at: string; worked_on: string },
  { started_at }: { started_at: string },
): string =>
  started_at === recorded.started_at ? recorded.worked_on : dateOf(started_at, ctx.reach.booksZone)

/** Whether time can be recorded at an instant of the range, as `requireOpenWeek` decides. */
export async function openTimes(ctx: UserCtx, range: InstantRange): Promise<(instant: string) => boolean> {
  if (ctx.reach.agencyId === null || ctx.reach.employeeId === null) return () => true
  const weekAt = (instant: string) => mondayOf(dateOf(instant, ctx.reach.booksZone))
  const sheets = await selectFrom(ctx, 'timesheets')
    .select('week_start')
    .where('user_id', '=', shownUserId(ctx))
    .where('week_start', '>=', weekAt(range.from))
    .where('week_start', '<=', weekAt(range.to))
    .where('status', '<>', 'rejected')
    .execute()
  const closed = new Set(sheets.map((sheet) => sheet.week_start))
  return (instant) => !closed.has(weekAt(instant))
}

/** Throws NOT_FOUND for anyone else's entry: owners can read their members' time but not change it. */
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
      'time_entries.employee_id',
      'time_entries.version',
      'time_entries.project_id',
      'time_entries.task_id',
      'time_entries.kind',
      'time_entries.started_at',
      'time_entries.worked_on',
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

export async function requireProject(ctx: Ctx, id: string) {
  const project = await selectFrom(ctx, 'projects')
    .select(['billing_rate', 'archived_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}

/** The caller's own billing and cost rate: contributors have one rate, owners two. */
async function ownRates(ctx: UserCtx): Promise<OwnRatesDto> {
  if (ctx.reach.employeeId === null) return ownerRates(ctx)
  const { hourly_rate: rate = 0 } =
    (await selectFrom(ctx, 'employees')
      .select('hourly_rate')
      .where('id', '=', ctx.reach.employeeId)
      .executeTakeFirst()) ?? {}
  return { billing_rate: rate, cost_rate: rate }
}
