import type { About, EventKind } from '../base/events/kind.ts'
import { AGENCIES_EVENTS } from '../identity/agency-events.ts'
import { IDENTITY_EVENTS } from '../identity/events.ts'
import { LETTERHEAD_EVENTS } from '../identity/letterhead/events.ts'
import { AUTOPAY_EVENTS } from '../money/autopay/events.ts'
import { BANK_EVENTS } from '../money/bank/events.ts'
import { MONEY_EVENTS } from '../money/events.ts'
import { BOOKS_EVENTS } from '../money/ledger/events.ts'
import { PAYMENTS_EVENTS } from '../money/payments/events.ts'
import { PAYOUTS_EVENTS } from '../money/payout-events.ts'
import { SUBSCRIPTION_EVENTS } from '../money/plans/events.ts'
import { PORTAL_EVENTS } from '../overview/events.ts'
import { IMPORT_EVENTS } from '../overview/import-events.ts'
import { PEOPLE_EVENTS } from '../people/events.ts'
import { TIME_EVENTS } from '../time/events.ts'
import { WORK_EVENTS } from '../work/events.ts'
import { SCHEDULE_EVENTS } from '../work/schedule-events.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'

/**
 * All events. Activity feed, live updates, notifications, webhooks, audit log, and mails are based on this
 * table.
 */
export const EVENTS = {
  ...IDENTITY_EVENTS,
  ...AGENCIES_EVENTS,
  ...PEOPLE_EVENTS,
  ...WORK_EVENTS,
  ...SCHEDULE_EVENTS,
  ...TIME_EVENTS,
  ...IMPORT_EVENTS,
  ...LETTERHEAD_EVENTS,
  ...MONEY_EVENTS,
  ...PAYMENTS_EVENTS,
  ...PAYOUTS_EVENTS,
  ...BOOKS_EVENTS,
  ...AUTOPAY_EVENTS,
  ...BANK_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...PORTAL_EVENTS,
  ...WEBHOOK_EVENTS,
}

export type EventName = keyof typeof EVENTS
export type PayloadOf<Name extends EventName> =
  (typeof EVENTS)[Name] extends EventKind<infer Payload> ? Payload : never

/** The kind of an event, for code that treats all events alike. */
export const kindOf = (name: EventName): EventKind<About> => EVENTS[name] as unknown as EventKind<About>
