import { isRole } from '#shared/roles.ts'
import type { Services } from '../trpc/context.ts'
import type { Scope } from './scope.ts'
import { createLucia, hashSecret, type SessionLucia, type SessionUser } from './sessions.ts'

export interface ResolvedSession {
  scope: Scope
  /** SHA-256 of the cookie's value. */
  sessionId: string
  /** A refreshed Set-Cookie value when the session was prolonged. */
  cookie: string | null
}

const luciaByServices = new WeakMap<Services, SessionLucia>()

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
    scope: toScope(user, services.clock()),
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

const toScope = (user: SessionUser, now: Date): Scope => ({
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
  now,
})

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
