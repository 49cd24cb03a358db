import { hash, randomBytes } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import type { Config } from '../config.ts'
import { prepare } from '../db/prepare.ts'
import type { Db, Schema, Trx } from '../db/schema.ts'
import { addDays, toInstant } from '../db/values.ts'

const IDLE_DAYS = 10
const ABSOLUTE_DAYS = 30
/** Platform administrators and demo accounts sign in again each day. */
const SHORT_DAYS = 1

/** What the gate decides by; one row joined from session, user, profile, agency, client and contributor. */
export type SessionUser = Omit<SessionRow, 'session_expires_at' | 'session_absolute_expires_at'>

interface SessionAttributes {
  short: boolean
  ip: string | null
  user_agent: string | null
}

export interface SessionContext {
  db: Db
  config: Pick<Config, 'publicUrl'>
  clock: () => Date
}

export interface StartedSession {
  /** SHA-256 of the cookie's value, as it is stored. */
  sessionId: string
  /** The Set-Cookie header's value. */
  cookie: string
}

/** The stored form of an unguessable value: session ids and mailed tokens are kept as SHA-256 only. */
export const hashSecret = (secret: string): string => hash('sha256', secret)
/** 256 random bits, safe in a link or cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-foyer_session' : 'foyer_session'

/** Lucia on our tables; pass a transaction as `db` to start a session inside it. */
export function createLucia({ db, config, clock }: SessionContext) {
  return new Lucia<SessionAttributes, SessionUser>(createAdapter(db, clock), {
    sessionExpiresIn: new TimeSpan(IDLE_DAYS, 'd'),
    sessionCookie: {
      name: sessionCookieName(config.publicUrl),
      attributes: { secure: config.publicUrl.startsWith('https:'), sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (row) => row,
  })
}
export type SessionLucia = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: SessionLucia
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: SessionUser
  }
}

/** Opens a session with a new id, so that an id known before signing in is worth nothing. */
export async function startSession(
  context: SessionContext,
  userId: string,
  attributes: SessionAttributes,
): Promise<StartedSession> {
  const lucia = createLucia(context)
  const session = await lucia.createSession(userId, attributes, { sessionId: newSecret() })
  return { sessionId: hashSecret(session.id), cookie: lucia.createSessionCookie(session.id).serialize() }
}

export const blankSessionCookie = (context: SessionContext): string =>
  createLucia(context).createBlankSessionCookie().serialize()

/** Ends one session by its stored id; unknown ones are fine. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends a person's sessions everywhere, but for one they may keep. */
export async function endUserSessions(trx: Trx, userId: string, keep: string | null = null): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

/** Removes sessions nobody can use any more; returns nothing. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const instant = toInstant(now)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', instant), eb('absolute_expires_at', '<=', instant)]))
    .execute()
}

type SessionRow = Awaited<ReturnType<typeof findSession>>[number]

const findSession = prepare((db, params: { id: string }) =>
  joinPerson(
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.expires_at as session_expires_at',
        'sessions.absolute_expires_at as session_absolute_expires_at',
        'sessions.view_as_agency_id',
      ])
      .where('sessions.id', '=', params.id),
  ),
)

/** What decides about a person, joined to the query that found them. */
export function joinPerson<Tables extends keyof Schema, Selected>(
  query: SelectQueryBuilder<Schema, Tables | 'users', Selected>,
) {
  return (query as unknown as SelectQueryBuilder<Schema, 'users', Selected>)
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
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
    .select([
      'users.id as user_id',
      'users.disabled_at',
      'profiles.email',
      'profiles.name',
      'profiles.role',
      'agencies.id as agency_id',
      'agencies.suspended_at',
      'profiles.client_id',
      'profiles.employee_id',
      'clients.portal_access',
      'client_contacts.portal_access as contact_access',
      'client_contacts.can_see_projects',
      'client_contacts.can_see_billing',
      'employees.deactivated_at',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
      'user_preferences.week_start',
    ])
}

/** Stores only hashes of ids and adds a lifetime that no activity prolongs. */
function createAdapter(db: Db, clock: () => Date): Adapter {
  // Lucia reads the system's clock; instants are shifted so that an injected one decides.
  const toSystem = (instant: string) => new Date(new Date(instant).getTime() + Date.now() - clock().getTime())
  const toStored = (date: Date) => toInstant(new Date(date.getTime() - Date.now() + clock().getTime()))

  return {
    async getSessionAndUser(rawId) {
      const [row] = await findSession(db, { id: hashSecret(rawId) })
      if (row === undefined || row.session_absolute_expires_at <= toInstant(clock())) return [null, null]
      const { session_expires_at, session_absolute_expires_at: _absolute, ...user } = row
      const session: DatabaseSession = {
        id: rawId,
        userId: user.user_id,
        expiresAt: toSystem(session_expires_at),
        attributes: { short: false, ip: null, user_agent: null },
      }
      return [session, { id: user.user_id, attributes: user }]
    },
    async setSession(session) {
      const now = clock()
      const { short, ip, user_agent } = session.attributes
      await db
        .insertInto('sessions')
        .values({
          id: hashSecret(session.id),
          user_id: session.userId,
          created_at: toInstant(now),
          expires_at: toStored(session.expiresAt),
          absolute_expires_at: toInstant(addDays(now, short ? SHORT_DAYS : ABSOLUTE_DAYS)),
          last_seen_at: toInstant(now),
          ip,
          user_agent,
        })
        .execute()
    },
    async updateSessionExpiration(rawId, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: toStored(expiresAt), last_seen_at: toInstant(clock()) })
        .where('id', '=', hashSecret(rawId))
        .execute()
    },
    deleteSession: (rawId) => endSession(db, hashSecret(rawId)),
    deleteUserSessions: async (userId) => {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },
    deleteExpiredSessions: () => deleteExpiredSessions(db, clock()),
    // Lists of sessions are read by their own query, which never holds a raw id.
    getUserSessions: async () => [],
  }
}
