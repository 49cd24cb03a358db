import { PLATFORM_ZONE } from '#shared/dates.ts'
import { type AgencyId, isRole } from '#shared/roles.ts'
import { agencyZone } from '../agencies/queries.ts'
import { touchApiToken } from '../api-tokens/commands.ts'
import type { Db } from '../db/schema.ts'
import { toInstant } from '../db/values.ts'
import type { Services } from '../trpc/context.ts'
import type { Scope } from './scope.ts'
import { createLucia, hashSecret, joinPerson, type SessionLucia, type SessionUser } from './sessions.ts'

export interface ResolvedSession {
  scope: Scope
  /** SHA-256 of the cookie's value. */
  sessionId: string
  /** A refreshed Set-Cookie value when the session was prolonged. */
  cookie: string | null
}

const luciaByServices = new WeakMap<Services, SessionLucia>()

/**
 * Says who is calling: by an access token where the request brings one, else by its cookie. Only the
 * token counts then, so that no other page can call along with somebody's cookie.
 */
export async function resolveCaller(
  services: Services,
  headers: { cookie?: string; authorization?: string },
): Promise<{ scope: Scope; sessionId: string | null; cookie: string | null } | null> {
  const token = bearerToken(headers.authorization)
  if (token === null) return resolveSession(services, headers.cookie)
  const scope = await resolveToken(services, token)
  return scope === null ? null : { scope, sessionId: null, cookie: null }
}

/** The token of an `Authorization: Bearer` header; null without one. */
export const bearerToken = (header: string | undefined): string | null =>
  /^bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null

/**
 * Says who is calling by the cookie header, read afresh on every request: a session that ended, a
 * disabled user, a deactivated contributor or a client without portal access is nobody.
 */
export async function resolveSession(
  services: Services,
  cookieHeader: string | undefined,
): Promise<ResolvedSession | null> {
  const lucia = luciaFor(services)
  const rawId = readCookie(lucia, cookieHeader)
  if (rawId === null) return null
  const { session, user } = await lucia.validateSession(rawId)
  if (session === null || !maySignIn(user)) return null
  return {
    scope: await viewedAs(services.db, toScope(user, services.clock()), user.view_as_agency_id),
    sessionId: hashSecret(rawId),
    cookie: session.fresh ? lucia.createSessionCookie(rawId).serialize() : null,
  }
}

/** The rules that keep a person with a right password out; also asked at sign-in. */
export function maySignIn(
  user: Pick<SessionUser, 'disabled_at' | 'role' | 'portal_access' | 'contact_access' | 'deactivated_at'>,
): boolean {
  if (user.disabled_at !== null || user.deactivated_at !== null) return false
  return !(user.role === 'client' && (user.portal_access === 0 || user.contact_access === 0))
}

/** The owner of a token that has not expired, held to what the token may do. */
async function resolveToken({ db, clock }: Services, token: string): Promise<Scope | null> {
  const now = clock()
  const row = await joinPerson(
    db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .select(['api_tokens.id as token_id', 'api_tokens.access'])
      .where('api_tokens.token_hash', '=', hashSecret(token))
      .where('api_tokens.expires_at', '>', toInstant(now)),
  ).executeTakeFirst()
  if (row === undefined || !maySignIn(row)) return null
  await touchApiToken(db, row.token_id, now)
  const scope: Scope = { ...toScope(row, now), program: true }
  return row.access === 'read' ? { ...scope, readOnly: 'token' } : scope
}

const toScope = (user: Omit<SessionUser, 'view_as_agency_id'>, now: Date): Scope => ({
  userId: user.user_id,
  name: user.name,
  email: user.email,
  role: isRole(user.role) ? user.role : null,
  agencyId: user.agency_id,
  clientId: user.client_id,
  employeeId: user.employee_id,
  contact:
    user.contact_access === null
      ? undefined
      : { seesProjects: user.can_see_projects === 1, seesBilling: user.can_see_billing === 1 },
  suspended: user.suspended_at !== null,
  ...calendarOf(user),
  now,
})

/** Which days count for a person: their own choice, else their agency's, else the platform's. */
export const calendarOf = (
  person: Pick<SessionUser, 'own_zone' | 'agency_zone' | 'week_start'>,
): Pick<Scope, 'zone' | 'booksZone' | 'weekStart'> => {
  const booksZone = person.agency_zone ?? PLATFORM_ZONE
  return { zone: person.own_zone ?? booksZone, booksZone, weekStart: person.week_start ?? 'monday' }
}

/** A platform administrator who looks at an agency sees what its owner sees, and changes nothing. */
export async function viewedAs(db: Db, scope: Scope, agencyId: AgencyId | null): Promise<Scope> {
  if (agencyId === null || scope.role !== 'super_admin') return scope
  const zone = await agencyZone(db, agencyId)
  return { ...scope, role: 'agency_admin', agencyId, zone, booksZone: zone, readOnly: 'view-as' }
}

function luciaFor(services: Services): SessionLucia {
  let lucia = luciaByServices.get(services)
  if (lucia === undefined) {
    lucia = createLucia(services)
    luciaByServices.set(services, lucia)
  }
  return lucia
}

/** Null for a header that is missing, malformed or names no session of ours. */
function readCookie(lucia: SessionLucia, header: string | undefined): string | null {
  if (header === undefined || header.length > 8192) return null
  try {
    return lucia.readSessionCookie(header) || null
  } catch {
    return null
  }
}
