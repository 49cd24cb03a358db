import type { AgencyId, Role } from '../roles.ts'
import type { NotificationKind } from './notification-kinds.ts'

/** Common to all events: the subject and its audience. */
export interface About {
  /** The subject's id. */
  id: string
  /** Defaults to the context's agency; null for the platform. */
  agencyId?: AgencyId | null
  projectId?: string | null
  clientId?: string | null
  /** Hidden from clients, also on the project's changes that they hear of. */
  internal?: boolean
  /** Refreshes only this person's screens. */
  userId?: string | null
  /** The person named in the activity feed, if the actor only passes on someone else's action. */
  by?: { userId: string | null; name: string }
}

/** The actor, as far as texts mention them. */
export interface ActedBy {
  name: string
  role: Role | null
}

/** Describes the event; null to leave this one out. */
export type Sentence<Payload extends About = About> = (payload: Payload, by: ActedBy) => string | null

/** The text, only for platform administrators acting in an agency. */
export const byPlatform =
  <Payload extends About>(sentence: Sentence<Payload>): Sentence<Payload> =>
  (payload, by) =>
    by.role === 'super_admin' ? sentence(payload, by) : null

/**
 * How an event affects existing data. `adds`: nothing else changes. `sets`: repeating it has no further
 * effect. `removes`: data is deleted permanently. `commits`: money moves, people are contacted, or it can't
 * be undone.
 */
export type Effect = 'adds' | 'sets' | 'removes' | 'commits'

/** Data that webhooks send with an event, besides its name, subject and time. */
export interface WebhookFacts {
  /** By default the text in the activity feed. */
  summary?: string
  invoice_id?: string | null
  payment_id?: string | null
  /** Minor units. */
  amount?: number
  currency?: string
  /** Of the subject, or of a payment's dispute. */
  status?: string
}

/** One kind of event: its subject, what it changes, and the texts that describe it. */
export interface EventKind<Payload extends About = About> {
  /** The type of record that the payload's id refers to, for example `invoice`. */
  subject: string
  /** Routers whose queries the event changes, to be refreshed on open screens. */
  touches: readonly string[]
  /** Omitted if it may have any effect. API clients must confirm events that remove or commit. */
  effect?: Effect
  /** Whether API clients must confirm it, too, if anyone is notified: people plan by it, or are outside the agency. */
  announces?: true | ((payload: Payload) => boolean)
  /** The text in the activity feed; events without one don't appear there. */
  activity?: Sentence<Payload>
  /** The text in the audit log; events without one aren't logged. */
  audit?: Sentence<Payload>
  /** If webhooks can subscribe to it; null for an event that isn't sent. */
  webhook?: true | ((payload: Payload) => WebhookFacts | null)
  /** The kinds of notifications it may create; empty if it only resolves earlier ones. */
  notifies?: readonly NotificationKind[]
  /** Whether it withdraws unsent emails instead of sending any. */
  withdrawsMail?: boolean
}

/** Declares an event with the additional fields of its payload. */
export const event = <Details extends object = object>(
  kind: EventKind<About & NoInfer<Details>>,
): EventKind<About & NoInfer<Details>> => kind
