import type { AttendeeDto, EditScope } from '#shared/work/schedule.ts'
import { durationOf, type StoredEvent } from './occurrences.ts'
import { seriesEnd } from './recurrence.ts'

/** Attendees who haven't declined. */
export const attending = (attendees: readonly AttendeeDto[]) =>
  attendees.filter(({ reply }) => reply !== 'declined').map(({ kind, id }) => ({ kind, id }))

/** The organizer, and attendees who haven't declined. */
export const participantsOf = (organizerId: string, attendees: readonly AttendeeDto[]) => [
  { kind: 'user' as const, id: organizerId },
  ...attending(attendees),
]

/** Whether the occurrence is over, and its series too if that changes. */
export function isOver(
  event: Pick<StoredEvent, 'starts_at' | 'ends_at' | 'rrule'>,
  { ends_at }: { ends_at: string },
  { scope, now }: { scope: EditScope | null; now: string },
): boolean {
  if (ends_at > now) return false
  if (event.rrule === null || scope === 'this') return true
  const end = seriesEnd(event.rrule, durationOf(event))
  return end !== null && end <= now
}
