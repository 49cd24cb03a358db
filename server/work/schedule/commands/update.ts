import type { z } from 'zod'
import type { AttendeeDto, EditScope } from '#shared/work/schedule.ts'
import type { eventMoveInput, eventUpdateInput, Recurrence } from '#shared/work/schemas/schedule.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutEvent, attendeesOf, type EventRow, exceptionsOf, requireEditable } from '../queries/events.ts'
import { type Invited, requireInvitable } from '../queries/invitable.ts'
import { requireSeriesRoom } from '../queries/series-count.ts'
import { type Change, changeOfSeries } from '../rules/changes.ts'
import { moveWeekdays, shiftMonthly, shiftWall } from '../rules/moves.ts'
import { durationOf, endOf, expand, type Occurrence, override } from '../rules/occurrences.ts'
import { fromRrule, isStartOf, weekdayOf } from '../rules/recurrence.ts'
import { toSeriesTimes } from '../rules/series.ts'
import { toSpan } from '../rules/times.ts'
import {
  bumpVersion,
  changeException,
  changeOccurrence,
  cutSeries,
  shiftExceptions,
} from './change-series.ts'
import { insertEvent } from './create.ts'
import { replaceAttendees } from './replace-attendees.ts'

type Named = { id: string; occurrence_start: string }

interface Update extends Change {
  /** Undefined keeps the attendees. */
  attendees: Invited[] | undefined
}

/** Changes one occurrence, one and all following, or the whole series. */
export function updateEvent(ctx: UserCtx, input: z.output<typeof eventUpdateInput>): Promise<Named> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    await requireInvitable(tx, input.attendees, await attendeesOfOne(tx, event.id))
    const occurrence = await findOccurrence(tx, event, startOf(input))
    return applyChange(tx, { event, occurrence, scope: input.scope }, 'event.updated', {
      title: input.title,
      description: input.description,
      type: input.type,
      location: input.location,
      status: input.status,
      timezone: input.timezone ?? event.timezone,
      reminder_minutes: input.reminder_minutes ?? null,
      ...toSpan(input),
      recurrence: input.recurrence,
      attendees: input.attendees,
    })
  })
}

/** Moves or resizes the occurrence, keeping all other values. */
export function moveEvent(ctx: UserCtx, input: z.output<typeof eventMoveInput>): Promise<Named> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    const occurrence = await findOccurrence(tx, event, startOf(input))
    return applyChange(tx, { event, occurrence, scope: input.scope }, 'event.moved', {
      title: occurrence.title,
      description: occurrence.description,
      type: occurrence.type,
      location: occurrence.location,
      status: occurrence.status,
      timezone: event.timezone,
      reminder_minutes: event.reminder_minutes,
      ...toSpan(input),
      recurrence: undefined,
      attendees: undefined,
    })
  })
}

const startOf = (input: { occurrence_start: string }): string =>
  new Date(input.occurrence_start).toISOString()

interface Target {
  event: EventRow
  occurrence: Occurrence
  scope: EditScope
}

async function applyChange(
  tx: Tx<UserCtx>,
  { event, occurrence, scope }: Target,
  happened: 'event.updated' | 'event.moved',
  change: Update,
): Promise<Named> {
  const start = occurrence.occurrence_start
  await record(tx, happened, aboutEvent({ ...event, title: change.title }))
  if (event.rrule !== null && scope === 'this') {
    await changeOccurrence(tx, event.id, start, change)
    await bumpVersion(tx, event)
    return { id: event.id, occurrence_start: start }
  }
  const splits = event.rrule !== null && scope === 'following' && start !== event.starts_at
  const ofSeries = changeOfSeries(event, occurrence, change)
  const named = splits
    ? await splitSeries(tx, event, start, ofSeries)
    : await changeAll(tx, event, start, ofSeries)
  // One that already differed from its series still does, by what was entered.
  if (event.rrule !== null && occurrence.is_exception) await changeException(tx, named, change)
  return named
}

/** Shifts the whole series and its exceptions by the change in local time. */
async function changeAll(tx: Tx<UserCtx>, event: EventRow, start: string, change: Update): Promise<Named> {
  const recurrence = recurrenceAfter(event, start, change)
  const shift = shiftOf(event, start, change, recurrence)
  const starts_at = event.rrule === null ? change.starts_at : shift(event.starts_at)
  const ends_at = endOf(starts_at, durationOf(change))
  if (recurrence !== null && event.rrule === null) await requireSeriesRoom(tx, event.organizer_id)
  const times = toSeriesTimes({ starts_at, ends_at }, recurrence, change.timezone)
  const columns = {
    title: change.title,
    description: change.description,
    type: change.type,
    location: change.location,
    status: change.status,
    timezone: change.timezone,
    reminder_minutes: change.reminder_minutes,
    ...times,
  }
  await updateVersioned(tx, 'events', event, columns, 'This event')
  await shiftExceptions(tx, event.id, '', { ...columns, id: event.id }, shift)
  await changeAttendees(tx, { ...event, title: change.title }, event.id, change.attendees)
  return { id: event.id, occurrence_start: event.rrule === null ? times.starts_at : shift(start) }
}

/** Ends the series before the occurrence and starts a new one from it. */
async function splitSeries(tx: Tx<UserCtx>, event: EventRow, start: string, change: Update): Promise<Named> {
  await requireSeriesRoom(tx, event.organizer_id)
  const recurrence = recurrenceAfter(event, start, change)
  const times = toSeriesTimes(change, recurrence, change.timezone)
  const id = await insertEvent(
    tx,
    { ...change, agency_id: event.agency_id, organizer_id: event.organizer_id },
    times,
  )
  const shift = shiftOf(event, start, change, recurrence)
  await shiftExceptions(tx, event.id, start, { ...times, id, timezone: change.timezone }, shift)
  await changeAttendees(tx, { ...event, id, title: change.title }, event.id, change.attendees)
  await cutSeries(tx, event, start)
  return { id, occurrence_start: times.starts_at }
}

const keepsRule = (event: EventRow, change: Change): boolean =>
  change.recurrence === undefined ||
  (event.rrule !== null &&
    JSON.stringify(normal(change.recurrence)) ===
      JSON.stringify(normal(fromRrule(event.rrule, event.timezone))))

const normal = (recurrence: Recurrence | null) =>
  recurrence && [
    recurrence.frequency,
    recurrence.interval,
    recurrence.weekdays.toSorted(),
    recurrence.until ?? null,
    recurrence.count ?? null,
  ]

function recurrenceAfter(event: EventRow, start: string, change: Change): Recurrence | null {
  const before = event.rrule === null ? null : fromRrule(event.rrule, event.timezone)
  const [from, to] = [weekdayOf(start, event.timezone), weekdayOf(change.starts_at, change.timezone)]
  const after = keepsRule(event, change) ? before && moveWeekdays(before, from, to) : change.recurrence
  return after ? { ...after, month_day: change.recurrence?.month_day ?? before?.month_day } : null
}

/** Where the series' other occurrences go when this one moves. */
function shiftOf(event: EventRow, start: string, change: Change, recurrence: Recurrence | null) {
  const move = {
    from: start,
    to: change.starts_at,
    timezone: event.timezone,
    newTimezone: change.timezone,
  }
  const monthly = recurrence?.frequency === 'monthly' && event.rrule?.startsWith('FREQ=MONTHLY')
  return (instant: string): string =>
    monthly ? shiftMonthly(instant, move, recurrence?.month_day) : shiftWall(instant, move)
}

async function changeAttendees(
  tx: Tx<UserCtx>,
  event: Pick<EventRow, 'id' | 'title' | 'agency_id'>,
  sourceId: string,
  attendees: Invited[] | undefined,
): Promise<void> {
  const before = await attendeesOfOne(tx, sourceId)
  if (attendees === undefined && sourceId === event.id) return
  await replaceAttendees(tx, event, attendees ?? before, before)
}

const attendeesOfOne = async (tx: Tx, id: string): Promise<AttendeeDto[]> =>
  (await attendeesOf(tx, [id])).get(id) ?? []

/** The occurrence with this original start; throws NOT_FOUND if there is none or it was canceled. */
async function findOccurrence(tx: Tx, event: EventRow, start: string): Promise<Occurrence> {
  const exceptions = (await exceptionsOf(tx, [event.id])).get(event.id) ?? []
  const exception = exceptions.find((row) => row.occurrence_start === start)
  if (exception !== undefined && exception.cancelled === 0) return override(event, exception)
  const { rrule } = event
  const exists = rrule === null ? start === event.starts_at : isStartOf({ ...event, rrule }, start)
  const found = expand(event, exceptions, { from: start, to: new Date(Date.parse(start) + 1).toISOString() })
  const occurrence = found.find((candidate) => candidate.occurrence_start === start)
  if (!exists || occurrence === undefined) throw notFound('This event')
  return occurrence
}
