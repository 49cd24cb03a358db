import { API_TOKEN_PREFIX } from '#shared/identity/api-tokens.ts'
import { parseScopes } from '#shared/identity/token-scopes.ts'
import { type AppError, agencyMoved, tokenInvalid } from '../../base/core/calls/errors.ts'
import type { Services, UserCtx } from '../../base/core/context.ts'
import { type Person, personContext, systemContext } from '../../base/core/rows/reach.ts'
import { hashSecret } from '../../base/core/secret-box.ts'
import { findMovedKey } from '../../base/db/agency-move/moved-keys.ts'
import { touchSession } from './access/commands/create-session.ts'
import {
  findByToken,
  maySignIn,
  ownerOfAgency,
  type SessionRow,
  toPerson,
} from './accounts/queries/person.ts'
import { createLucia, type SessionLucia } from './sessions.ts'
import { touchToken } from './tokens/commands/touch-token.ts'

export interface ResolvedSession {
  ctx: UserCtx
  /** SHA-256 of the cookie's value. */
  sessionId: string
  /** The new Set-Cookie header if the session was extended. */
  cookie: string | null
}

const luciaByServices = new WeakMap<Services, SessionLucia>()

/**
 * Identifies the caller by the request's access token, if any, else by its cookie. With a token the cookie is
 * ignored, so that other pages can't use it. Throws UNAUTHORIZED for an invalid token, FORBIDDEN if its agency has moved.
 */
export async function resolveCaller(
  services: Services,
  headers: { cookie?: string; authorization?: string },
  ip: string,
): Promise<{ ctx: UserCtx; sessionId: string | null; cookie: string | null } | null> {
  const token = accessToken(headers.authorization)
  if (token === null) return resolveSession(services, headers.cookie, ip)
  const person = await resolveToken(services, token, ip)
  if (person === null) throw await unknownToken(services, token)
  return { ctx: personContext({ services }, person), sessionId: null, cookie: null }
}

/** The error for a token that identifies no one; if its agency has moved, it names the new address. */
async function unknownToken({ db }: Services, token: string): Promise<AppError> {
  const moved = await findMovedKey(db, hashSecret(token))
  return moved === undefined ? tokenInvalid() : agencyMoved(moved)
}

/** The token of an `Authorization: Bearer` header; null without one. */
export const bearerToken = (header: string | undefined): string | null =>
  /^bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null

/** The portal's own token of the header; null for another, such as one added by a single sign-on proxy. */
export function accessToken(header: string | undefined): string | null {
  const token = bearerToken(header)
  return token?.startsWith(API_TOKEN_PREFIX) ? token : null
}

/**
 * Identifies the caller by the cookie header, checked on every request: returns null for ended sessions,
 * disabled users, deactivated contributors, and clients without portal access.
 */
export async function resolveSession(
  services: Services,
  cookieHeader: string | undefined,
  ip?: string,
): Promise<ResolvedSession | null> {
  const lucia = luciaFor(services)
  const rawId = readCookie(lucia, cookieHeader)
  if (rawId === null) return null
  const { session, user } = await lucia.validateSession(rawId)
  if (session === null || !maySignIn(user)) return null
  const ctx = personContext({ services }, await viewedAs(services, user))
  const sessionId = hashSecret(rawId)
  await touchSession(ctx, { id: sessionId, seenAt: user.session_last_seen_at, ip })
  return {
    ctx,
    sessionId,
    cookie: session.fresh ? lucia.createSessionCookie(rawId).serialize() : null,
  }
}

/** The owner of an unexpired token, limited to its scopes. */
async function resolveToken(services: Services, token: string, ip: string): Promise<Person | null> {
  const ctx = systemContext({ services })
  const row = await findByToken(ctx, hashSecret(token))
  if (row === undefined || !maySignIn(row)) return null
  await touchToken(ctx, row.token_id, ip)
  return { ...toPerson(row), scopes: parseScopes(row.scopes) }
}

/**
 * While viewing an agency, a platform administrator sees what its owner sees, including what is unread, and
 * can't change anything. What belongs to the account, such as sessions and tokens, remains the
 * administrator's own.
 */
async function viewedAs(services: Services, row: SessionRow): Promise<Person> {
  const person = toPerson(row)
  const agencyId = row.view_as_agency_id
  if (agencyId === null || person.role !== 'super_admin') return person
  const { owner, timezone } = await ownerOfAgency(systemContext({ services }), agencyId)
  return {
    ...person,
    role: 'agency_admin',
    agencyId,
    zone: owner?.zone ?? timezone,
    booksZone: timezone,
    weekStart: owner?.weekStart,
    readOnly: 'view-as',
    viewedUserId: owner?.userId,
  }
}

function luciaFor(services: Services): SessionLucia {
  let lucia = luciaByServices.get(services)
  if (lucia === undefined) {
    lucia = createLucia(services)
    luciaByServices.set(services, lucia)
  }
  return lucia
}

/** Null if the header is missing or malformed, or isn't a session of ours. */
function readCookie(lucia: SessionLucia, header: string | undefined): string | null {
  if (header === undefined || header.length > 8192) return null
  try {
    return lucia.readSessionCookie(header) || null
  } catch {
    return null
  }
}
