import type { AgencyId } from '#shared/base/roles.ts'
import type { BillingInterval, BillLine } from '#shared/money/plans/packages.ts'
import type { ProviderName } from './payment-provider.ts'

/** The terms agreed with an agency, unaffected by later changes of the catalog. */
export interface SubscriptionTerms {
  planId: string
  planName: string
  /** Minor units per interval. */
  price: number
  currency: string
  interval: BillingInterval
}

/** A subscription's current state at its provider. */
export interface SubscriptionState {
  id: string
  /** As stored by the provider. */
  agencyId: string
  planId: string | null
  price: number
  currency: string
  interval: BillingInterval
  /** `incomplete` waits for its first payment and grants nothing yet. */
  status: 'incomplete' | 'active' | 'past_due' | 'canceled'
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
  customer: string | null
  method: string | null
  card: { brand: string; last4: string } | null
  /** Oldest first, excluding bills with nothing due. */
  bills: BillState[]
}

export interface BillState {
  id: string
  reason: 'create' | 'change' | 'cycle'
  status: 'open' | 'paid' | 'void'
  /** Minor units due. */
  amount: number
  currency: string
  /** The charge's id; null before the first attempt. */
  intentId: string | null
  createdAt: string
}

export interface CreateOrder {
  agencyId: AgencyId
  terms: SubscriptionTerms
  customer: string
  method: string
  idempotencyKey: string
  /** The customer isn't present to authenticate. */
  offSession?: boolean
}

export interface ChangeOrder {
  id: string
  terms: SubscriptionTerms
  customer: string | null
  method: string
  /** The time of the preview. */
  prorationDate: Date
  idempotencyKey: string
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
}

/** `refused` has the provider's message for a card declined before anything was created. */
export type Placed = { id: string } | { refused: string }

/**
 * Manages subscriptions. Requests can be repeated thanks to their idempotency keys. Their outcome is only
 * reported by `retrieve`, whoever changed the subscription.
 */
export interface SubscriptionProvider {
  name: ProviderName
  create(order: CreateOrder): Promise<Placed>
  preview(order: Pick<ChangeOrder, 'id' | 'terms' | 'prorationDate'>): Promise<ChangePreview>
  /** Charges the difference; the new terms apply once it is paid. */
  change(order: ChangeOrder): Promise<Placed>
  /** Changes the terms from the next bill on, without charging or crediting anything now. */
  setTerms(id: string, terms: SubscriptionTerms): Promise<void>
  cancel(id: string, when: 'now' | 'period_end' | 'never'): Promise<void>
  /** Pays the open bill with another card, which becomes the default on success. */
  pay(order: PayOrder): Promise<Placed>
  /** Undoes an unpaid request; `method` is the card charged previously, if any. */
  withdraw(id: string, method: string | null): Promise<void>
  /** Sets the card charged from now on. */
  keepMethod(id: string, method: string): Promise<void>
  /** Null if it doesn't exist at the provider. */
  retrieve(id: string): Promise<SubscriptionState | null>
  /** All subscriptions of an agency, including those whose creation got no response. */
  find(agency: { agencyId: AgencyId; customer: string | null }): Promise<string[]>
}
