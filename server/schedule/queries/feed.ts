import { isRole } from '#shared/roles.ts'
import type { ScheduleFeedDto } from '#shared/schedule.ts'
import { calendarOf, maySignIn } from '../../auth/gate.ts'
import type { Scope } from '../../auth/scope.ts'
import { hashSecret } from '../../auth/sessions.ts'
import type { Db } from '../../db/schema.ts'
import { addDays, toInstant } from '../../db/values.ts'
import type { StoredException } from '../rules/occurrences.ts'
import { type AttendeeRow, attendeesOf, type EventRow, exceptionsOf, visibleEvents } from './events.ts'

export async function feedStatus(db: Db, scope: Scope): Promise<ScheduleFeedDto> {
  const feed = await db
    .selectFrom('schedule_feeds')
    .select(['created_at', 'last_read_at'])
    .where('user_id', '=', scope.userId)
    .executeTakeFirst()
  return {
    active: feed !== undefined,
    created_at: feed?.created_at ?? null,
    last_read_at: feed?.last_read_at ?? null,
  }
}

/** Whose calendar the secret opens, by the rules of signing in; null when nobody's. */
export async function feedOwner(db: Db, secret: string, now: Date): Promise<Scope | null> {
  const owner = await db
    .selectFrom('schedule_feeds')
    .innerJoin('users', 'users.id', 'schedule_feeds.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'profiles.agency_id')
        .onRef('clients.id', '=', 'profiles.client_id'),
    )
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.user_id', '=', 'users.id')
        .onRef('client_contacts.client_id', '=', 'profiles.client_id'),
    )
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .leftJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select([
      'profiles.user_id',
      'profiles.name',
      'profiles.email',
      'profiles.role',
      'profiles.agency_id',
      'profiles.client_id',
      'profiles.employee_id',
      'users.disabled_at',
      'clients.portal_access',
      'client_contacts.portal_access as contact_access',
      'employees.deactivated_at',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
      'user_preferences.week_start',
    ])
    .where('schedule_feeds.token_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  if (owner === undefined || !maySignIn(owner)) return null
  return {
    userId: owner.user_id,
    name: owner.name,
    email: owner.email,
    role: isRole(owner.role) ? owner.role : null,
    agencyId: owner.agency_id,
    clientId: owner.client_id,
    employeeId: owner.employee_id,
    ...calendarOf(owner),
    now,
  }
}

export interface FeedEvent {
  event: EventRow
  exceptions: StoredException[]
  attendees: AttendeeRow[]
}

const PAST_DAYS = 90
const MAX_FEED_EVENTS = 2000

/** Events of the last three months and all to come, series whole. */
export async function feedEvents(db: Db, scope: Scope): Promise<FeedEvent[]> {
  const since = toInstant(addDays(scope.now, -PAST_DAYS))
  const rows = await visibleEvents(db, scope)
    .where((eb) =>
      eb.or([
        eb.and([eb('events.rrule', 'is', null), eb('events.ends_at', '>=', since)]),
        eb.and([eb('events.rrule', 'is not', null), eb('events.last_ends_at', 'is', null)]),
        eb('events.last_ends_at', '>=', since),
      ]),
    )
    .orderBy('events.starts_at', 'desc')
    .limit(MAX_FEED_EVENTS)
    .execute()
  const ids = rows.map((row) => row.id)
  const [exceptions, attendees] = await Promise.all([exceptionsOf(db, ids), attendeesOf(db, ids)])
  return rows.map((event) => ({
    event,
    exceptions: exceptions.get(event.id) ?? [],
    attendees: attendees.get(event.id) ?? [],
  }))
}
