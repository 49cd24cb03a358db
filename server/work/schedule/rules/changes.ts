import type { EventStatus, EventType } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { shiftWall } from './moves.ts'
import { durationOf, endOf, type Occurrence, type StoredEvent, type StoredException } from './occurrences.ts'

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
export function changeOfSeries(event: StoredEvent, occurrence: Occurrence, change: Change): Change {
  const taken = <Value>(value: Value, shown: Value, ofSeries: Value) => (value === shown ? ofSeries : value)
  const { occurrence_start: start } = occurrence
  const { timezone } = change
  const move = { from: occurrence.starts_at, to: change.starts_at, timezone }
  const starts_at = occurrence.starts_at === start ? change.starts_at : shiftWall(start, event.timezone, move)
  const isResized = durationOf(change) !== durationOf(occurrence)
  return {
    ...change,
    title: taken(change.title, occurrence.title, event.title),
    description: taken(change.description, occurrence.description, event.description),
    type: taken(change.type, occurrence.type, event.type),
    location: taken(change.location, occurrence.location, event.location),
    status: taken(change.status, occurrence.status, event.status),
    starts_at,
    ends_at: endOf(starts_at, durationOf(isResized ? change : event)),
  }
}

type Values = Pick<
  StoredEvent,
  'title' | 'description' | 'type' | 'location' | 'status' | 'starts_at' | 'ends_at'
>

/** What an occurrence has of its own after its series changed: what equaled the series' value follows it. */
export function followSeries<Own extends StoredException>(
  exception: Own,
  start: string,
  { before, after }: { before: Values; after: Values },
): Own {
  const moved = { ...exception, occurrence_start: start }
  if (exception.cancelled === 1) return moved
  const followed = <Value>(own: Value, old: Value, value: Value) => (own === old ? value : own)
  return {
    ...moved,
    title: followed(exception.title, before.title, after.title),
    description: followed(exception.description, before.description, after.description),
    type: followed(exception.type, before.type, after.type),
    location: followed(exception.location, before.location, after.location),
    status: followed(exception.status, before.status, after.status),
    ...timesOf(exception, start, { before, after }),
  }
}

function timesOf(
  { occurrence_start, starts_at, ends_at }: StoredException,
  start: string,
  { before, after }: { before: Values; after: Values },
) {
  if (starts_at === null || ends_at === null) return { starts_at, ends_at }
  const duration = durationOf({ starts_at, ends_at })
  const begin = starts_at === occurrence_start ? start : starts_at
  return {
    starts_at: begin,
    ends_at: endOf(begin, duration === durationOf(before) ? durationOf(after) : duration),
  }
}

/** What its attendees have to know about; a new recurrence only if this occurrence isn't moved. */
export function changedParts(
  occurrence: Occurrence,
  change: Change,
  repeatsOtherwise: boolean,
): ('time' | 'location' | 'recurrence')[] {
  const isMoved = change.starts_at !== occurrence.starts_at || change.ends_at !== occurrence.ends_at
  return [
    ...(isMoved ? ['time' as const] : []),
    ...(change.location !== occurrence.location ? ['location' as const] : []),
    ...(repeatsOtherwise && !isMoved ? ['recurrence' as const] : []),
  ]
}
