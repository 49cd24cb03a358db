import { shiftDate } from '#shared/base/calendar.ts'
import { dateOf } from '../../../base/adapters/zone.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import type { EventRow } from '../queries/events.ts'
import { followSeries } from '../rules/changes.ts'
import type { MovedSeries } from '../rules/moves.ts'
import { durationOf, type Occurrence, type StoredEvent } from '../rules/occurrences.ts'
import { clockOf, fromRrule, isStartOf, seriesEnd, toRrule } from '../rules/recurrence.ts'

type OwnValues = Omit<Occurrence, 'occurrence_start' | 'is_exception'>

/** Overrides one occurrence's values; null cancels it. */
export async function changeOccurrence(
  tx: Tx,
  eventId: string,
  start: string,
  own: OwnValues | null,
): Promise<void> {
  await deleteFrom(tx, 'event_exceptions')
    .where('event_id', '=', eventId)
    .where('occurrence_start', '=', start)
    .execute()
  await insertInto(tx, 'event_exceptions')
    .values(exceptionOf(eventId, start, own))
    .execute()
}

const exceptionOf = (event_id: string, occurrence_start: string, own: OwnValues | null) => ({
  event_id,
  occurrence_start,
  cancelled: own === null ? 1 : 0,
  title: own?.title ?? null,
  description: own?.description ?? null,
  type: own?.type ?? null,
  location: own?.location ?? null,
  status: own?.status ?? null,
  starts_at: own?.starts_at ?? null,
  ends_at: own?.ends_at ?? null,
})

/** Sets an occurrence's own values, if it differs from its series. */
export const changeException = (
  tx: Tx,
  { id, occurrence_start }: { id: string; occurrence_start: string },
  own: OwnValues,
) =>
  updateTable(tx, 'event_exceptions')
    .set({
      title: own.title,
      description: own.description,
      type: own.type,
      location: own.location,
      status: own.status,
      starts_at: own.starts_at,
      ends_at: own.ends_at,
    })
    .where('event_id', '=', id)
    .where('occurrence_start', '=', occurrence_start)
    .execute()

/** Moves the exceptions from a start on to a series, or the same one, and drops those it has no occurrence for. */
export async function shiftExceptions(
  tx: Tx,
  before: EventRow,
  since: string,
  after: StoredEvent,
  { shift, strays }: Pick<MovedSeries, 'shift' | 'strays'>,
): Promise<void> {
  const exceptions = await selectFrom(tx, 'event_exceptions')
    .selectAll()
    .where('event_id', '=', before.id)
    .where('occurrence_start', '>=', since)
    .execute()
  await deleteFrom(tx, 'event_exceptions')
    .where('event_id', '=', before.id)
    .where('occurrence_start', '>=', since)
    .execute()
  const { id, rrule } = after
  if (rrule === null) return
  const isStart = (start: string | null): start is string =>
    start !== null && isStartOf({ ...after, rrule }, start)
  const shifted = new Map(strays.map((start) => [start, exceptionOf(id, start, null)]))
  for (const exception of exceptions) {
    const start = shift(exception.occurrence_start)
    if (isStart(start)) {
      shifted.set(start, { ...followSeries(exception, start, { before, after }), event_id: id })
    }
  }
  if (shifted.size > 0)
    await insertInto(tx, 'event_exceptions')
      .values([...shifted.values()])
      .execute()
}

/** Ends a series on the day before the given occurrence. */
export async function endSeriesBefore(tx: Tx<UserCtx>, event: EventRow, start: string): Promise<void> {
  if (event.rrule === null) return
  const recurrence = {
    ...fromRrule(event.rrule, event.timezone),
    until: shiftDate(dateOf(start, event.timezone), -1),
  }
  const rrule = toRrule(recurrence, event.starts_at, event.timezone, clockOf({ rrule: event.rrule }))
  await deleteFrom(tx, 'event_exceptions')
    .where('event_id', '=', event.id)
    .where('occurrence_start', '>=', start)
    .execute()
  const last_ends_at = seriesEnd(rrule, durationOf(event))
  await updateVersioned(tx, 'events', event, { rrule, last_ends_at }, 'This event')
}

/** Every change of an event, including of a single occurrence, increments its version. */
export const bumpVersion = (tx: Tx<UserCtx>, event: EventRow): Promise<void> =>
  updateVersioned(tx, 'events', event, {}, 'This event')
