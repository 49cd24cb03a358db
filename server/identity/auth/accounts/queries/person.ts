import type { SelectQueryBuilder } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { type Param, prepare } from '../../../../base/core/rows/prepare.ts'
import type { Person } from '../../../../base/core/rows/reach.ts'
import { selectFrom, unscoped } from '../../../../base/core/rows/rows.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { toInstant } from '../../../../base/db/values.ts'

/** Joins a person's access data to a query that selects their user. */
export function joinPerson<Tables extends keyof Schema, Selected>(
  query: SelectQueryBuilder<Schema, Tables | 'users', Selected>,
) {
  return (query as unknown as SelectQueryBuilder<Schema, 'users', Selected>)
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('agencies', 'agencies.id', 'profiles.agency_id')
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
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select((eb) => [
      'users.id as user_id',
      'users.email',
      'users.disabled_at',
      eb.fn.coalesce('profiles.name', 'users.email').as('name'),
      'profiles.role',
      'agencies.id as agency_id',
      'agencies.suspended_at',
      'profiles.client_id',
      'profiles.employee_id',
      'clients.portal_access',
      'clients.archived_at as client_archived_at',
      'client_contacts.portal_access as contact_access',
      'client_contacts.can_see_projects',
      'client_contacts.can_see_billing',
      'employees.deactivated_at',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
      'user_preferences.week_start',
    ])
}

export type PersonRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof joinPerson<'users', object>>['executeTakeFirst']>>
>

/** Whether an authenticated person may sign in. A user without a profile may not. */
export function maySignIn(
  row: Pick<
    PersonRow,
    'disabled_at' | 'role' | 'portal_access' | 'client_archived_at' | 'contact_access' | 'deactivated_at'
  >,
): boolean {
  if (row.role === null || row.disabled_at !== null || row.deactivated_at !== null) return false
  return !(
    row.role === 'client' &&
    (row.portal_access === 0 || row.contact_access === 0 || row.client_archived_at !== null)
  )
}

/** The profiles of people who may sign in: `maySignIn` as a query. */
export const selectMembers = (ctx: Ctx) =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'profiles.agency_id')
        .onRef('clients.id', '=', 'profiles.client_id'),
    )
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.user_id', '=', 'profiles.user_id')
        .onRef('client_contacts.client_id', '=', 'profiles.client_id'),
    )
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .where('users.disabled_at', 'is', null)
    .where('employees.deactivated_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('profiles.role', '!=', 'client'),
        eb.and([
          eb('clients.portal_access', 'is distinct from', 0),
          eb('clients.archived_at', 'is', null),
          eb('client_contacts.portal_access', 'is distinct from', 0),
        ]),
      ]),
    )

/** Converts a joined row to a person. */
export const toPerson = (row: PersonRow): Person => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  agencyId: row.agency_id,
  clientId: row.client_id,
  employeeId: row.employee_id,
  contact:
    row.contact_access === null
      ? undefined
      : { seesProjects: row.can_see_projects === 1, seesBilling: row.can_see_billing === 1 },
  suspended: row.suspended_at !== null,
  zone: row.own_zone ?? undefined,
  booksZone: row.agency_zone ?? undefined,
  weekStart: row.week_start ?? undefined,
})

export type SessionRow = Awaited<ReturnType<typeof findBySession>>[number]

/** Finds the session with the stored id, and its user. */
export const findBySession = prepare((ctx, param: Param<{ id: string }>) =>
  joinPerson(
    unscoped(ctx)
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.expires_at as session_expires_at',
        'sessions.absolute_expires_at as session_absolute_expires_at',
        'sessions.last_seen_at as session_last_seen_at',
        'sessions.view_as_agency_id',
      ])
      .where('sessions.id', '=', param('id')),
  ),
)

/** Finds the valid access token with the hash, and its user. */
export const findByToken = (ctx: Ctx, hash: string) =>
  joinPerson(
    unscoped(ctx)
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .select(['api_tokens.id as token_id', 'api_tokens.scopes'])
      .where('api_tokens.token_hash', '=', hash)
      .where('api_tokens.expires_at', '>', toInstant(ctx.now)),
  ).executeTakeFirst()

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Finds an account by email (lower case), with its password hash; undefined if unknown. */
export const findAccount = (ctx: Ctx, email: string) =>
  joinPerson(
    unscoped(ctx)
      .selectFrom('users')
      .select(['users.password_hash', 'users.email_verified_at'])
      .where('users.email', '=', email),
  )
    .select('profiles.last_login')
    .executeTakeFirst()

/** Finds a person by their user id; undefined if there is none. */
export const findPerson = (ctx: Ctx, userId: string) =>
  joinPerson(unscoped(ctx).selectFrom('users').where('users.id', '=', userId)).executeTakeFirst()

/** The agency's primary owner and zone, for someone who views the agency without belonging to it. */
export async function ownerOfAgency(ctx: Ctx, agencyId: AgencyId) {
  const { owner_id, timezone } = await selectFrom(ctx, 'agencies')
    .select(['owner_id', 'timezone'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const owner = await findPerson(ctx, owner_id)
  return { owner: owner && toPerson(owner), timezone }
}
