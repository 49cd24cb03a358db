import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import type { Services } from '../../base/core/context.ts'
import { systemContext } from '../../base/core/rows/reach.ts'
import { hashSecret, newSecret } from '../../base/core/secret-box.ts'
import { toInstant } from '../../base/db/values.ts'
import { createSession, prolongSession } from './access/commands/create-session.ts'
import { findBySession, type SessionRow } from './accounts/queries/person.ts'
import { deleteExpiredSessions, endSession } from './tokens/commands/end-sessions.ts'

const IDLE_DAYS = 10

interface SessionAttributes {
  short: boolean
  ip: string | null
  user_agent: string | null
}

export interface StartedSession {
  /** SHA-256 of the cookie's value, as stored. */
  sessionId: string
  /** The Set-Cookie header's value. */
  cookie: string
}

export const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

const FIRST_PORT = '3000'
/** The port at the end of an origin. Parsing it as a URL for each request would cost more than the rest. */
const PORT = /:(\d+)$/

/** Browsers share cookies between the ports of a host, on which there can be more than one portal. */
export function cookieName(publicUrl: string, of: 'session' | 'device'): string {
  const port = PORT.exec(publicUrl)?.[1]
  const name = port === undefined || port === FIRST_PORT ? `foyer_${of}` : `foyer_${of}_${port}`
  return isHttps(publicUrl) ? `__Host-${name}` : name
}

/** Lucia on our tables; if the services' `db` is a transaction, sessions are created inside it. */
export function createLucia(services: Services) {
  const { publicUrl } = services.config
  return new Lucia<SessionAttributes, SessionRow>(createAdapter(services), {
    sessionExpiresIn: new TimeSpan(IDLE_DAYS, 'd'),
    sessionCookie: {
      name: cookieName(publicUrl, 'session'),
      attributes: { secure: isHttps(publicUrl), sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (row) => row,
  })
}
export type SessionLucia = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: SessionLucia
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: SessionRow
  }
}

/** Starts a session with a new id, to prevent session fixation. */
export async function startSession(
  services: Services,
  userId: string,
  attributes: SessionAttributes,
): Promise<StartedSession> {
  const lucia = createLucia(services)
  const session = await lucia.createSession(userId, attributes, { sessionId: newSecret() })
  return { sessionId: hashSecret(session.id), cookie: lucia.createSessionCookie(session.id).serialize() }
}

/** The Set-Cookie header with the session's secret. */
export const sessionCookie = (services: Services, secret: string): string =>
  createLucia(services).createSessionCookie(secret).serialize()

export const blankSessionCookie = (services: Services): string =>
  createLucia(services).createBlankSessionCookie().serialize()

/** Stores only hashes of ids. */
function createAdapter(services: Services): Adapter {
  const { db } = systemContext({ services })
  const { clock } = services
  // Lucia uses the system clock, so instants are shifted to make the injected clock decide.
  const toSystem = (instant: string) => new Date(new Date(instant).getTime() + Date.now() - clock().getTime())
  const toStored = (date: Date) => toInstant(new Date(date.getTime() - Date.now() + clock().getTime()))

  return {
    async getSessionAndUser(rawId) {
      const [row] = await findBySession(systemContext({ services }), { id: hashSecret(rawId) })
      if (row === undefined || row.session_absolute_expires_at <= toInstant(clock())) return [null, null]
      const session: DatabaseSession = {
        id: rawId,
        userId: row.user_id,
        expiresAt: toSystem(row.session_expires_at),
        attributes: { short: false, ip: null, user_agent: null },
      }
      return [session, { id: row.user_id, attributes: row }]
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const { short, ip, user_agent: userAgent } = attributes
      const stored = { id: hashSecret(id), userId, expiresAt: toStored(expiresAt), short, ip, userAgent }
      await createSession(db, stored, clock())
    },
    updateSessionExpiration: (rawId, expiresAt) =>
      prolongSession(db, hashSecret(rawId), toStored(expiresAt), clock()),
    deleteSession: (rawId) => endSession(db, hashSecret(rawId)),
    // The portal ends sessions in the transaction that causes it, and lists them without raw ids.
    deleteUserSessions: () => Promise.reject(new Error('sessions are ended by endUserSessions')),
    deleteExpiredSessions: () => deleteExpiredSessions(db, clock()),
    getUserSessions: async () => [],
  }
}
