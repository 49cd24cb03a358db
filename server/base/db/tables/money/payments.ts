import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PaymentMethod } from '#shared/money/invoices/payment-methods.ts'
import type { PayeeKind, PaymentPurpose, PaymentStatus } from '#shared/money/payments/payments.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    payments: PaymentTable
    payment_accounts: PaymentAccountTable
    payment_disputes: PaymentDisputeTable
    payment_refunds: PaymentRefundTable
    unmatched_disputes: UnmatchedDisputeTable
  }

  interface SharedSchema {
    payment_events: PaymentEventTable
    simulated_objects: SimulatedObjectTable
  }
}

interface PaymentTable {
  id: string
  payee: PayeeKind
  /** The receiving agency; null if the platform or a supplier receives it. */
  agency_id: AgencyId | null
  purpose: PaymentPurpose
  method: PaymentMethod
  invoice_id: string | null
  client_id: string | null
  /** For subscription payments. */
  plan_id: string | null
  payer_agency_id: AgencyId | null
  payer_user_id: string | null
  payer_name: string
  /** Minor units. */
  amount: number
  /** Refunded minor units already booked: the ledger's sum for this payment is `amount` minus this. */
  refunded: Generated<number>
  /** The part of `refunded` that wasn't received, because the payment was recorded by mistake. */
  reversed: Generated<number>
  /** What it recovered of its invoice's written-off amount, less what refunds have lost again. */
  recovered: Generated<number>
  /** What it settled of its invoice's `reopened`, which a reversal restores. */
  settled_reopened: Generated<number>
  /** The highest refund total reported by the provider, whoever initiated the refunds. */
  refunds_reported: Generated<number>
  currency: string
  /** A payment that is processing is pending, too, and a reversed one refunded. */
  status: Exclude<PaymentStatus, 'processing' | 'reversed'>
  description: string
  provider: 'test' | 'stripe' | 'manual'
  /** The account charged: `instance`, or an agency's id. */
  account: Generated<string>
  /** A hash that distinguishes payers using a pay link; it doesn't reveal their address. */
  payer_key: Generated<string | null>
  provider_payment_id: string | null
  provider_customer_id: string | null
  /** The provider's subscription and its bill, if charged through one. */
  provider_subscription_id: string | null
  provider_bill_id: string | null
  /** Only stored if the card will be charged again; the provider's token, never a card number. */
  method_token: string | null
  /** Stored before the first attempt and sent with each. */
  idempotency_key: string
  /** The browser's idempotency key for one submission of a form. */
  request_key: string | null
  /** For refunds from before refunds had their own table. */
  refund_key: string | null
  receipt_number: string | null
  card_brand: string | null
  card_last4: string | null
  failure_message: string | null
  /** The provider's decline code, for example `insufficient_funds`. */
  failure_code: Generated<string | null>
  /** When the provider started processing it, which takes days for debits; never cleared. */
  processing_since: Generated<string | null>
  /** When the provider issued a voucher or account to transfer to, and until when it can be paid; never cleared. */
  waiting_since: Generated<string | null>
  /** Null if it doesn't expire. */
  waiting_until: Generated<string | null>
  /** The provider's page with the voucher or the account. */
  instructions_url: Generated<string | null>
  paid_at: string | null
  refunded_at: string | null
  created_at: string
  updated_at: string
}

/**
 * The account that receives client payments: the agency's own keys or an account connected to the platform's.
 */
interface PaymentAccountTable {
  id: string
  agency_id: AgencyId
  kind: 'keys' | 'connect'
  provider_account_id: string
  livemode: number
  /** The account's display name. */
  name: string
  charges_enabled: number
  payouts_enabled: number
  details_submitted: number
  publishable_key: string | null
  /** Both encrypted with the instance's key; null for connected and removed accounts. */
  secret_key: string | null
  webhook_secret: string | null
  /** The last four characters of the secret key. */
  secret_hint: string | null
  webhook_endpoint_id: string | null
  /** When the provider was last queried. */
  checked_at: string
  /** Removed accounts remain, because payments refer to them. */
  removed_at: string | null
  /** The portal's Stripe account and mode, if its keys were changed; with them the account is connected again. */
  connected_to: Generated<string | null>
  created_at: string
  updated_at: string
}

/** A chargeback dispute. */
interface PaymentDisputeTable {
  id: string
  payment_id: string
  provider_dispute_id: string
  /** Minor units; may differ from the payment's. */
  amount: number
  /** Null for the payment's. */
  currency: Generated<string | null>
  /** The provider's reason code, for example `fraudulent`. */
  reason: string
  /** An inquiry doesn't withdraw money. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  /** The withdrawn amount booked in the ledger, in minor units. */
  booked: number
  /** Null for the payment's. */
  booked_currency: Generated<string | null>
  /** How many balance movements the booked amount is from; 0 if the provider hasn't listed any. */
  movements: Generated<number>
  /** The part of the payment that counts as refunded because it was lost, in the payment's minor units. */
  lost: Generated<number>
  /** The part of `booked` that corresponds to `lost`: it is no longer an expense. */
  lost_booked: Generated<number>
  respond_by: string | null
  opened_at: string
  closed_at: string | null
  updated_at: string
}

/** A dispute of a charge that no payment here belongs to, at least not yet. */
interface UnmatchedDisputeTable {
  id: string
  /** The account's owner; null for the platform. */
  agency_id: AgencyId | null
  account: string
  provider_dispute_id: string
  /** The provider's id of the charge, by which its payment may be found later. */
  provider_payment_id: string | null
  /** Minor units. */
  amount: number
  currency: string
  reason: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  withdrawn: number
  withdrawn_currency: string
  movements: number
  respond_by: string | null
  created_at: string
  updated_at: string
}

/** A full or partial refund of a payment. */
interface PaymentRefundTable {
  id: string
  payment_id: string
  /** Minor units. */
  amount: number
  /** Pending until the provider has responded; failed refunds remain. */
  status: 'pending' | 'succeeded' | 'failed'
  /** Null for refunds initiated at the provider. */
  reason: string | null
  /** 1 if it reverses a payment that was recorded by mistake, so that no money is returned. */
  reverses: Generated<number>
  requested_by: string | null
  provider_refund_id: string | null
  /** Stored before the first attempt and sent with each. */
  idempotency_key: string
  /** The browser's idempotency key for one submission of a form. */
  request_key: string | null
  failure_message: string | null
  refunded_at: string | null
  /** 1 if a credit note for the same amount was requested; `credit_note_id` is set once it exists. */
  credits: Generated<number>
  credit_note_id: Generated<string | null>
  /** The lines to credit, as JSON; null to credit the amount. */
  credit_lines: Generated<string | null>
  created_at: string
  updated_at: string
}

/** The provider's events that have been applied; inserted in the same transaction as their effect. */
interface PaymentEventTable {
  account: string
  id: string
  type: string
  received_at: string
}

/** The objects of the stand-in for the payment provider, as JSON; a deleted object has no body. */
interface SimulatedObjectTable {
  kind: string
  id: string
  body: string | null
  /** The numbers of the calls that created and last changed it, by which processes share the objects. */
  made: number
  version: number
}
