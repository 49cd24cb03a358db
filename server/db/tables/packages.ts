import type { BillingInterval, PlanKind, SubscriptionStatus } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface PackageTables {
  plans: PlanTable
  plan_features: PlanFeatureTable
  agency_subscriptions: AgencySubscriptionTable
  test_subscriptions: TestSubscriptionTable
  test_bills: TestBillTable
}

interface PlanTable {
  id: string
  kind: PlanKind
  name: string
  description: string
  /** Minor units an interval; null is a price on request. */
  price: number | null
  currency: string
  billing_interval: BillingInterval
  /** Null is unlimited. */
  member_limit: number | null
  project_limit: number | null
  storage_limit_gb: number | null
  popular: number
  status: 'active' | 'archived'
  sort_order: number
  version: number
  created_at: string
  updated_at: string
}

interface PlanFeatureTable {
  plan_id: string
  position: number
  text: string
}

interface AgencySubscriptionTable {
  agency_id: AgencyId
  plan_id: string
  status: SubscriptionStatus
  /** What this agency pays: a later change of the plan's price does not touch it. */
  price: number
  currency: string
  billing_interval: BillingInterval
  period_start: string
  period_end: string
  cancel_at_period_end: number
  canceled_at: string | null
  converted_from_trial: number
  provider: 'test' | 'stripe' | null
  provider_customer_id: string | null
  provider_method_id: string | null
  card_brand: string | null
  card_last4: string | null
  /** Null while nobody is charged: a plan the platform gave. */
  provider_subscription_id: string | null
  /** When the provider was last asked how it stands. */
  synced_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** What the test provider remembers, as Stripe remembers its subscriptions. */
interface TestSubscriptionTable {
  id: string
  idempotency_key: string
  agency_id: AgencyId
  plan_id: string
  price: number
  currency: string
  billing_interval: BillingInterval
  status: 'incomplete' | 'active' | 'past_due' | 'canceled'
  period_start: string
  period_end: string
  cancel_at_period_end: number
  customer_id: string | null
  method: string
  /** What a cheaper plan left over, taken off the next bills. */
  balance: number
  created_at: string
}

/** One bill of it, with the terms the subscription has once it is paid. */
interface TestBillTable {
  id: string
  idempotency_key: string
  subscription_id: string
  reason: 'create' | 'change' | 'cycle'
  status: 'open' | 'paid' | 'void'
  amount: number
  balance: number
  plan_id: string
  price: number
  billing_interval: BillingInterval
  period_start: string
  period_end: string
  method: string
  off_session: number
  attempt: number
  tried_on: string
  intent_id: string | null
  created_at: string
}
