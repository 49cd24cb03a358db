import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { addCalendarDays, dateOf } from '../../services/zone.ts'
import type { EventRow } from '../queries/events.ts'
import { durationOf, type Occurrence } from '../rules/occurrences.ts'
import { fromRrule, seriesEnd, toRrule } from '../rules/recurrence.ts'

/** Gives one occurrence its own values; null cancels it. */
export async function writeException(
  trx: Trx,
  eventId: string,
  start: string,
  own: Omit<Occurrence, 'occurrence_start' | 'is_exception'> | null,
): Promise<void> {
  await trx
    .deleteFrom('event_exceptions')
    .where('event_id', '=', eventId)
    .where('occurrence_start', '=', start)
    .execute()
  await trx
    .insertInto('event_exceptions')
    .values({
      event_id: eventId,
      occurrence_start: start,
      cancelled: own === null ? 1 : 0,
      title: own?.title ?? null,
      description: own?.description ?? null,
      type: own?.type ?? null,
      location: own?.location ?? null,
      status: own?.status ?? null,
      starts_at: own?.starts_at ?? null,
      ends_at: own?.ends_at ?? null,
    })
    .execute()
}

/**
 * Takes exceptions at or after a start over to a series (or the same one) whose starts are shifted;
 * without a shift they are dropped, because the new rule has other occurrences.
 */
export async function shiftExceptions(
  trx: Trx,
  fromId: string,
  toId: string,
  since: string,
  shift: ((start: string) => string) | null,
): Promise<void> {
  const exceptions = await trx
    .selectFrom('event_exceptions')
    .selectAll()
    .where('event_id', '=', fromId)
    .where('occurrence_start', '>=', since)
    .execute()
  await trx
    .deleteFrom('event_exceptions')
    .where('event_id', '=', fromId)
    .where('occurrence_start', '>=', since)
    .execute()
  if (shift === null || exceptions.length === 0) return
  await trx
    .insertInto('event_exceptions')
    .values(
      exceptions.map((exception) => ({
        ...exception,
        event_id: toId,
        occurrence_start: shift(exception.occurrence_start),
      })),
    )
    .execute()
}

/** Ends a series on the day before the given occurrence. */
export async function cutSeries(trx: Trx, scope: Scope, event: EventRow, start: string): Promise<void> {
  if (event.rrule === null) return
  const recurrence = {
    ...fromRrule(event.rrule, event.timezone),
    until: addCalendarDays(dateOf(start, event.timezone), -1),
  }
  const rrule = toRrule(recurrence, event.starts_at, event.timezone)
  await trx
    .deleteFrom('event_exceptions')
    .where('event_id', '=', event.id)
    .where('occurrence_start', '>=', start)
    .execute()
  await trx
    .updateTable('events')
    .set({
      rrule,
      last_ends_at: seriesEnd(rrule, durationOf(event)),
      version: event.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('id', '=', event.id)
    .where('version', '=', event.version)
    .execute()
}
