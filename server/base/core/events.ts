import type { About, EventKind, WebhookFacts } from '#shared/base/events/kind.ts'
import { type EventName, kindOf, type PayloadOf } from '#shared/reactions/events.ts'
import type { Happened, Reaction, Tx } from './context.ts'
import { observedEffects } from './observed-effects.ts'
import { whereItHappened } from './rows/reach.ts'

/**
 * Records an event in the transaction of the change. Activity, live updates, notifications, webhooks, audit,
 * and mail follow as reactions; if one fails, the whole transaction does.
 */
export async function record<Name extends EventName>(
  tx: Tx,
  name: Name,
  payload: PayloadOf<Name>,
): Promise<void> {
  const about: About = payload
  const agencyId = about.agencyId === undefined ? tx.reach.agencyId : about.agencyId
  const kind = kindOf(name)
  const happened: Happened = {
    name,
    kind,
    payload: about,
    agencyId,
    activity: kind.activity?.(about, tx.actor) ?? null,
    audit: kind.audit?.(about, tx.actor) ?? null,
    webhook: factsOf(kind, about),
  }
  observedEffects(tx)?.happened.push(happened)
  const reacting = whereItHappened(tx, agencyId)
  for (const react of tx.services.reactions) await react(reacting, happened)
}

const factsOf = ({ webhook }: EventKind, about: About): WebhookFacts | null =>
  webhook === true ? {} : (webhook?.(about) ?? null)

/** Handlers for some of the events, each with its own payload type. */
export type Handlers = {
  readonly [Name in EventName]?: (tx: Tx, payload: PayloadOf<Name>) => Promise<void>
}

/** Creates a reaction that runs the event's handler, if there is one. */
export const reactBy =
  (handlers: Handlers): Reaction =>
  async (tx, { name, payload }) => {
    const handle = handlers[name] as ((tx: Tx, payload: About) => Promise<void>) | undefined
    await handle?.(tx, payload)
  }
