import { AUTOPAY_EVENTS } from '../../money/autopay/events.ts'
import { BANK_EVENTS } from '../../money/bank/events.ts'
import { AGENCIES_EVENTS } from './agencies.ts'
import { BOOKS_EVENTS } from './books.ts'
import { IDENTITY_EVENTS } from './identity.ts'
import { IMPORT_EVENTS } from './imports.ts'
import type { About, EventKind } from './kind.ts'
import { MONEY_EVENTS } from './money.ts'
import { PAYOUTS_EVENTS } from './payouts.ts'
import { PEOPLE_EVENTS } from './people.ts'
import { PORTAL_EVENTS } from './portal.ts'
import { PROVIDER_EVENTS } from './provider.ts'
import { SUBSCRIPTION_EVENTS } from './subscriptions.ts'
import { TIME_EVENTS } from './time.ts'
import { WORK_EVENTS } from './work.ts'

/**
 * All events. Activity feed, live updates, notifications, webhooks, audit log, and mails are based on this
 * table.
 */
export const EVENTS = {
  ...IDENTITY_EVENTS,
  ...AGENCIES_EVENTS,
  ...PEOPLE_EVENTS,
  ...WORK_EVENTS,
  ...TIME_EVENTS,
  ...IMPORT_EVENTS,
  ...MONEY_EVENTS,
  ...PAYOUTS_EVENTS,
  ...BOOKS_EVENTS,
  ...AUTOPAY_EVENTS,
  ...BANK_EVENTS,
  ...PROVIDER_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...PORTAL_EVENTS,
}

export type EventName = keyof typeof EVENTS
export type PayloadOf<Name extends EventName> =
  (typeof EVENTS)[Name] extends EventKind<infer Payload> ? Payload : never

/** The kind of an event, for code that treats all events alike. */
export const kindOf = (name: EventName): EventKind<About> => EVENTS[name] as unknown as EventKind<About>
