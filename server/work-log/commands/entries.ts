import type { z } from 'zod'
import { type entrySaveInput, LOCK_MESSAGES, type TimeEntryDto } from '#shared/work-log.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { warnOfBudget } from '../../timesheets/commands/budgets.ts'
import { getEntry } from '../queries/entries.ts'
import { type EntryTime, lockOf, type Stretch, toStretch } from '../rules.ts'
import { announceTime, requireOpenWeek, resolveWork } from './shared.ts'

type EntrySave = z.output<typeof entrySaveInput>

/** Writes time down by hand, or changes an own entry; locked entries and weeks say why they are. */
export function saveEntry(db: Db, scope: Scope, input: EntrySave): Promise<TimeEntryDto> {
  return transact(db, async (trx) => {
    const timezone = input.timezone ?? scope.zone
    const id =
      input.id === undefined
        ? await insertEntry(trx, scope, input, timezone)
        : await updateEntry(trx, scope, input, input.id, timezone)
    await announceTime(trx, scope)
    const entry = await getEntry(trx, scope, id, input.timezone)
    await warnOfBudget(trx, scope, entry.project?.id ?? null)
    return entry
  })
}

async function insertEntry(trx: Trx, scope: Scope, input: EntrySave, timezone: string): Promise<string> {
  if (input.time.kind === 'keep') throw new AppError('BAD_REQUEST', 'Please enter a duration or times.')
  const stretch = toStretch(input.time, timezone)
  await requireOpenWeek(trx, scope, stretch.started_at)
  const work = await resolveWork(trx, scope, input)
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('time_entries')
    .values({
      id,
      agency_id: work.agency_id,
      user_id: scope.userId,
      employee_id: work.employee_id,
      project_id: work.project_id,
      task_id: work.task_id,
      session_id: id,
      kind: input.time.kind,
      note: work.note,
      started_at: stretch.started_at,
      ended_at: stretch.ended_at,
      paused: 0,
      duration_seconds: stretch.duration_seconds,
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
  return id
}

async function updateEntry(
  trx: Trx,
  scope: Scope,
  input: EntrySave,
  id: string,
  timezone: string,
): Promise<string> {
  const current = await requireChangeable(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This time entry')
  const stretch = input.time.kind === 'keep' ? null : changedStretch(current, input.time, timezone)
  if (stretch !== null) await requireOpenWeek(trx, scope, stretch.started_at)
  const work = await resolveWork(trx, scope, input)
  const sameRates = current.project_id === work.project_id
  await trx
    .updateTable('time_entries')
    .set({
      project_id: work.project_id,
      task_id: work.task_id,
      note: work.note,
      billable: work.billable,
      billing_rate: sameRates ? current.billing_rate : work.billing_rate,
      cost_rate: sameRates ? current.cost_rate : work.cost_rate,
      version: current.version + 1,
      updated_at: toInstant(scope.now),
      ...(stretch !== null && {
        kind: input.time.kind === 'duration' ? 'duration' : 'interval',
        started_at: stretch.started_at,
        ended_at: stretch.ended_at,
        duration_seconds: stretch.duration_seconds,
      }),
    })
    .where('id', '=', id)
    .where('user_id', '=', scope.userId)
    .where('version', '=', current.version)
    .execute()
  return id
}

/** Removes an own entry; a running or paused one is the timer, which this discards. */
export function deleteEntry(db: Db, scope: Scope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    await requireChangeable(trx, scope, input.id)
    await trx
      .deleteFrom('time_entries')
      .where('id', '=', input.id)
      .where('user_id', '=', scope.userId)
      .execute()
    await announceTime(trx, scope)
    return input
  })
}

function changedStretch(current: { ended_at: string | null }, time: EntryTime, timezone: string): Stretch {
  if (current.ended_at !== null) return toStretch(time, timezone)
  throw new AppError('BAD_REQUEST', 'Stop the timer before changing its times.', { reason: 'timer_running' })
}

/** NOT_FOUND for anybody else's entry: owners read their people's time, they do not rewrite it. */
async function requireChangeable(trx: Trx, scope: Scope, id: string) {
  const entry = await trx
    .selectFrom('time_entries')
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .select([
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
    .where('time_entries.user_id', '=', scope.userId)
    .executeTakeFirst()
  if (entry === undefined) throw notFound('This time entry')
  const lock = lockOf(entry)
  if (lock !== null) throw new AppError('BAD_REQUEST', LOCK_MESSAGES[lock], { reason: `entry_${lock}` })
  return entry
}
