import type { Generated } from 'kysely'
import type { EInvoiceFormat } from '#shared/e-invoices.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { TaxCategory } from '#shared/taxes.ts'

export interface BillingTables {
  billing_profiles: BillingProfileTable
  tax_rates: TaxRateTable
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
