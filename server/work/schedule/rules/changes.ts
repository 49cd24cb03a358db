import type { EventStatus, EventType } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { shiftWall } from './moves.ts'
import { durationOf, endOf, type Occurrence, type StoredEvent } from './occurrences.ts'

/** The new values of the changed occurrences. */
export interface Change {
  title: string
  description: string | null
  type: EventType
  location: string | null
  status: EventStatus
  timezone: string
  reminder_minutes: number | null
  starts_at: string
  ends_at: string
  /** Undefined keeps the rule, shifted along with the start. */
  recurrence: Recurrence | null | undefined
}

/**
 * What the series takes of a change of one occurrence: the values that differ from the occurrence's. The start is the
 * one that the occurrence would have if it had never been moved alone.
 */
export function changeOfSeries<Changed extends Change>(
  event: StoredEvent,
  occurrence: Occurrence,
  change: Changed,
): Changed {
  const taken = <Name extends 'title' | 'description' | 'type' | 'location' | 'status'>(name: Name) =>
    change[name] === occurrence[name] ? event[name] : change[name]
  const { occurrence_start: start } = occurrence
  const move = {
    from: occurrence.starts_at,
    to: change.starts_at,
    timezone: event.timezone,
    newTimezone: change.timezone,
  }
  const starts_at = occurrence.starts_at === start ? change.starts_at : shiftWall(start, move)
  const isResized = durationOf(change) !== durationOf(occurrence)
  return {
    ...change,
    title: taken('title'),
    description: taken('description'),
    type: taken('type'),
    location: taken('location'),
    status: taken('status'),
    starts_at,
    ends_at: endOf(starts_at, durationOf(isResized ? change : event)),
  }
}
