import type { BillingInterval, PlanKind, SubscriptionStatus } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface PackageTables {
  plans: PlanTable
  plan_features: PlanFeatureTable
  agency_subscriptions: AgencySubscriptionTable
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
  version: number
  created_at: string
  updated_at: string
}
