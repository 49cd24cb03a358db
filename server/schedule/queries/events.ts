import type { AttendeeDto, EventDto } from '#shared/schedule.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { notFound } from '../../errors.ts'
import type { InstantRange } from '../../services/zone.ts'
import { durationOf, expand, type Occurrence, override, type StoredException } from '../rules/occurrences.ts'
import { fromRrule } from '../rules/recurrence.ts'

export type EventRow = Awaited<ReturnType<ReturnType<typeof visibleEvents>['executeTakeFirstOrThrow']>>
export type AttendeeRow = AttendeeDto & { event_id: string }

/**
 * Staff see their agency's events, the platform's administrators the platform's, and everybody the events
 * they organise or are invited to; that is all a client sees.
 */
export function visibleEvents(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const seesAgency = scope.role === 'agency_admin' || scope.role === 'employee'
  return db
    .selectFrom('events')
    .leftJoin('agencies', 'agencies.id', 'events.agency_id')
    .innerJoin('profiles as organizers', 'organizers.user_id', 'events.organizer_id')
    .select([
      'events.id',
      'events.agency_id',
      'agencies.name as agency_name',
      'events.organizer_id',
      'organizers.name as organizer_name',
      'events.title',
      'events.description',
      'events.type',
      'events.location',
      'events.status',
      'events.timezone',
      'events.starts_at',
      'events.ends_at',
      'events.rrule',
      'events.reminder_minutes',
      'events.version',
      'events.created_at',
      'events.updated_at',
    ])
    .where((eb) =>
      eb.or([
        eb('events.organizer_id', '=', scope.userId),
        eb.exists(
          eb
            .selectFrom('event_attendees')
            .select('event_attendees.id')
            .whereRef('event_attendees.event_id', '=', 'events.id')
            .where((sub) =>
              sub.or([
                sub('event_attendees.user_id', '=', scope.userId),
                sub('event_attendees.client_id', '=', scope.clientId ?? 'none'),
              ]),
            ),
        ),
        ...(seesAgency ? [eb('events.agency_id', '=', agencyId)] : []),
        ...(isPlatformAdmin(scope) ? [eb('events.agency_id', 'is', null)] : []),
      ]),
    )
}

/** One event the caller may see; NOT_FOUND when it is missing or foreign. */
export async function findEvent(db: Db, scope: Scope, id: string): Promise<EventRow> {
  const row = await visibleEvents(db, scope).where('events.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This event')
  return row
}

/** Every occurrence the caller may see that touches the range, in order, at most `limit`. */
export async function occurrencesIn(
  db: Db,
  scope: Scope,
  range: InstantRange,
  limit: number,
): Promise<{ events: EventDto[]; truncated: boolean }> {
  const rows = await visibleEvents(db, scope)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('events.starts_at', '<', range.to),
          eb.or([
            eb.and([eb('events.rrule', 'is', null), eb('events.ends_at', '>', range.from)]),
            eb.and([
              eb('events.rrule', 'is not', null),
              eb.or([eb('events.last_ends_at', 'is', null), eb('events.last_ends_at', '>=', range.from)]),
            ]),
          ]),
        ]),
        eb.exists(
          eb
            .selectFrom('event_exceptions')
            .select('event_exceptions.event_id')
            .whereRef('event_exceptions.event_id', '=', 'events.id')
            .where('event_exceptions.starts_at', '<', range.to)
            .where('event_exceptions.ends_at', '>', range.from),
        ),
      ]),
    )
    .orderBy('events.starts_at', 'desc')
    .limit(limit + 1)
    .execute()
  const ids = rows.map((row) => row.id)
  const [exceptions, attendees] = await Promise.all([exceptionsOf(db, ids), attendeesOf(db, ids)])
  const events = rows
    .flatMap((row) =>
      expand(row, exceptions.get(row.id) ?? [], range).map((occurrence) =>
        toEvent(row, occurrence, attendees.get(row.id) ?? [], scope),
      ),
    )
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at) || a.id.localeCompare(b.id))
  return { events: events.slice(0, limit), truncated: events.length > limit || rows.length > limit }
}

/** How far ahead the next occurrence of an event is looked for. */
const LOOK_AHEAD_DAYS = 400

/** One occurrence by the start its rule gave it; by default the next, or the first when none is to come. */
export async function occurrenceOf(
  db: Db,
  scope: Scope,
  id: string,
  start: string | null,
): Promise<EventDto> {
  const row = await findEvent(db, scope, id)
  const exceptions = (await exceptionsOf(db, [id])).get(id) ?? []
  const occurrence =
    (start === null ? nextOccurrence(row, exceptions, scope.now) : null) ??
    namedOccurrence(row, exceptions, start ?? row.starts_at)
  if (occurrence === undefined) throw notFound('This event')
  return toEvent(row, occurrence, (await attendeesOf(db, [id])).get(id) ?? [], scope)
}

function nextOccurrence(row: EventRow, exceptions: StoredException[], now: Date): Occurrence | undefined {
  const to = new Date(now.getTime() + LOOK_AHEAD_DAYS * 86_400_000).toISOString()
  return expand(row, exceptions, { from: now.toISOString(), to }).toSorted((a, b) =>
    a.starts_at.localeCompare(b.starts_at),
  )[0]
}

function namedOccurrence(
  row: EventRow,
  exceptions: StoredException[],
  start: string,
): Occurrence | undefined {
  const exception = exceptions.find((candidate) => candidate.occurrence_start === start)
  if (exception?.cancelled === 0) return override(row, exception)
  const instant = { from: start, to: new Date(Date.parse(start) + 1).toISOString() }
  return expand(row, exceptions, instant).find((candidate) => candidate.occurrence_start === start)
}

export async function exceptionsOf(db: Db, eventIds: string[]): Promise<Map<string, StoredException[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_exceptions')
    .select([
      'event_id',
      'occurrence_start',
      'cancelled',
      'title',
      'description',
      'type',
      'location',
      'status',
      'starts_at',
      'ends_at',
    ])
    .where('event_id', 'in', eventIds)
    .orderBy('occurrence_start')
    .execute()
  return Map.groupBy(rows, (row) => row.event_id)
}

export async function attendeesOf(db: Db, eventIds: string[]): Promise<Map<string, AttendeeRow[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_attendees')
    .leftJoin('profiles', 'profiles.user_id', 'event_attendees.user_id')
    .leftJoin('clients', 'clients.id', 'event_attendees.client_id')
    .select([
      'event_attendees.event_id',
      'event_attendees.user_id',
      'event_attendees.client_id',
      'event_attendees.reply',
      'profiles.name as user_name',
      'clients.name as client_name',
    ])
    .where('event_attendees.event_id', 'in', eventIds)
    .orderBy('event_attendees.position')
    .execute()
  const attendees = rows.map(
    (row): AttendeeRow => ({
      event_id: row.event_id,
      kind: row.user_id === null ? 'client' : 'user',
      id: row.user_id ?? row.client_id ?? '',
      name: row.user_name ?? row.client_name ?? '',
      reply: row.reply,
    }),
  )
  return Map.groupBy(attendees, (attendee) => attendee.event_id)
}

/** Organisers change their events; owners those of the agency, administrators those of the platform. */
export function mayEdit(event: Pick<EventRow, 'organizer_id' | 'agency_id'>, scope: Scope): boolean {
  if (event.organizer_id === scope.userId) return true
  if (event.agency_id === null) return isPlatformAdmin(scope)
  return scope.role === 'agency_admin' && event.agency_id === scope.agencyId
}

export const isMe = (attendee: AttendeeDto, scope: Scope): boolean =>
  attendee.kind === 'user' ? attendee.id === scope.userId : attendee.id === scope.clientId

function toEvent(row: EventRow, occurrence: Occurrence, attendees: AttendeeRow[], scope: Scope): EventDto {
  return {
    id: row.id,
    occurrence_start: occurrence.occurrence_start,
    starts_at: occurrence.starts_at,
    ends_at: occurrence.ends_at,
    duration_minutes: Math.round(durationOf(occurrence) / 60_000),
    timezone: row.timezone,
    title: occurrence.title,
    description: occurrence.description,
    type: occurrence.type,
    location: occurrence.location,
    status: occurrence.status,
    agency_id: row.agency_id,
    agency_name: row.agency_name,
    organizer: { id: row.organizer_id, name: row.organizer_name },
    attendees: attendees.map(({ kind, id, name, reply }) => ({ kind, id, name, reply })),
    my_reply: attendees.find((attendee) => isMe(attendee, scope))?.reply ?? null,
    recurrence: row.rrule === null ? null : fromRrule(row.rrule, row.timezone),
    is_exception: occurrence.is_exception,
    reminder_minutes: row.reminder_minutes,
    can_edit: mayEdit(row, scope),
    version: row.version,
  }
}
