import type { z } from 'zod'
import { links } from '#shared/links.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { AttendeeDto, eventCreateInput, Recurrence } from '#shared/schedule.ts'
import { recordActivity } from '../../activity/record.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { notify } from '../../notifications/commands/notify.ts'
import { usersOfClient } from '../../notifications/queries/recipients.ts'
import { type EventRow, findEvent, mayEdit } from '../queries/events.ts'
import { endOf } from '../rules/occurrences.ts'
import { firstStart, seriesEnd, toRrule } from '../rules/recurrence.ts'

export type Invited = z.output<typeof eventCreateInput>['attendees'][number]

export interface SeriesTimes {
  starts_at: string
  ends_at: string
  rrule: string | null
  last_ends_at: string | null
}

/** The stored times of an event; a series starts at the first time its rule holds. */
export function toSeriesTimes(
  span: { starts_at: string; ends_at: string },
  recurrence: Recurrence | null,
  timezone: string,
): SeriesTimes {
  if (recurrence === null) return { ...span, rrule: null, last_ends_at: null }
  const duration = Date.parse(span.ends_at) - Date.parse(span.starts_at)
  const rrule = toRrule(recurrence, span.starts_at, timezone)
  const first = firstStart({ starts_at: span.starts_at, timezone, rrule })
  if (first === null) {
    throw new AppError('BAD_REQUEST', 'The event never takes place: it ends before it starts to repeat.', {
      fields: { 'recurrence.until': 'Choose a later day.' },
    })
  }
  return {
    starts_at: first,
    ends_at: endOf(first, duration),
    rrule,
    last_ends_at: seriesEnd(rrule, duration),
  }
}

/** The event for changing: NOT_FOUND when unseen, FORBIDDEN when only seen, CONFLICT when outdated. */
export async function requireEditable(
  trx: Trx,
  scope: Scope,
  input: { id: string; version: number },
): Promise<EventRow> {
  const event = await findEvent(trx, scope, input.id)
  if (!mayEdit(event, scope)) {
    throw new AppError('FORBIDDEN', 'Only the organizer or the agency owner can change this event.')
  }
  if (event.version !== input.version) throw conflict('This event')
  return event
}

/** Everybody invited must be of the agency (or the platform's staff); NOT_FOUND otherwise. */
export async function requireInvitable(trx: Trx, scope: Scope, invited: Invited[]): Promise<void> {
  const of = (kind: Invited['kind']) => [
    ...new Set(invited.filter((person) => person.kind === kind).map((person) => person.id)),
  ]
  const [users, clients] = [of('user'), of('client')]
  if (users.length > 0) {
    const found = await trx
      .selectFrom('profiles')
      .select('user_id')
      .where('user_id', 'in', users)
      .$if(isPlatformAdmin(scope), (query) => query.where('role', '=', 'super_admin'))
      .$if(!isPlatformAdmin(scope), (query) => query.where('agency_id', '=', scope.agencyId))
      .$if(scope.role === 'client', (query) =>
        query.where((eb) =>
          eb.or([eb('role', 'in', ['agency_admin', 'employee']), eb('client_id', '=', scope.clientId)]),
        ),
      )
      .execute()
    if (found.length !== users.length) throw notFound('This attendee')
  }
  if (clients.length > 0) {
    const found = await trx
      .selectFrom('clients')
      .select('id')
      .where('id', 'in', clients)
      .where('agency_id', '=', scope.agencyId ?? ('none' as AgencyId))
      .$if(scope.role === 'client', (query) => query.where('id', '=', scope.clientId ?? 'none'))
      .execute()
    if (found.length !== clients.length) throw notFound('This attendee')
  }
}

/** Makes the list the event's attendees; who stays keeps the reply, and only who is new is told. */
export async function replaceAttendees(
  trx: Trx,
  scope: Scope,
  event: { id: string; title: string; agency_id: AgencyId | null },
  invited: Invited[],
  before: AttendeeDto[],
): Promise<void> {
  const keyOf = (person: { kind: string; id: string }) => `${person.kind}:${person.id}`
  const people = [...new Map(invited.map((person) => [keyOf(person), person])).values()]
  const replies = new Map(before.map((person) => [keyOf(person), person.reply]))
  await trx.deleteFrom('event_attendees').where('event_id', '=', event.id).execute()
  if (people.length === 0) return
  const itsMe = (person: Invited) => person.kind === 'user' && person.id === scope.userId
  await trx
    .insertInto('event_attendees')
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
  await notify(trx, scope, {
    event: 'event_invitation',
    userIds: await usersOf(trx, event.agency_id, added),
    title: `${scope.name} invited you to ${event.title}`,
    link: links.event(event.id),
  })
}

/** The accounts behind attendees; a client company stands for all its people. */
export async function usersOf(
  trx: Trx,
  agencyId: AgencyId | null,
  people: readonly { kind: 'user' | 'client'; id: string }[],
): Promise<string[]> {
  const users = people.filter((person) => person.kind === 'user').map((person) => person.id)
  if (agencyId === null) return users
  for (const person of people) {
    if (person.kind === 'client') users.push(...(await usersOfClient(trx, agencyId, person.id)))
  }
  return users
}

export const recordEvent = (
  trx: Trx,
  scope: Scope,
  event: { id: string; title: string; agency_id: AgencyId | null },
  verb: 'created' | 'updated' | 'moved' | 'cancelled',
): Promise<void> =>
  recordActivity(trx, scope, {
    action: `event.${verb}`,
    subject: { type: 'event', id: event.id },
    agencyId: event.agency_id,
    touches: ['schedule'],
    summary: `${event.title} ${verb === 'created' ? 'scheduled' : verb}`,
  })

/** Every change of an event, also of one occurrence, makes it a new version. */
export async function bumpVersion(trx: Trx, scope: Scope, event: EventRow): Promise<void> {
  await trx
    .updateTable('events')
    .set({ version: event.version + 1, updated_at: toInstant(scope.now) })
    .where('id', '=', event.id)
    .where('version', '=', event.version)
    .execute()
}
