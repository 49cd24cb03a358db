import type { z } from 'zod'
import type { hoursSaveInput } from '#shared/time/schemas/work-log.ts'
import type { SavedHours, TimeEntryDto } from '#shared/time/work-log.ts'
import { daysRange } from '../../../base/adapters/zone.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { getEntry } from '../queries/entries.ts'
import { entriesWithin } from '../queries/hours.ts'
import { dayOfStart, requireChangeable, requireOpenWeek } from '../queries/work.ts'
import { withDuration } from '../rules.ts'
import { deleteEntry } from './delete.ts'
import { recordTime } from './record.ts'
import { saveEntry } from './save.ts'

type HoursSave = z.output<typeof hoursSaveInput>
type Changeable = Awaited<ReturnType<typeof requireChangeable>>

/** Sets the hours of one project's day in the caller's week. */
export function saveHours(ctx: UserCtx, input: HoursSave): Promise<SavedHours> {
  return transact(ctx, async (tx) => {
    if (input.entry === null) return { entry: await createHours(tx, input), deleted: null, undo: null }
    const current = await requireChangeable(tx, input.entry.id)
    if (input.entry.version !== current.version) throw conflict('This time entry')
    if (input.duration === null) {
      const deleted = await getEntry(tx, current.id, input.timezone)
      const { undo } = await deleteEntry(tx, current)
      return { entry: null, deleted, undo }
    }
    return { entry: await changeHours(tx, current, input, input.duration), deleted: null, undo: null }
  })
}

async function createHours(tx: Tx<UserCtx>, input: HoursSave): Promise<TimeEntryDto | null> {
  const { project_id, date, timezone, duration } = input
  const present = await entriesWithin(tx, daysRange(date, date, timezone ?? tx.actor.zone))
  if (present.some((entry) => entry.project_id === project_id)) {
    throw new AppError('CONFLICT', 'Time was recorded on this day in the meantime.', { reason: 'day_taken' })
  }
  if (duration === null) return null
  const time = { kind: 'duration' as const, date, duration }
  return saveEntry(tx, { project_id, note: null, billable: true, timezone, time })
}

async function changeHours(
  tx: Tx<UserCtx>,
  current: Changeable,
  input: HoursSave,
  duration: number,
): Promise<TimeEntryDto> {
  if (current.ended_at === null) {
    throw new AppError('BAD_REQUEST', 'Stop the timer before changing its times.', {
      reason: 'timer_running',
    })
  }
  const timezone = input.timezone ?? tx.actor.zone
  const stretch = withDuration(current, { date: input.date, duration }, timezone)
  const worked_on = dayOfStart(tx, current, stretch)
  await requireOpenWeek(tx, worked_on)
  const kind = current.kind === 'duration' ? ('duration' as const) : ('interval' as const)
  await updateVersioned(tx, 'time_entries', current, { kind, ...stretch, worked_on }, 'This time entry')
  await recordTime(tx, current.id)
  await warnOfBudget(tx, current.project_id)
  return getEntry(tx, current.id, input.timezone)
}
