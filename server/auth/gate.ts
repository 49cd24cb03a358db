import { parseScopes } from '#shared/token-scopes.ts'
import type { Services, UserCtx } from '../core/context.ts'
import { type Person, personContext, systemContext } from '../core/reach.ts'
import { touchToken } from './commands/touch-token.ts'
import { findByToken, maySignIn, type SessionRow, toPerson, zoneOfAgency } from './queries/person.ts'
import { createLucia, hashSecret, type SessionLucia } from './sessions.ts'

export interface ResolvedSession {
  ctx: UserCtx
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
  ip: string,
): Promise<{ ctx: UserCtx; sessionId: string | null; cookie: string | null } | null> {
  const token = bearerToken(headers.authorization)
  if (token === null) return resolveSession(services, headers.cookie)
  const person = await resolveToken(services, token, ip)
  return person === null ? null : { ctx: personContext({ services }, person), sessionId: null, cookie: null }
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
    ctx: personContext({ services }, await viewedAs(services, user)),
    sessionId: hashSecret(rawId),
    cookie: session.fresh ? lucia.createSessionCookie(rawId).serialize() : null,
  }
}

/** The owner of a token that has not expired, held to what the token covers. */
async function resolveToken(services: Services, token: string, ip: string): Promise<Person | null> {
  const ctx = systemContext({ services })
  const row = await findByToken(ctx, hashSecret(token))
  if (row === undefined || !maySignIn(row)) return null
  await touchToken(ctx, row.token_id, ip)
  return { ...toPerson(row), scopes: parseScopes(row.scopes) }
}

/** A platform administrator who looks at an agency sees what its owner sees, and changes nothing. */
async function viewedAs(services: Services, row: SessionRow): Promise<Person> {
  const person = toPerson(row)
  const agencyId = row.view_as_agency_id
  if (agencyId === null || person.role !== 'super_admin') return person
  const zone = await zoneOfAgency(systemContext({ services }), agencyId)
  return { ...person, role: 'agency_admin', agencyId, zone, booksZone: zone, readOnly: 'view-as' }
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
