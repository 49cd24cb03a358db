import type { z } from 'zod'
import type { AttendeeDto, EditScope } from '#shared/work/schedule.ts'
import type { eventMoveInput, eventUpdateInput } from '#shared/work/schemas/schedule.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { aboutEvent, attendeesOf, type EventRow, exceptionsOf, requireEditable } from '../queries/events.ts'
import { type Invited, requireInvitable } from '../queries/invitable.ts'
import { requireSeriesRoom } from '../queries/series-count.ts'
import { type Change, changedParts, changeOfSeries } from '../rules/changes.ts'
import { type MovedSeries, moveSeries } from '../rules/moves.ts'
import {
  durationOf,
  endOf,
  expand,
  type Occurrence,
  override,
  type StoredException,
} from '../rules/occurrences.ts'
import { attending, isOver, participantsOf } from '../rules/participants.ts'
import { isStartOf, seriesFrom } from '../rules/recurrence.ts'
import { type SeriesTimes, toSeriesTimes } from '../rules/series.ts'
import { toSpan } from '../rules/times.ts'
import {
  bumpVersion,
  changeException,
  changeOccurrence,
  endSeriesBefore,
  shiftExceptions,
} from './change-series.ts'
import { insertEvent } from './create.ts'
import { type Invitation, replaceAttendees, resetReplies } from './replace-attendees.ts'
import { sealMove } from './undo-move.ts'

type Named = { id: string; occurrence_start: string }

/** The undo id is null if more than one date of a series moved. */
type Moved = Named & { undo: string | null }

interface Update extends Change {
  /** Undefined keeps the attendees. */
  attendees: Invited[] | undefined
  /** The written time, if a clock change postponed the start. */
  clock?: string | undefined
}

/** Changes one occurrence, one and all following, or the whole series. */
export function updateEvent(ctx: UserCtx, input: z.output<typeof eventUpdateInput>): Promise<Named> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    const before = await attendeesOfOne(tx, event.id)
    await requireInvitable(tx, input.attendees, before)
    const { occurrence } = await findOccurrence(tx, event, startOf(input))
    const { id, occurrence_start } = await applyChange(
      tx,
      { event, occurrence, before, scope: input.scope },
      'event.updated',
      {
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
        clock: input.written_start ?? undefined,
      },
    )
    return { id, occurrence_start }
  })
}

/** Moves or resizes the occurrence, keeping all other values. */
export function moveEvent(ctx: UserCtx, input: z.output<typeof eventMoveInput>): Promise<Moved> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    const { occurrence, exception } = await findOccurrence(tx, event, startOf(input))
    const before = await attendeesOfOne(tx, event.id)
    const { people, ...moved } = await applyChange(
      tx,
      { event, occurrence, before, scope: input.scope },
      'event.moved',
      {
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
      },
    )
    if (event.rrule !== null && input.scope !== 'this') return { ...moved, undo: null }
    const { occurrence_start, starts_at, ends_at, title, location } = occurrence
    const undo = sealMove(tx, {
      id: event.id,
      version: event.version + 1,
      startsAt: new Date(input.starts_at).toISOString(),
      before: { occurrence_start, starts_at, ends_at, title, location },
      series: event.rrule === null ? null : { exception },
      replies: before.map(({ kind, id, reply }) => ({ kind, id, reply })),
      people,
    })
    return { ...moved, undo }
  })
}

const startOf = (input: { occurrence_start: string }): string =>
  new Date(input.occurrence_start).toISOString()

interface Target {
  event: EventRow
  occurrence: Occurrence
  /** The event's attendees before the change. */
  before: AttendeeDto[]
  scope: EditScope
}

async function applyChange(
  tx: Tx<UserCtx>,
  target: Target,
  happened: 'event.updated' | 'event.moved',
  change: Update,
): Promise<Named & { people: Invited[] }> {
  const { event, occurrence, before, scope } = target
  const saved = await saveChange(tx, target, change)
  const isOccurrence = event.rrule !== null && scope === 'this'
  const invited = isOccurrence ? undefined : change.attendees
  const isInvited = ({ kind, id }: Invited) =>
    id === event.organizer_id || (invited?.some((person) => person.kind === kind && person.id === id) ?? true)
  const at = { scope, now: toInstant(tx.now) }
  const isPast = isOver(event, occurrence, at) && change.ends_at <= at.now
  const changed = changedParts(occurrence, change, saved.rrule !== event.rrule)
  const asksAgain = !isPast && !isOccurrence && changed.includes('time')
  const present = before.filter(isInvited)
  const asked = asksAgain ? await resetReplies(tx, { ...event, id: saved.id }, present) : present
  const people = isPast ? [] : participantsOf(event.organizer_id, asked)
  await record(tx, happened, {
    ...aboutEvent({ ...event, id: saved.id, title: change.title }),
    people,
    removed: isPast ? [] : attending(before).filter((person) => !isInvited(person)),
    occurrenceStart: isOccurrence ? saved.occurrence_start : null,
    scope: event.rrule === null ? null : scope,
    changed,
    previousStartsAt: occurrence.starts_at,
    previousId: event.id,
    startsAt: change.starts_at,
    endsAt: change.ends_at,
    location: change.location,
  })
  return { id: saved.id, occurrence_start: saved.occurrence_start, people }
}

type Saved = Named & { rrule: string | null }

async function saveChange(
  tx: Tx<UserCtx>,
  { event, occurrence, before, scope }: Target,
  change: Update,
): Promise<Saved> {
  const start = occurrence.occurrence_start
  if (event.rrule !== null && scope === 'this') {
    await changeOccurrence(tx, event.id, start, change)
    await bumpVersion(tx, event)
    return { id: event.id, occurrence_start: start, rrule: event.rrule }
  }
  const splits = event.rrule !== null && scope === 'following' && start !== event.starts_at
  const { attendees, clock } = change
  const ofSeries = { ...changeOfSeries(event, occurrence, change), attendees, clock, before }
  const saved = splits
    ? await splitSeries(tx, event, start, ofSeries)
    : await changeAll(tx, event, start, ofSeries)
  // One that already differed from its series still does, by what was entered.
  if (event.rrule !== null && occurrence.is_exception) await changeException(tx, saved, change)
  return saved
}

interface SeriesUpdate extends Update, Pick<Target, 'before'> {}

/** Shifts the whole series and its exceptions by the change in local time. */
async function changeAll(
  tx: Tx<UserCtx>,
  event: EventRow,
  start: string,
  change: SeriesUpdate,
): Promise<Saved> {
  if (change.recurrence && event.rrule === null) await requireSeriesRoom(tx, event.organizer_id)
  const { times, ...moved } = movedBy(event, start, change)
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
  await shiftExceptions(tx, event, '', { ...columns, id: event.id }, moved)
  const saved = { id: event.id, occurrence_start: placeOf(times, change), rrule: times.rrule }
  if (change.attendees !== undefined) {
    await replaceAttendees(tx, invitationTo(event, saved, change), change.attendees, change.before)
  }
  return saved
}

/** Ends the series before the occurrence and starts a new one from it. */
async function splitSeries(
  tx: Tx<UserCtx>,
  event: EventRow,
  start: string,
  change: SeriesUpdate,
): Promise<Saved> {
  await requireSeriesRoom(tx, event.organizer_id)
  const { times, ...moved } = movedBy(event, start, change, start)
  const id = await insertEvent(
    tx,
    { ...change, agency_id: event.agency_id, organizer_id: event.organizer_id },
    times,
  )
  await shiftExceptions(tx, event, start, { ...change, ...times, id }, moved)
  const saved = { id, occurrence_start: placeOf(times, change), rrule: times.rrule }
  const { attendees, before } = change
  await replaceAttendees(tx, invitationTo(event, saved, change), attendees ?? before, before)
  await endSeriesBefore(tx, event, start)
  return saved
}

/** From the changed occurrence on, although a series may have begun long ago. */
const invitationTo = (
  { agency_id }: EventRow,
  { id, occurrence_start, rrule }: Saved,
  change: Change,
): Invitation => ({
  id,
  agency_id,
  title: change.title,
  rrule,
  starts_at: occurrence_start,
  ends_at: endOf(occurrence_start, durationOf(change)),
})

/** The changed occurrence's start, or the first one if the new rule has none there. */
function placeOf({ rrule, starts_at }: SeriesTimes, change: Change): string {
  if (rrule === null) return starts_at
  const { timezone } = change
  return isStartOf({ rrule, starts_at, timezone }, change.starts_at) ? change.starts_at : starts_at
}

function movedBy({ rrule, ...event }: EventRow, start: string, change: Update, from?: string): MovedSeries {
  const { timezone, recurrence, clock } = change
  if (rrule === null) {
    return {
      times: toSeriesTimes(change, recurrence ?? null, timezone, clock),
      shift: (same) => same,
      strays: [],
    }
  }
  const move = { from: start, to: change.starts_at, timezone }
  const series = { ...event, rrule }
  return moveSeries(from === undefined ? series : seriesFrom(series, from), move, {
    duration: durationOf(change),
    recurrence,
    clock,
  })
}

const attendeesOfOne = async (tx: Tx, id: string): Promise<AttendeeDto[]> =>
  (await attendeesOf(tx, [id])).get(id) ?? []

interface Found {
  occurrence: Occurrence
  /** Its stored difference from the series. */
  exception: StoredException | null
}

/** The occurrence with this original start; throws NOT_FOUND if there is none or it was canceled. */
async function findOccurrence(tx: Tx, event: EventRow, start: string): Promise<Found> {
  const exceptions = (await exceptionsOf(tx, [event.id])).get(event.id) ?? []
  const exception = exceptions.find((row) => row.occurrence_start === start) ?? null
  if (exception?.cancelled === 0) return { occurrence: override(event, exception), exception }
  const { rrule } = event
  const exists = rrule === null ? start === event.starts_at : isStartOf({ ...event, rrule }, start)
  const found = expand(event, exceptions, { from: start, to: new Date(Date.parse(start) + 1).toISOString() })
  const occurrence = found.find((candidate) => candidate.occurrence_start === start)
  if (!exists || occurrence === undefined) throw notFound('This event')
  return { occurrence, exception }
}
