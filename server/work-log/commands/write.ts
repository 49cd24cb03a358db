import type { z } from 'zod'
import type { entrySaveInput, TimeEntryDto } from '#shared/work-log.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { newId, toInstant } from '../../db/values.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { getEntry } from '../queries/entries.ts'
import { requireChangeable, requireOpenWeek, resolveWork } from '../queries/work.ts'
import { type EntryTime, type Stretch, toStretch } from '../rules.ts'
import { recordTime } from './record.ts'

type EntrySave = z.output<typeof entrySaveInput>

/** Writes time down by hand, or changes an own entry; locked entries and weeks say why they are. */
export function writeEntry(ctx: UserCtx, input: EntrySave): Promise<TimeEntryDto> {
  return transact(ctx, async (tx) => {
    const timezone = input.timezone ?? ctx.actor.zone
    const id =
      input.id === undefined
        ? await insertEntry(tx, input, timezone)
        : await updateEntry(tx, input, input.id, timezone)
    await recordTime(tx, id)
    const entry = await getEntry(tx, id, input.timezone)
    await warnOfBudget(tx, entry.project?.id ?? null)
    return entry
  })
}

async function insertEntry(tx: Tx<UserCtx>, input: EntrySave, timezone: string): Promise<string> {
  if (input.time.kind === 'keep') throw new AppError('BAD_REQUEST', 'Please enter a duration or times.')
  const stretch = toStretch(input.time, timezone)
  await requireOpenWeek(tx, stretch.started_at)
  const work = await resolveWork(tx, input)
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'time_entries')
    .values({
      id,
      agency_id: work.agency_id,
      user_id: tx.actor.userId,
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

async function updateEntry(tx: Tx<UserCtx>, input: EntrySave, id: string, timezone: string): Promise<string> {
  const current = await requireChangeable(tx, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This time entry')
  const stretch = input.time.kind === 'keep' ? null : changedStretch(current, input.time, timezone)
  if (stretch !== null) await requireOpenWeek(tx, stretch.started_at)
  const work = await resolveWork(tx, input)
  const sameRates = current.project_id === work.project_id
  const columns = {
    project_id: work.project_id,
    task_id: work.task_id,
    note: work.note,
    billable: work.billable,
    billing_rate: sameRates ? current.billing_rate : work.billing_rate,
    cost_rate: sameRates ? current.cost_rate : work.cost_rate,
    ...(stretch !== null && {
      kind: input.time.kind === 'duration' ? ('duration' as const) : ('interval' as const),
      ...stretch,
    }),
  }
  await updateVersioned(tx, 'time_entries', current, columns, 'This time entry')
  return id
}

function changedStretch(current: { ended_at: string | null }, time: EntryTime, timezone: string): Stretch {
  if (current.ended_at !== null) return toStretch(time, timezone)
  throw new AppError('BAD_REQUEST', 'Stop the timer before changing its times.', { reason: 'timer_running' })
}
