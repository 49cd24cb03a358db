import type { ColumnType, Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    clients: ClientTable
    client_contacts: ClientContactTable
    client_notes: ClientNoteTable
    client_tallies: ClientTallyTable
  }
}

type Optional = ColumnType<string | null, string | null | undefined>

interface ClientTable {
  agency_id: AgencyId
  id: string
  name: string
  email: string
  /** With its domain in Unicode, for searches; null if its domain is ASCII. */
  unicode_email: Optional
  phone: string | null
  company: string | null
  address: string | null
  /** For new documents; null uses the agency's. */
  billing_currency: ColumnType<string | null, string | null | undefined>
  postal_code: Optional
  city: Optional
  region: Optional
  country: Optional
  tax_id: Optional
  tax_id_valid: ColumnType<number | null, number | null | undefined>
  tax_id_checked_at: Optional
  registration_number: Optional
  electronic_address: Optional
  buyer_reference: Optional
  /** For new documents; null uses the agency's. */
  default_tax_rate_id: Optional
  /** Days; null uses the agency's. */
  payment_terms: ColumnType<number | null, number | null | undefined>
  /** Null uses the agency's. */
  e_invoice_format: ColumnType<EInvoiceFormat | 'none' | null, EInvoiceFormat | 'none' | null | undefined>
  /** Additional recipients of billing mails, separated by commas. */
  billing_cc: Optional
  billing_bcc: Optional
  /** For accounts in bookkeeping programs; a trigger assigns each client the agency's next number. */
  debtor_number: Generated<number | null>
  portal_access: number
  /** When its people were last asked to enable autopay. */
  autopay_requested_at: Optional
  /** 1 for the client of the sample project. */
  sample: ColumnType<number, number | undefined>
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** A person at a client company, with individual access to the portal. */
interface ClientContactTable {
  agency_id: AgencyId
  id: string
  client_id: string
  name: string
  /** Lower case; unique within the client. */
  email: string
  phone: string | null
  portal_access: number
  can_see_projects: number
  can_see_billing: number
  /** The account this person signs in with, set when they accept an invitation. */
  user_id: string | null
  version: number
  created_at: string
  updated_at: string
}

/** Internal to the agency; never visible to the client. */
interface ClientNoteTable {
  agency_id: AgencyId
  id: string
  client_id: string
  author_id: string
  author_name: string
  text: string
  created_at: string
}

/** The figures that client lists are sorted by, one row per client, maintained by triggers. */
interface ClientTallyTable {
  agency_id: AgencyId
  client_id: string
  active_projects: Generated<number>
  /** Minor units of the base currency. */
  outstanding: Generated<number>
  /** Calendar dates; empty if there is none. */
  last_invoice_on: Generated<string>
  last_payment_on: Generated<string>
}
