import type { AttendeeDto } from '#shared/work/schedule.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutEvent, type EventRow } from '../queries/events.ts'
import type { Invited } from '../queries/invitable.ts'
import { isOver } from '../rules/participants.ts'

export type Invitation = Pick<EventRow, 'id' | 'title' | 'agency_id' | 'starts_at' | 'ends_at' | 'rrule'>

/** Sets the event's attendees; existing ones keep their reply, and only new ones are invited, unless it is over. */
export async function replaceAttendees(
  tx: Tx<UserCtx>,
  event: Invitation,
  invited: Invited[],
  before: AttendeeDto[],
): Promise<void> {
  const keyOf = (person: { kind: string; id: string }) => `${person.kind}:${person.id}`
  const people = [...new Map(invited.map((person) => [keyOf(person), person])).values()]
  const replies = new Map(before.map((person) => [keyOf(person), person.reply]))
  await deleteFrom(tx, 'event_attendees').where('event_id', '=', event.id).execute()
  if (people.length === 0) return
  const isCaller = (person: Invited) => person.kind === 'user' && person.id === tx.actor.userId
  await insertInto(tx, 'event_attendees')
    .values(
      people.map((person, position) => ({
        id: newId(),
        event_id: event.id,
        position,
        user_id: person.kind === 'user' ? person.id : null,
        client_id: person.kind === 'client' ? person.id : null,
        reply:
          replies.get(keyOf(person)) ?? (isCaller(person) ? ('accepted' as const) : ('waiting' as const)),
      })),
    )
    .execute()
  const added = people.filter((person) => !replies.has(keyOf(person)))
  await record(tx, 'event.invited', {
    ...aboutEvent(event),
    people: isOver(event, event, { scope: 'all', now: toInstant(tx.now) }) ? [] : added,
    startsAt: event.starts_at,
    endsAt: event.ends_at,
    repeats: event.rrule !== null,
  })
}

/**
 * Replies were to the time before (RFC 6638, section 3.2.8). Returns the attendees with their replies now; the organizer
 * and the caller know the new time.
 */
export async function resetReplies(
  tx: Tx<UserCtx>,
  event: Pick<EventRow, 'id' | 'organizer_id'>,
  attendees: AttendeeDto[],
): Promise<AttendeeDto[]> {
  const informed = [event.organizer_id, tx.actor.userId]
  await updateTable(tx, 'event_attendees')
    .set({ reply: 'waiting' })
    .where('event_id', '=', event.id)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', 'not in', informed)]))
    .execute()
  return attendees.map((person) =>
    person.kind === 'user' && informed.includes(person.id) ? person : { ...person, reply: 'waiting' },
  )
}
