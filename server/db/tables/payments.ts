import type { PayeeKind, PaymentMethod, PaymentPurpose, PaymentStatus } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface PaymentTables {
  payments: PaymentTable
  payment_events: PaymentEventTable
  test_intents: TestIntentTable
}

interface PaymentTable {
  id: string
  payee: PayeeKind
  /** The agency that receives it; null when the platform or a supplier does. */
  agency_id: AgencyId | null
  purpose: PaymentPurpose
  method: PaymentMethod
  invoice_id: string | null
  client_id: string | null
  /** The plan a subscription payment is for. */
  plan_id: string | null
  payer_agency_id: AgencyId | null
  payer_user_id: string | null
  payer_name: string
  /** Minor units. */
  amount: number
  currency: string
  status: PaymentStatus
  description: string
  provider: 'test' | 'stripe' | 'manual'
  provider_payment_id: string | null
  provider_customer_id: string | null
  /** Kept only where the card is charged again: a provider's handle, never a number. */
  method_token: string | null
  /** Sent to the provider with every try, stored before the first. */
  idempotency_key: string
  /** The browser's own key of one filled-in form. */
  request_key: string | null
  refund_key: string | null
  receipt_number: string | null
  card_brand: string | null
  card_last4: string | null
  failure_message: string | null
  paid_at: string | null
  refunded_at: string | null
  created_at: string
  updated_at: string
}

/** Events of the provider already applied; written in the transaction of their effect. */
interface PaymentEventTable {
  id: string
  type: string
  received_at: string
}

/** What the test provider remembers, as Stripe remembers its intents. */
interface TestIntentTable {
  id: string
  idempotency_key: string
  amount: number
  currency: string
  status: 'requires_action' | 'succeeded' | 'failed'
  failure_message: string | null
  card_brand: string
  card_last4: string
  refunded: number
  created_at: string
}
