import type { Generated } from 'kysely'
import type { TaxRounding } from '#shared/base/amounts/money.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import type { MailOccasion } from '#shared/identity/letterhead/mail-texts.ts'
import type { DocumentKind } from '#shared/identity/letterhead/numbering.ts'
import type { CreditKind, LateFeeMode, LateFeeType } from '#shared/money/invoices/credit.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    billing_profiles: LetterheadProfileTable
    mail_texts: MailTextTable
    number_formats: NumberFormatTable
    products: ProductTable
    tax_rates: TaxRateTable
    client_credits: ClientCreditTable
    collection_rules: CollectionRuleTable
  }
}

/** An agency's details on documents, and defaults for new ones. */
interface LetterheadProfileTable {
  agency_id: AgencyId
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  tax_id: string | null
  /** The result of the register's check; null if it wasn't checked. */
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
  bank_changed_at: string | null
  /** The name of the person who changed it. */
  bank_changed_by: string | null
  default_tax_rate_id: string | null
  prices_include_tax: Generated<number>
  /** Null for what is usual in the agency's currency. */
  tax_rounding: Generated<TaxRounding | null>
  /** Days. */
  payment_terms: Generated<number>
  /** The format sent along with the PDF. */
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
  /** Basis points, with up to one decimal. */
  bps: number
  category: TaxCategory
  /** Printed on documents that use it. */
  note: string | null
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** How documents are numbered; agencies without a row use the default. */
interface NumberFormatTable {
  agency_id: AgencyId
  kind: DocumentKind
  /** May contain `{YYYY}`, `{YY}` and `{MM}`. */
  prefix: string
  /** The minimum number of digits. */
  digits: number
  /** 1 if numbering restarts every year. */
  yearly: number
  version: number
  updated_at: string
}

/** A reusable invoice line. */
interface ProductTable {
  agency_id: AgencyId
  id: string
  name: string
  unit: string | null
  /** Minor units, with up to four decimals. */
  rate: number
  currency: string
  tax_rate_id: string | null
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** An agency's custom texts for mails to clients. */
interface MailTextTable {
  agency_id: AgencyId
  occasion: MailOccasion
  subject: string
  body: string
  version: number
  updated_at: string
}

/** Append-only movements of a client's credit with the agency; their sum is the balance. */
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
  /** Calendar date in the ledger's time zone. */
  occurred_on: string
  created_at: string
}

/** An agency's rules for automatic credit and late fees. */
interface CollectionRuleTable {
  agency_id: AgencyId
  /** 1 if the client's credit is applied to an invoice when it is sent. */
  apply_credit: Generated<number>
  late_fees: LateFeeMode
  fee_type: LateFeeType
  fee_bps: number
  /** Minor units of the agency's currency. */
  fee_amount: number
  grace_days: number
  max_fees: number
  /** 1 if clients may pay new invoices in parts; the minimum part is in minor units of that currency. */
  part_payments: Generated<number>
  part_minimum: Generated<number>
  /** The day late fees were turned on; invoices already overdue then are exempt. */
  since: string | null
  version: number
  updated_at: string
}
