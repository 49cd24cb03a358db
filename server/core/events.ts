import type { About } from '#shared/events/kind.ts'
import { type EventName, kindOf, type PayloadOf } from '#shared/events/table.ts'
import type { Happened, Reaction, Tx } from './context.ts'
import { whereItHappened } from './reach.ts'

/**
 * Says what happened, once, in the transaction of the change. Activity, open screens, notifications,
 * webhooks, audit and mail follow as reactions; if one of them fails, the change fails with it.
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
  }
  const reacting = whereItHappened(tx, agencyId)
  for (const react of tx.services.reactions) await react(reacting, happened)
}

/** What is done for some events, each with its own payload: notifications and mails. */
export type Handlers = {
  readonly [Name in EventName]?: (tx: Tx, payload: PayloadOf<Name>) => Promise<void>
}

/** The reaction that runs the handler of the event, where there is one. */
export const reactBy =
  (handlers: Handlers): Reaction =>
  async (tx, { name, payload }) => {
    const handle = handlers[name] as ((tx: Tx, payload: About) => Promise<void>) | undefined
    await handle?.(tx, payload)
  }
