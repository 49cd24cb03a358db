import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { BillingInterval, PlanKind, SubscriptionStatus } from '#shared/money/plans/packages.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    agency_subscriptions: AgencySubscriptionTable
  }

  interface SharedSchema {
    plans: PlanTable
    plan_features: PlanFeatureTable
  }
}

interface PlanTable {
  id: string
  kind: PlanKind
  name: string
  description: string
  /** Minor units per interval; null for a price on request. */
  price: number | null
  currency: string
  billing_interval: BillingInterval
  /** Null for unlimited. */
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
  /** The price this agency pays; later price changes of the plan don't affect it. */
  price: number
  currency: string
  billing_interval: BillingInterval
  period_start: string
  period_end: string
  cancel_at_period_end: number
  /** Set while the agency is suspended if the plan ends only for that reason. */
  ended_by_suspension: Generated<number>
  /** A former owner whose card the plan may still renew on; null once that has ended. */
  leaving_payer_id: Generated<string | null>
  canceled_at: string | null
  converted_from_trial: number
  provider: 'test' | 'stripe' | null
  provider_customer_id: string | null
  provider_method_id: string | null
  card_brand: string | null
  card_last4: string | null
  /** Null if no one is charged, as for a plan granted by the platform. */
  provider_subscription_id: string | null
  /** When the state was last read from the provider. */
  synced_at: string | null
  /** The time since which a plan without a subscription at the provider has been unpaid. */
  past_due_since: Generated<string | null>
  version: number
  created_at: string
  updated_at: string
}
