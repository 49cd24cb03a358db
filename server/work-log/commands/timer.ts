import type { z } from 'zod'
import type { TimerDto, timerStartInput } from '#shared/work-log.ts'
import type { Scope } from '../../auth/scope.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { warnOfBudget } from '../../timesheets/commands/budgets.ts'
import { runningTimer } from '../queries/entries.ts'
import { secondsBetween } from '../rules.ts'
import { announceTime, requireOpenWeek, resolveWork, type Work } from './shared.ts'

/** Starts the timer; one that runs or waits is stopped first, so that this also switches. */
export async function startTimer(
  db: Db,
  scope: Scope,
  input: z.output<typeof timerStartInput>,
): Promise<TimerDto> {
  try {
    return await transact(db, async (trx) => {
      await requireOpenWeek(trx, scope, scope.now)
      const work = await resolveWork(trx, scope, input)
      await endTimer(trx, scope, false)
      await insertStretch(trx, scope, { ...work, session_id: newId() })
      return announcedTimer(trx, scope)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', 'Another timer was started at the same moment.', {
      reason: 'timer_running',
    })
  }
}

/** Ends the running stretch and keeps the timer for `resumeTimer`. */
export function pauseTimer(db: Db, scope: Scope): Promise<TimerDto> {
  return transact(db, async (trx) => {
    const timer = await currentTimer(trx, scope)
    if (timer?.ended_at === null) await endTimer(trx, scope, true)
    return announcedTimer(trx, scope)
  })
}

/** Continues a paused timer with a new stretch at the same rates. */
export function resumeTimer(db: Db, scope: Scope): Promise<TimerDto> {
  return transact(db, async (trx) => {
    const timer = await currentTimer(trx, scope)
    if (timer !== undefined && timer.ended_at !== null) {
      await requireOpenWeek(trx, scope, scope.now)
      await endTimer(trx, scope, false)
      await insertStretch(trx, scope, timer)
    }
    return announcedTimer(trx, scope)
  })
}

/** Ends the timer, running or paused. CONFLICT when there is none, for instance after another tab's stop. */
export function stopTimer(db: Db, scope: Scope): Promise<{ entry_id: string }> {
  return transact(db, async (trx) => {
    const timer = await currentTimer(trx, scope)
    if (timer === undefined) throw noTimer()
    await endTimer(trx, scope, false)
    await announceTime(trx, scope)
    return { entry_id: timer.id }
  })
}

const noTimer = () => new AppError('CONFLICT', 'No timer is running.', { reason: 'timer_missing' })

async function announcedTimer(trx: Trx, scope: Scope): Promise<TimerDto> {
  const timer = await runningTimer(trx, scope)
  if (timer === null) throw noTimer()
  await announceTime(trx, scope)
  return timer
}

const currentTimer = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('time_entries')
    .select([
      'id',
      'agency_id',
      'employee_id',
      'project_id',
      'task_id',
      'session_id',
      'note',
      'started_at',
      'ended_at',
      'billable',
      'billing_rate',
      'cost_rate',
    ])
    .where('user_id', '=', scope.userId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('paused', '=', 1)]))
    .executeTakeFirst()

async function endTimer(trx: Trx, scope: Scope, paused: boolean): Promise<void> {
  const timer = await currentTimer(trx, scope)
  if (timer === undefined) return
  const now = toInstant(scope.now)
  const endedAt = timer.ended_at ?? (now > timer.started_at ? now : timer.started_at)
  await trx
    .updateTable('time_entries')
    .set((eb) => ({
      ended_at: endedAt,
      duration_seconds: secondsBetween(timer.started_at, endedAt),
      paused: toFlag(paused),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', timer.id)
    .where('user_id', '=', scope.userId)
    .execute()
  if (timer.ended_at === null) await warnOfBudget(trx, scope, timer.project_id)
}

async function insertStretch(trx: Trx, scope: Scope, work: Work & { session_id: string }): Promise<void> {
  const now = toInstant(scope.now)
  await trx
    .insertInto('time_entries')
    .values({
      id: newId(),
      agency_id: work.agency_id,
      user_id: scope.userId,
      employee_id: work.employee_id,
      project_id: work.project_id,
      task_id: work.task_id,
      session_id: work.session_id,
      kind: 'timer',
      note: work.note,
      started_at: now,
      ended_at: null,
      paused: 0,
      duration_seconds: 0,
      billable: work.billable,
      billing_rate: work.billing_rate,
      cost_rate: work.cost_rate,
      timesheet_id: null,
      invoice_id: null,
      payout_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
