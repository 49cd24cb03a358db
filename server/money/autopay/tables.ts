import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../base/db/schema.ts' {
  interface TenantSchema {
    autopay_mandates: AutopayMandateTable
    autopay_attempts: AutopayAttemptTable
    autopay_rules: AutopayRulesTable
  }
}

/** A client's consent to charging a saved card for invoices. Ended mandates remain as evidence. */
interface AutopayMandateTable {
  agency_id: AgencyId
  id: string
  client_id: string
  /** Limits the mandate to invoices of this plan; null for all invoices of the client. */
  recurring_id: string | null
  recurring_title: string | null
  /** The person who gave consent, and whose card it is. */
  user_id: string
  given_by: string
  provider: 'test' | 'stripe'
  account: string
  card_id: string
  card_brand: string
  card_last4: string
  /** The maximum of one charge in minor units, and its currency; null for no limit. */
  max_amount: number | null
  max_currency: string | null
  /** The wording agreed to, and its version. */
  wording: string
  text_version: string
  given_at: string
  /** Invoices due before this day are paid manually. */
  effective_on: string
  paused_at: string | null
  pause_reason: string | null
  ended_at: string | null
  ended_by: string | null
  updated_at: string
}

/**
 * One attempt to charge an invoice; the request key of its payment is derived from invoice and attempt
 * number.
 */
interface AutopayAttemptTable {
  agency_id: AgencyId
  invoice_id: string
  number: number
  mandate_id: string
  card_brand: string
  card_last4: string
  amount: number
  currency: string
  outcome: 'pending' | 'succeeded' | 'declined' | 'interrupted' | 'skipped'
  /** The provider's decline code, or our reason for not attempting the charge. */
  reason: string | null
  message: string | null
  /** Calendar date in the agency's time zone. */
  charged_on: string
  /** Set while another attempt is scheduled. */
  next_on: string | null
  created_at: string
  updated_at: string
}

interface AutopayRulesTable {
  agency_id: AgencyId
  notice_days: number
  /** Days after the first attempt, separated by commas. */
  retry_days: string
  version: number
  updated_at: string
}
