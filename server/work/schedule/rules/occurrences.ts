import type { EventStatus, EventType } from '#shared/work/schedule.ts'
import type { InstantRange } from '../../../base/adapters/zone.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { startsBetween } from './recurrence.ts'

export type StoredEvent = Pick<
  Schema['events'],
  | 'id'
  | 'title'
  | 'description'
  | 'type'
  | 'location'
  | 'status'
  | 'timezone'
  | 'starts_at'
  | 'ends_at'
  | 'rrule'
>

export type StoredException = Schema['event_exceptions']

export interface Occurrence {
  occurrence_start: string
  starts_at: string
  ends_at: string
  title: string
  description: string | null
  type: EventType
  location: string | null
  status: EventStatus
  is_exception: boolean
}

export const durationOf = (event: { starts_at: string; ends_at: string }): number =>
  Date.parse(event.ends_at) - Date.parse(event.starts_at)

export const endOf = (start: string, durationMs: number): string =>
  new Date(Date.parse(start) + durationMs).toISOString()

const touches = (stretch: { starts_at: string; ends_at: string }, range: InstantRange): boolean =>
  stretch.starts_at < range.to && stretch.ends_at > range.from

/** Occurrences that overlap the range: the rule's, except canceled ones, and moved ones. */
export function expand(event: StoredEvent, exceptions: StoredException[], range: InstantRange): Occurrence[] {
  const replaced = new Set(exceptions.map((exception) => exception.occurrence_start))
  const regular = startsOf(event, range)
    .filter((start) => !replaced.has(start))
    .map((start) => ({ ...plain(event), ...at(start, endOf(start, durationOf(event))), is_exception: false }))
  const changed = exceptions
    .filter((exception) => exception.cancelled === 0)
    .map((exception) => override(event, exception))
  return [...regular, ...changed].filter((occurrence) => touches(occurrence, range))
}

function startsOf(event: StoredEvent, range: InstantRange): string[] {
  if (event.rrule === null) return [event.starts_at]
  const earliest = endOf(range.from, -durationOf(event))
  return startsBetween({ ...event, rrule: event.rrule }, earliest, range.to)
}

const at = (start: string, end: string) => ({ occurrence_start: start, starts_at: start, ends_at: end })

const plain = (event: StoredEvent) => ({
  title: event.title,
  description: event.description,
  type: event.type,
  location: event.location,
  status: event.status,
})

/** An occurrence's own values, falling back to the series' for empty ones. */
export function override(event: StoredEvent, exception: StoredException): Occurrence {
  const { occurrence_start: start } = exception
  return {
    occurrence_start: start,
    starts_at: exception.starts_at ?? start,
    ends_at: exception.ends_at ?? endOf(start, durationOf(event)),
    title: exception.title ?? event.title,
    description: exception.description,
    type: exception.type ?? event.type,
    location: exception.location,
    status: exception.status ?? event.status,
    is_exception: true,
  }
}
