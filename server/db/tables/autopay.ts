import type { AgencyId } from '#shared/roles.ts'

export interface AutopayTables {
  autopay_mandates: AutopayMandateTable
  autopay_attempts: AutopayAttemptTable
  autopay_rules: AutopayRulesTable
}

/** A client's consent that a saved card is charged for its invoices. Ended ones stay, as proof of what was agreed. */
interface AutopayMandateTable {
  agency_id: AgencyId
  id: string
  client_id: string
  /** For the invoices of this plan alone; null for all invoices of the client. */
  recurring_id: string | null
  recurring_title: string | null
  /** Who gave it, and whose card it is. */
  user_id: string
  given_by: string
  provider: 'test' | 'stripe'
  account: string
  card_id: string
  card_brand: string
  card_last4: string
  /** Minor units that one charge may come to at most, and their currency; null without a limit. */
  max_amount: number | null
  max_currency: string | null
  /** The words agreed to, and their version. */
  wording: string
  text_version: string
  given_at: string
  /** Invoices due before that day are paid by hand. */
  effective_on: string
  paused_at: string | null
  pause_reason: string | null
  ended_at: string | null
  ended_by: string | null
  updated_at: string
}

/** One try to charge an invoice; its payment carries the request key that follows from invoice and number. */
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
  /** The provider's word for a decline, or ours for what was not tried. */
  reason: string | null
  message: string | null
  /** Where the agency is. */
  charged_on: string
  /** Set while another try is planned. */
  next_on: string | null
  created_at: string
  updated_at: string
}

interface AutopayRulesTable {
  agency_id: AgencyId
  notice_days: number
  /** Days after the first try, separated by commas. */
  retry_days: string
  version: number
  updated_at: string
}
