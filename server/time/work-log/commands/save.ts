import type { z } from 'zod'
import type { entrySaveInput } from '#shared/time/schemas/work-log.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import { dateOf } from '../../../base/adapters/zone.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId } from '../../../base/db/values.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { getEntry } from '../queries/entries.ts'
import { changedRates, dayOfStart, requireChangeable, requireOpenWeek, resolveWork } from '../queries/work.ts'
import { type EntryTime, type RecordedTimes, type Stretch, toStretch } from '../rules.ts'
import { addEntry } from './add-entry.ts'
import { recordTime } from './record.ts'

type EntrySave = z.output<typeof entrySaveInput>

/**
 * Creates a manual entry or changes one of the caller's; throws with the reason if entry or week is locked.
 */
export function saveEntry(ctx: UserCtx, input: EntrySave): Promise<TimeEntryDto> {
  return transact(ctx, async (tx) => {
    const timezone = input.timezone ?? ctx.actor.zone
    const id =
      input.id === undefined
        ? await createEntry(tx, input, timezone)
        : await updateEntry(tx, input, input.id, timezone)
    await recordTime(tx, id, input.id === undefined ? 'time.recorded' : 'time.changed')
    const entry = await getEntry(tx, id, input.timezone)
    await warnOfBudget(tx, entry.project?.id ?? null)
    return entry
  })
}

async function createEntry(tx: Tx<UserCtx>, input: EntrySave, timezone: string): Promise<string> {
  if (input.time.kind === 'keep') throw new AppError('BAD_REQUEST', 'Please enter a duration or times.')
  const stretch = toStretch(input.time, timezone)
  await requireOpenWeek(tx, dateOf(stretch.started_at, tx.reach.booksZone))
  const work = await resolveWork(tx, input)
  const id = newId()
  await addEntry(tx, { ...work, ...stretch, id, session_id: id, kind: input.time.kind })
  return id
}

async function updateEntry(tx: Tx<UserCtx>, input: EntrySave, id: string, timezone: string): Promise<string> {
  const current = await requireChangeable(tx, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This time entry')
  const stretch = input.time.kind === 'keep' ? null : changedStretch(current, input.time, timezone)
  const moved = stretch === null ? null : { ...stretch, worked_on: dayOfStart(tx, current, stretch) }
  if (moved !== null) await requireOpenWeek(tx, moved.worked_on)
  const work = await resolveWork(tx, input, current)
  const columns = {
    project_id: work.project_id,
    task_id: work.task_id,
    note: work.note,
    billable: work.billable,
    ...(await changedRates(tx, current, work)),
    ...(moved !== null && {
      kind: input.time.kind === 'duration' ? ('duration' as const) : ('interval' as const),
      ...moved,
    }),
  }
  await updateVersioned(tx, 'time_entries', current, columns, 'This time entry')
  return id
}

function changedStretch(
  { ended_at, ...current }: Omit<RecordedTimes, 'ended_at'> & { ended_at: string | null },
  time: EntryTime,
  timezone: string,
): Stretch {
  if (ended_at !== null) return toStretch(time, timezone, { ...current, ended_at })
  throw new AppError('BAD_REQUEST', 'Stop the timer before changing its times.', { reason: 'timer_running' })
}
