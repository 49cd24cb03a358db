import type { AgencyId } from '#shared/roles.ts'
import type { AttendeeDto } from '#shared/schedule.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto } from '../../core/rows.ts'
import { newId } from '../../db/values.ts'
import { aboutEvent } from '../queries/events.ts'
import type { Invited } from '../queries/invitable.ts'

/** Makes the list the event's attendees; who stays keeps the reply, and only who is new is told. */
export async function replaceAttendees(
  tx: Tx<UserCtx>,
  event: { id: string; title: string; agency_id: AgencyId | null },
  invited: Invited[],
  before: AttendeeDto[],
): Promise<void> {
  const keyOf = (person: { kind: string; id: string }) => `${person.kind}:${person.id}`
  const people = [...new Map(invited.map((person) => [keyOf(person), person])).values()]
  const replies = new Map(before.map((person) => [keyOf(person), person.reply]))
  await deleteFrom(tx, 'event_attendees').where('event_id', '=', event.id).execute()
  if (people.length === 0) return
  const itsMe = (person: Invited) => person.kind === 'user' && person.id === tx.actor.userId
  await insertInto(tx, 'event_attendees')
    .values(
      people.map((person, position) => ({
        id: newId(),
        event_id: event.id,
        position,
        user_id: person.kind === 'user' ? person.id : null,
        client_id: person.kind === 'client' ? person.id : null,
        reply: replies.get(keyOf(person)) ?? (itsMe(person) ? ('accepted' as const) : ('waiting' as const)),
      })),
    )
    .execute()
  const added = people.filter((person) => !replies.has(keyOf(person)))
  await record(tx, 'event.invited', { ...aboutEvent(event), people: added })
}
