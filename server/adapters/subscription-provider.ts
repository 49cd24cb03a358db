import type { BillingInterval, BillLine } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { ProviderName } from './payment-provider.ts'

/** What is agreed with an agency: a later change of the catalogue does not touch it. */
export interface SubscriptionTerms {
  planId: string
  planName: string
  /** Minor units an interval. */
  price: number
  currency: string
  interval: BillingInterval
}

/** How a subscription stands at its provider, asked now. */
export interface SubscriptionState {
  id: string
  /** As the provider kept it for us. */
  agencyId: string
  planId: string | null
  price: number
  currency: string
  interval: BillingInterval
  /** `incomplete` waits for its first payment: it counts for nothing yet. */
  status: 'incomplete' | 'active' | 'past_due' | 'canceled'
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
  customer: string | null
  method: string | null
  card: { brand: string; last4: string } | null
  /** Oldest first; those nothing was due for are left out. */
  bills: BillState[]
}

export interface BillState {
  id: string
  reason: 'create' | 'change' | 'cycle'
  status: 'open' | 'paid' | 'void'
  /** Minor units due. */
  amount: number
  currency: string
  /** The charge behind it; null before the first try. */
  intentId: string | null
  createdAt: string
}

export interface CreateOrder {
  agencyId: AgencyId
  terms: SubscriptionTerms
  customer: string
  method: string
  idempotencyKey: string
  /** Nobody is there to authenticate. */
  offSession?: boolean
  now: Date
}

export interface ChangeOrder {
  id: string
  terms: SubscriptionTerms
  customer: string | null
  method: string
  /** The instant of the preview. */
  prorationDate: Date
  idempotencyKey: string
  now: Date
}

export interface ChangePreview {
  lines: BillLine[]
  due: number
  balance: number
  periodEnd: string
}

export interface PayOrder {
  id: string
  customer: string | null
  method: string
  idempotencyKey: string
  now: Date
}

/** A card refused before anything was ordered, in the provider's words. */
export type Placed = { id: string } | { refused: string }

/**
 * Keeps subscriptions. Orders may be repeated: their idempotency key makes them one. What they led to is
 * told by `retrieve` alone, whoever changed the subscription and whenever.
 */
export interface SubscriptionProvider {
  name: ProviderName
  create(order: CreateOrder): Promise<Placed>
  preview(order: Pick<ChangeOrder, 'id' | 'terms' | 'prorationDate'>): Promise<ChangePreview>
  /** Charges the difference; the new terms hold once it is paid, until then everything is as it was. */
  change(order: ChangeOrder): Promise<Placed>
  /** Other terms from the next bill on, nothing charged or credited now. */
  setTerms(id: string, terms: SubscriptionTerms, now: Date): Promise<void>
  cancel(id: string, when: 'now' | 'period_end' | 'never', now: Date): Promise<void>
  /** Pays the open bill with another card, which is kept once it did. */
  pay(order: PayOrder): Promise<Placed>
  /** Takes back an order that was not paid; `method` is the card charged before it, if there was one. */
  withdraw(id: string, method: string | null, now: Date): Promise<void>
  /** Makes the card the one that is charged from now on. */
  keepMethod(id: string, method: string): Promise<void>
  /** Null for one the provider has never heard of. */
  retrieve(id: string, now: Date): Promise<SubscriptionState | null>
  /** All of an agency's, also those whose creation never got an answer. */
  find(agency: { agencyId: AgencyId; customer: string | null }): Promise<string[]>
  /** The test provider's clock: renews what is due and names what moved. Stripe has its own. */
  tick?(now: Date): Promise<string[]>
}
