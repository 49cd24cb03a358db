import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { WeekStart } from '#shared/dates.ts'
import type { About, EventKind } from '#shared/events/kind.ts'
import type { EventName } from '#shared/events/table.ts'
import type { LiveEvent } from '#shared/live.ts'
import type { AgencyId, Role } from '#shared/roles.ts'
import type { Scope } from '#shared/token-scopes.ts'
import type { Replica } from '../db/replica.ts'
import type { Db } from '../db/schema.ts'
import type { SharedDb, SharedTrx } from '../db/tenants.ts'
import type { Config } from './config.ts'
import type { Measures } from './measures.ts'
import type { Reach, Visibility } from './visibility.ts'

/** What the process offers to every call, whoever makes it. */
export interface Services {
  /** The database itself, for the root of a context; queries and commands use `ctx.db`. */
  db: Db
  /** A copy for costly reads; null where there is none. */
  replica: Replica | null
  config: Config
  log: Logger
  clock: () => Date
  live: LiveStreams
  /** What this process has done so far. */
  measures: Measures
  /** Null where nobody receives traces. */
  tracing: Tracing | null
  /** Which rows of each tenant table each kind of reach sees. */
  visibility: Visibility
  /** What happens, in the same transaction, when something is recorded. */
  reactions: readonly Reaction[]
}

/** Spans of requests, of the calls and jobs within, and of their queries. */
export interface Tracing {
  request: (req: IncomingMessage, res: ServerResponse, route: string, answer: () => void) => void
  within: <Result>(
    name: string,
    attributes: Record<string, string>,
    work: () => Promise<Result>,
  ) => Promise<Result>
  /** A query that is over, with placeholders for its parameters. */
  query: (text: string, milliseconds: number, error?: unknown) => void
  /** Sends what is left, as far as that is quick. */
  stop: () => Promise<void>
}

/** What every query and command takes first: who acts, what may be seen, and when. */
export interface Ctx {
  /** The database, or the transaction that is open. Tenant tables go through `core/rows.ts`. */
  db: SharedDb
  actor: Actor
  reach: Reach
  /** The instant of the request; seeds and tests inject it. */
  now: Date
  services: Services
}

/** A context whose actor is a person. */
export type UserCtx = Ctx & { actor: UserActor }

/** A context of one agency, acted in by a person. */
export type AgencyCtx = UserCtx & { reach: AgencyReach }

/** A context inside a write transaction, as `transact` hands it out. */
export type Tx<Context extends Ctx = Ctx> = Context & { db: SharedTrx }

/** A call over the wire: who asked, from where, and how to answer with a cookie. */
export interface RequestCtx extends Ctx {
  /** SHA-256 of the session cookie's value; null when signed out. */
  sessionId: string | null
  /** SHA-256 of the device cookie's value; null on a browser nobody has signed in with. */
  device: string | null
  request: { id: string; ip: string; userAgent: string | null }
  /** One for each call of the request, where the caller sent any. */
  idempotencyKeys?: readonly string[]
  setCookie: (cookie: string) => void
}
export type UserRequest = RequestCtx & UserCtx

/** Who acts: a person, or the portal itself. */
export type Actor = UserActor | SystemActor

export interface UserActor {
  kind: 'user'
  userId: string
  name: string
  email: string
  /** Null when the database holds a role this version does not know: no rights. */
  role: Role | null
  /** IANA zone whose days count for the person: their own choice, else the agency's, else the platform's. */
  zone: string
  /** The day their weeks begin on. */
  weekStart: WeekStart
  /** Set while the platform looks at an agency: nothing may be changed. */
  readOnly?: 'view-as'
  /** Set where a program calls with its owner's access token: what the token covers. */
  scopes?: readonly Scope[]
}

/** A job, the payment provider's news, the holder of a link, or somebody signed out. */
export interface SystemActor {
  kind: 'job' | 'provider' | 'link' | 'nobody'
  userId: null
  name: string
  email: ''
  role: null
  zone: string
  weekStart: WeekStart
}

export type AgencyReach = Reach & { agencyId: AgencyId }

/** Something that happened, as the reactions hear of it. */
export interface Happened {
  name: EventName
  kind: EventKind
  payload: About
  /** The agency it happened in; null for the platform. */
  agencyId: AgencyId | null
  /** Its sentences in the activity feed and in the audit log; null where it does not appear. */
  activity: string | null
  audit: string | null
}

/** What follows from an event, written in the transaction of the change itself, with its agency's reach. */
export type Reaction = (tx: Tx, happened: Happened) => Promise<void>

/** An event and the position a screen resumes from once it has it. */
export interface PositionedEvent {
  id: string
  data: LiveEvent
}

/** One open tab that hears of changes. */
export interface LiveSubscription {
  /** The next event; null when the stream has ended. */
  next: () => Promise<PositionedEvent | null>
  end: () => void
}

/** Where open tabs hear of committed changes. */
export interface LiveStreams {
  /** The id of the newest event; a stream opened with it tells only what happened since. */
  newestEventId: () => Promise<string>
  /** Opens a stream that first tells what was missed since `lastEventId`. The caller closes it. */
  open: (ctx: UserCtx, sessionId: string, lastEventId: string | null) => Promise<LiveSubscription>
  close: (stream: LiveSubscription) => void
  /** How many are open in this process. */
  streamCount: number
  stop: () => Promise<void>
}
