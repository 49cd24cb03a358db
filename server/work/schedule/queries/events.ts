import { setImmediate } from 'node:timers/promises'
import type { AttendeeDto } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import type { InstantRange } from '../../../base/adapters/zone.ts'
import { AppError, conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin, shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { durationOf, expand, type Occurrence, override, type StoredException } from '../rules/occurrences.ts'
import { fromRrule } from '../rules/recurrence.ts'

export type EventRow = Awaited<ReturnType<ReturnType<typeof eventRows>['executeTakeFirstOrThrow']>>
export type AttendeeRow = AttendeeDto & { event_id: string }

/** The rows of the events visible to the caller. */
export function eventRows(ctx: Ctx) {
  return selectFrom(ctx, 'events')
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
}

/** One event visible to the caller; throws NOT_FOUND if missing or not accessible. */
export async function requireEvent(ctx: UserCtx, id: string): Promise<EventRow> {
  const row = await eventRows(ctx).where('events.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This event')
  return row
}

/** All visible occurrences that overlap the range, in order, at most `limit`. */
export async function occurrencesIn(
  ctx: UserCtx,
  range: InstantRange,
  limit: number,
): Promise<{ events: EventDto[]; truncated: boolean }> {
  const rows = await eventRows(ctx)
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
  const [exceptions, attendees] = await Promise.all([exceptionsOf(ctx, ids), attendeesOf(ctx, ids)])
  const found: { row: EventRow; occurrence: Occurrence }[] = []
  for (const [index, row] of rows.entries()) {
    for (const occurrence of expand(row, exceptions.get(row.id) ?? [], range)) found.push({ row, occurrence })
    if (index % ROWS_IN_A_TURN === ROWS_IN_A_TURN - 1) await setImmediate()
  }
  found.sort((a, b) => compare(a.occurrence.starts_at, b.occurrence.starts_at) || compare(a.row.id, b.row.id))
  const events = found
    .slice(0, limit)
    .map(({ row, occurrence }) => toEvent(row, occurrence, attendees.get(row.id) ?? [], ctx))
  return { events, truncated: found.length > limit || rows.length > limit }
}

/** Yields to the event loop after this many. */
const ROWS_IN_A_TURN = 25

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** How far ahead to look for an event's next occurrence. */
const LOOK_AHEAD_DAYS = 400

/** One occurrence by its original start; defaults to the next one, or the first if none are upcoming. */
export async function occurrenceOf(ctx: UserCtx, id: string, start: string | null): Promise<EventDto> {
  const row = await requireEvent(ctx, id)
  const exceptions = (await exceptionsOf(ctx, [id])).get(id) ?? []
  const occurrence =
    (start === null ? nextOccurrence(row, exceptions, ctx.now) : null) ??
    namedOccurrence(row, exceptions, start ?? row.starts_at)
  if (occurrence === undefined) throw notFound('This event')
  return toEvent(row, occurrence, (await attendeesOf(ctx, [id])).get(id) ?? [], ctx)
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

export async function exceptionsOf(ctx: Ctx, eventIds: string[]): Promise<Map<string, StoredException[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'event_exceptions')
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

export async function attendeesOf(ctx: Ctx, eventIds: string[]): Promise<Map<string, AttendeeRow[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'event_attendees')
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

/** Organizers can edit their events, owners their agency's, administrators the platform's. */
export function mayEdit(event: Pick<EventRow, 'organizer_id' | 'agency_id'>, ctx: UserCtx): boolean {
  if (event.organizer_id === shownUserId(ctx)) return true
  if (event.agency_id === null) return isPlatformAdmin(ctx)
  return ctx.actor.role === 'agency_admin' && event.agency_id === ctx.reach.agencyId
}

/**
 * The event to be changed: throws NOT_FOUND if not visible, FORBIDDEN if not editable, CONFLICT if outdated.
 */
export async function requireEditable(
  ctx: UserCtx,
  input: { id: string; version: number },
): Promise<EventRow> {
  const event = await requireEvent(ctx, input.id)
  if (!mayEdit(event, ctx)) {
    throw new AppError('FORBIDDEN', 'Only the organizer or the agency owner can change this event.')
  }
  if (event.version !== input.version) throw conflict('This event')
  return event
}

/** The fields common to all calendar events. */
export const aboutEvent = (event: Pick<EventRow, 'id' | 'title' | 'agency_id'>) => ({
  id: event.id,
  agencyId: event.agency_id,
  title: event.title,
})

export const isMe = (attendee: AttendeeDto, ctx: UserCtx): boolean =>
  attendee.kind === 'user' ? attendee.id === shownUserId(ctx) : attendee.id === ctx.reach.clientId

function toEvent(row: EventRow, occurrence: Occurrence, attendees: AttendeeRow[], ctx: UserCtx): EventDto {
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
    my_reply: attendees.find((attendee) => isMe(attendee, ctx))?.reply ?? null,
    recurrence: row.rrule === null ? null : fromRrule(row.rrule, row.timezone),
    is_exception: occurrence.is_exception,
    reminder_minutes: row.reminder_minutes,
    can_edit: mayEdit(row, ctx),
    version: row.version,
  }
}
