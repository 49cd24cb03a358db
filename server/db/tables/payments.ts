import type { Generated } from 'kysely'
import type { PayeeKind, PaymentMethod, PaymentPurpose, PaymentStatus } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface PaymentTables {
  payments: PaymentTable
  payment_events: PaymentEventTable
  payment_accounts: PaymentAccountTable
  payment_disputes: PaymentDisputeTable
  payment_refunds: PaymentRefundTable
  test_intents: TestIntentTable
  test_refunds: TestRefundTable
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
  /** Minor units given back and booked: the ledger's sum of this payment is `amount` less this. */
  refunded: Generated<number>
  /** The most the provider has said was given back in all, whoever asked for it. */
  refunds_reported: Generated<number>
  currency: string
  /** One that is processing is pending, too. */
  status: Exclude<PaymentStatus, 'processing'>
  description: string
  provider: 'test' | 'stripe' | 'manual'
  /** The account it was charged on: `instance`, or the id of an agency's own. */
  account: Generated<string>
  /** Tells payers by link apart; of their address, and nothing can be read from it. */
  payer_key: Generated<string | null>
  provider_payment_id: string | null
  provider_customer_id: string | null
  /** The provider's subscription and its bill, where it was charged by one. */
  provider_subscription_id: string | null
  provider_bill_id: string | null
  /** Kept only where the card is charged again: a provider's handle, never a number. */
  method_token: string | null
  /** Sent to the provider with every try, stored before the first. */
  idempotency_key: string
  /** The browser's own key of one filled-in form. */
  request_key: string | null
  /** Of a refund made before refunds had rows of their own. */
  refund_key: string | null
  receipt_number: string | null
  card_brand: string | null
  card_last4: string | null
  failure_message: string | null
  /** The provider's word for a decline, for instance `insufficient_funds`. */
  failure_code: Generated<string | null>
  /** Since when the provider works on it, as it does for days on a debit; kept once that is over. */
  processing_since: Generated<string | null>
  paid_at: string | null
  refunded_at: string | null
  created_at: string
  updated_at: string
}

/** Where an agency's client payments go: its own keys, or an account connected to the platform's. */
interface PaymentAccountTable {
  id: string
  agency_id: AgencyId
  kind: 'keys' | 'connect'
  provider_account_id: string
  livemode: number
  /** What the account calls itself. */
  name: string
  charges_enabled: number
  payouts_enabled: number
  details_submitted: number
  publishable_key: string | null
  /** Both under the instance's key; null for connected accounts and once removed. */
  secret_key: string | null
  webhook_secret: string | null
  /** The last four characters of the secret key. */
  secret_hint: string | null
  webhook_endpoint_id: string | null
  /** When the provider was last asked. */
  checked_at: string
  /** A removed account stays as a row: payments were taken on it. */
  removed_at: string | null
  created_at: string
  updated_at: string
}

/** A charge contested with the payer's bank. */
interface PaymentDisputeTable {
  id: string
  payment_id: string
  provider_dispute_id: string
  /** Minor units. */
  amount: number
  /** The provider's word, for instance `fraudulent`. */
  reason: string
  /** An inquiry withdraws no money. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  /** Minor units that the books say were withdrawn. */
  booked: number
  respond_by: string | null
  opened_at: string
  closed_at: string | null
  updated_at: string
}

/** One giving back of a payment or of part of it. */
interface PaymentRefundTable {
  id: string
  payment_id: string
  /** Minor units. */
  amount: number
  /** Pending until the provider has answered; one that failed stays so. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Null where it was made at the provider. */
  reason: string | null
  requested_by: string | null
  provider_refund_id: string | null
  /** Sent to the provider with every try, stored before the first. */
  idempotency_key: string
  /** The browser's own key of one filled-in form. */
  request_key: string | null
  failure_message: string | null
  refunded_at: string | null
  /** 1 where a credit note over the same amount was asked for; its id once it is written. */
  credits: Generated<number>
  credit_note_id: Generated<string | null>
  /** The lines that the note is to take back, as JSON; null takes the amount. */
  credit_lines: Generated<string | null>
  created_at: string
  updated_at: string
}

/** Events of the provider already applied; written in the transaction of their effect. */
interface PaymentEventTable {
  account: string
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
  /** The card's token or the saved card it was charged on; null before saved cards existed. */
  method_token: string | null
  /** The customer the card is saved for once the charge has succeeded. */
  keep_for: string | null
  /** Of a debit: until then it is being processed, whatever becomes of it. */
  clears_at: Generated<string | null>
  created_at: string
}

interface TestRefundTable {
  id: string
  idempotency_key: string
  intent_id: string
  amount: number
  refund_id: string
  created_at: string
}
