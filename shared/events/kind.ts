import type { NotificationKind } from '../notifications.ts'
import type { AgencyId, Role } from '../roles.ts'

/** What every event tells: its subject and where that belongs. */
export interface About {
  /** The subject's id. */
  id: string
  /** Defaults to the agency of the context; null for what belongs to the platform. */
  agencyId?: AgencyId | null
  projectId?: string | null
  clientId?: string | null
  /** Only this person's screens refresh. */
  userId?: string | null
  /** Whom the activity feed names, where the one who acts only passes on what somebody else did. */
  by?: { userId: string | null; name: string }
}

/** Who acted, as far as the sentences speak of it. */
export interface ActedBy {
  name: string
  role: Role | null
}

/** Says in words what happened; null where this one is not told there. */
export type Sentence<Payload extends About = About> = (payload: Payload, by: ActedBy) => string | null

/** The sentence, only where the platform's administrator acts: they write in agencies that are not theirs. */
export const byPlatform =
  <Payload extends About>(sentence: Sentence<Payload>): Sentence<Payload> =>
  (payload, by) =>
    by.role === 'super_admin' ? sentence(payload, by) : null

/** One kind of event: what it is about, what it changes, and who may be told of it in which words. */
export interface EventKind<Payload extends About = About> {
  /** The kind of row the payload's id names, for instance `invoice`. */
  subject: string
  /** Routers whose queries the event changes: open screens refresh them. */
  touches: readonly string[]
  /** The sentence in the activity feed; events without one do not appear there. */
  activity?: Sentence<Payload>
  /** The sentence in the audit log; events without one are not kept there. */
  audit?: Sentence<Payload>
  /** True where programs can subscribe to it by a webhook. */
  webhook?: boolean
  /** The kinds of notification it may raise; empty where it only settles earlier ones. */
  notifies?: readonly NotificationKind[]
}

/** Declares an event with what its payload tells beyond its subject. */
export const event = <Details extends object = object>(
  kind: EventKind<About & NoInfer<Details>>,
): EventKind<About & NoInfer<Details>> => kind
