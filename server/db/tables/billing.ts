import type { Generated } from 'kysely'
import type { CreditKind, LateFeeMode, LateFeeType } from '#shared/credit.ts'
import type { EInvoiceFormat } from '#shared/e-invoices.ts'
import type { MailOccasion } from '#shared/mail-texts.ts'
import type { DocumentKind } from '#shared/numbering.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { TaxCategory } from '#shared/taxes.ts'

export interface BillingTables {
  billing_profiles: BillingProfileTable
  mail_texts: MailTextTable
  number_formats: NumberFormatTable
  products: ProductTable
  tax_rates: TaxRateTable
  client_credits: ClientCreditTable
  collection_rules: CollectionRuleTable
}

/** What an agency's documents say of it, and how its new ones begin. */
interface BillingProfileTable {
  agency_id: AgencyId
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  tax_id: string | null
  /** As the register of the country answered; null while it was not asked. */
  tax_id_valid: number | null
  tax_id_checked_at: string | null
  registration_number: string | null
  electronic_address: string | null
  email: string | null
  phone: string | null
  account_holder: string | null
  iban: string | null
  bic: string | null
  bank_name: string | null
  default_tax_rate_id: string | null
  prices_include_tax: Generated<number>
  /** Days. */
  payment_terms: Generated<number>
  /** What goes out beside the PDF. */
  e_invoice_format: Generated<EInvoiceFormat | 'none'>
  notes: string | null
  footer: string | null
  version: number
  updated_at: string
}

interface TaxRateTable {
  agency_id: AgencyId
  id: string
  name: string
  /** Basis points. */
  bps: number
  category: TaxCategory
  /** Printed on documents that use it. */
  note: string | null
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** How documents are numbered; agencies without a row number them by the standard. */
interface NumberFormatTable {
  agency_id: AgencyId
  kind: DocumentKind
  /** May hold `{YYYY}`, `{YY}` and `{MM}`. */
  prefix: string
  /** The number has at least so many. */
  digits: number
  /** 1 where the number starts again with each year. */
  yearly: number
  version: number
  updated_at: string
}

/** What is sold again and again, as a line of an invoice begins. */
interface ProductTable {
  agency_id: AgencyId
  id: string
  name: string
  unit: string | null
  rate: number
  currency: string
  tax_rate_id: string | null
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** What the agency's own mails to clients say instead of the standard. */
interface MailTextTable {
  agency_id: AgencyId
  occasion: MailOccasion
  subject: string
  body: string
  version: number
  updated_at: string
}

/** Movements of what a client has with its agency, never changed: their sum is the balance. */
interface ClientCreditTable {
  agency_id: AgencyId
  id: string
  client_id: string
  currency: string
  kind: CreditKind
  /** Minor units; negative where credit was used. */
  amount: number
  invoice_id: string | null
  payment_id: string | null
  note: string | null
  /** Calendar date in the books' zone. */
  occurred_on: string
  created_at: string
}

/** What an agency does about credit and late invoices by itself. */
interface CollectionRuleTable {
  agency_id: AgencyId
  /** 1 where an invoice takes the client's credit as it is sent. */
  apply_credit: Generated<number>
  late_fees: LateFeeMode
  fee_type: LateFeeType
  fee_bps: number
  /** Minor units of the agency's currency. */
  fee_amount: number
  grace_days: number
  max_fees: number
  /** 1 where clients pay new invoices in parts if they like, of so many minor units of that currency at least. */
  part_payments: Generated<number>
  part_minimum: Generated<number>
  /** The day late fees were turned on: none is asked for what was late before. */
  since: string | null
  version: number
  updated_at: string
}
