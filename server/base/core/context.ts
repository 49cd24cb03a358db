import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Logger } from 'pino'
import type { WeekStart } from '#shared/base/dates.ts'
import type { About, EventKind, WebhookFacts } from '#shared/base/events/kind.ts'
import type { LiveEvent } from '#shared/base/live.ts'
import type { AgencyId, Role } from '#shared/base/roles.ts'
import type { Scope } from '#shared/identity/token-scopes.ts'
import type { WorkKindName } from '#shared/overview/stopped-work.ts'
import type { EventName } from '#shared/reactions/events.ts'
import type { Replica } from '../db/engines/replica.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { AllTableCards } from '../db/table-cards.ts'
import type { SharedDb, SharedTrx } from '../db/tenants.ts'
import type { FairShare } from './calls/fair-share.ts'
import type { InFlight } from './calls/in-flight.ts'
import type { Measures } from './calls/measures.ts'
import type { EarlierNames } from './calls/renamed-procedures.ts'
import type { Config } from './config.ts'
import type { Reach, Visibility } from './rows/visibility.ts'

/** Services of the process, available to every call. */
export interface Services {
  /** The database, for creating root contexts; queries and commands use `ctx.db`. */
  db: Db
  /** A read replica for expensive queries; null if there is none. */
  replica: Replica | null
  config: Config
  log: Logger
  clock: () => Date
  live: LiveStreams
  /** Work in progress that needs the database. */
  inFlight: InFlight
  /** Decides whose calls run first under load. */
  share: FairShare
  /** This process's metrics. */
  measures: Measures
  /** Null if tracing is disabled. */
  tracing: Tracing | null
  /** Which rows of each tenant table are visible to each kind of reach. */
  visibility: Visibility
  /** The description of each table. */
  tables: AllTableCards
  /** The effects of procedures that change something, described for programs. */
  effects: Effects
  /** Earlier names of procedures, which work for one more version. */
  earlierNames: EarlierNames
  /** The handlers that run in the transaction of each recorded event. */
  reactions: readonly Reaction[]
  /** Background jobs; each must be idempotent. */
  jobs: readonly Job[]
  collectors: readonly Collector[]
}

type InvoiceCondition = (eb: ExpressionBuilder<Schema, 'invoices'>) => Expression<SqlBool>

interface Announcement {
  /** Sentences for the payer. */
  notes: string[]
  /** The day of the charge that the email announces; null if there is none, or it has its own notice. */
  noticeOn: string | null
}

/** A domain that collects invoices by itself, and the conditions that exclude them meanwhile. */
export interface Collector {
  /** Excludes them from becoming overdue. */
  overdue: (now: Date) => InvoiceCondition
  reminders: (now: Date) => InvoiceCondition
  lateFees: (now: Date) => InvoiceCondition
  /** How it will collect an invoice being sent, for the email that sends it. */
  announce: (tx: Tx, invoiceId: string) => Promise<Announcement>
}

/** A background job. It is run again after failures and crashes, so it must be idempotent. */
export interface Job {
  name: string
  /** Cron pattern with five fields, in UTC. */
  schedule: string
  /** Receives a new context for each run and a signal that asks it to end soon; the result is ignored. */
  run: (ctx: Ctx, signal?: AbortSignal) => Promise<unknown>
}

/** The description of a mutation that API clients get before they call it. */
export interface ProcedureEffect {
  /** What it does, in one or two sentences for readers unfamiliar with the portal. */
  does: string
  /** Consequences that `does` doesn't mention: who is notified, what can't be undone. */
  follows?: string
  /** All events it may record, from which its hints and confirmation are derived. */
  records: readonly EventName[]
  /** The external service it calls. */
  uses?: string
  /** Sends something without recording an event for it. */
  sends?: true
  /** Exactly what would happen, if the call can't be tried in a transaction that is rolled back. */
  preview?: (ctx: UserCtx, input: never) => Promise<readonly string[]>
}

/** A domain's mutations by path. */
export type Effects = Readonly<Record<string, ProcedureEffect>>

/** What a domain's queries are for, each in one sentence, by path. */
export type Purposes = Readonly<Record<string, string>>

/** Traces requests, their calls and queries, and jobs. */
export interface Tracing {
  request: (req: IncomingMessage, res: ServerResponse, route: string, answer: () => void) => void
  within: <Result>(
    name: string,
    attributes: Record<string, string>,
    work: () => Promise<Result>,
  ) => Promise<Result>
  /** Records a finished query; its text contains placeholders for parameters. */
  query: (text: string, milliseconds: number, error?: unknown) => void
  /** Sends the remaining spans, within a short time limit. */
  stop: () => Promise<void>
}

/** The first argument of every query and command: the actor, what they may see, and the time. */
export interface Ctx {
  /** The database or the open transaction. Tenant tables are accessed through `core/rows.ts`. */
  db: SharedDb
  actor: Actor
  reach: Reach
  /** The time of the request; seeds and tests inject it. */
  now: Date
  /** The only item that a job processes, because someone retries it. */
  retrying?: { work: WorkKindName; item: string }
  services: Services
}

/** A context whose actor is a person. */
export type UserCtx = Ctx & { actor: UserActor }

/** A context within one agency, of a person or a job. */
export type InAgency = Ctx & { reach: AgencyReach }

/** The context of a person within one agency. */
export type AgencyCtx = UserCtx & InAgency

/** A context in a write transaction, as passed by `transact`. */
export type Tx<Context extends Ctx = Ctx> = Context & { db: SharedTrx }

/** The context of a remote call: session, address, and how to set cookies. */
export interface RequestCtx extends Ctx {
  /** SHA-256 of the session cookie's value; null when signed out. */
  sessionId: string | null
  /** SHA-256 of the device cookie's value; null if no one has signed in with this browser. */
  device: string | null
  request: {
    id: string
    ip: string
    /** The address as rate limits count it: for IPv6, its network. */
    network?: string
    userAgent: string | null
  }
  /** One per call of the request, if the client sent any. */
  idempotencyKeys?: readonly string[]
  /** Inspects the effects of a keyed change before it commits, and throws to roll it back. */
  review?: (observed: Observed) => void
  setCookie: (cookie: string) => void
}
export type UserRequest = RequestCtx & UserCtx

/** Who acts: a person or the portal itself. */
export type Actor = UserActor | SystemActor

export interface UserActor {
  kind: 'user'
  userId: string
  name: string
  email: string
  /** Null if the stored role is unknown to this version: no rights. */
  role: Role | null
  /** IANA time zone for the person's days: their own setting, else the agency's, else the platform's. */
  zone: string
  /** The first day of their week. */
  weekStart: WeekStart
  /** Set while a platform administrator views an agency: writes are rejected. */
  readOnly?: 'view-as'
  /** For calls with an access token: the scopes it grants. */
  scopes?: readonly Scope[]
}

/** A job, the payment provider's webhooks, the holder of a link, or a signed-out visitor. */
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

/** A recorded event, as passed to reactions. */
export interface Happened {
  name: EventName
  kind: EventKind
  payload: About
  /** The agency in which it occurred; null for the platform. */
  agencyId: AgencyId | null
  /** Its texts in the activity feed and audit log; null if it doesn't appear there. */
  activity: string | null
  audit: string | null
  /** Null if webhooks don't send it. */
  webhook: WebhookFacts | null
}

/** Collects a transaction's effects, for callers that need them before it commits. */
export interface Observed {
  happened: Happened[]
  /** Mails that are sent once it commits. */
  mails: { to: string; subject: string }[]
  /** The users who are notified, each once, with their email address if they are also emailed. */
  notified: Map<string, string | null>
}

/** Handles an event in the same transaction as the change, with access to the event's whole agency. */
export type Reaction = (tx: Tx, happened: Happened) => Promise<void>

/** An event and the position from which a client can resume after it. */
export interface PositionedEvent {
  id: string
  data: LiveEvent
}

/** One open tab receiving changes. */
export interface LiveSubscription {
  /** Resolves to the next event, or null when the stream has ended. */
  next: () => Promise<PositionedEvent | null>
  end: () => void
}

/** Streams of committed changes to open tabs. */
export interface LiveStreams {
  /** The id of the newest event; a stream opened with it only receives later ones. */
  newestEventId: () => Promise<string>
  /** Opens a stream that starts with the events missed since `lastEventId`. The caller must close it. */
  open: (ctx: UserCtx, sessionId: string, lastEventId: string | null) => Promise<LiveSubscription>
  close: (stream: LiveSubscription) => void
  /** The number of streams open in this process. */
  streamCount: number
  stop: () => Promise<void>
}
