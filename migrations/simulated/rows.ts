/** The rows of the earlier test provider, as far as they are carried over. */
export interface Intent {
  id: string
  idempotency_key: string
  amount: number
  currency: string
  status: 'requires_action' | 'succeeded' | 'failed'
  failure_message: string | null
  card_brand: string
  card_last4: string
  refunded: number
  method_token: string | null
  keep_for: string | null
  clears_at: string | null
  created_at: string
  /** Of the payment that it charges. */
  payment_id: string | null
  payment_status: string | null
  payment_created_at: string | null
}

export interface Refund {
  id: string
  intent_id: string
  amount: number
  refund_id: string
}

export interface Method {
  id: string
  customer_id: string
  token: string
  detached_at: string | null
}

export interface Setup {
  id: string
  customer_id: string
  token: string
  status: 'requires_action' | 'succeeded' | 'failed'
  failure_message: string | null
}

interface Terms {
  plan_id: string
  price: number
  billing_interval: string
  period_start: string
  period_end: string
  method: string
  balance: number
  created_at: string
}

export interface Subscription extends Terms {
  id: string
  agency_id: string
  owner_id: string | null
  currency: string
  status: 'incomplete' | 'active' | 'past_due' | 'canceled'
  cancel_at_period_end: number
  customer_id: string | null
  /** The owner's customer, if they have one. */
  owner_customer: string | null
}

export interface Bill extends Terms {
  id: string
  subscription_id: string
  reason: 'create' | 'change' | 'cycle'
  status: 'open' | 'paid' | 'void'
  amount: number
  attempt: number
  tried_on: string
  intent_id: string | null
}
