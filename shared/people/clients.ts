import type { TaxIdCheckDto } from '../identity/letterhead/profile.ts'
import type { EInvoiceChoice } from '../identity/letterhead/schemas/e-invoice-formats.ts'

/** By a column of the table; clients without a company come last in either direction. */
export const CLIENT_SORTS = ['name', 'company', 'projects', 'outstanding', 'invoiced', 'paid'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

/** Columns of imported and exported files; only the first two are required. */
export const CLIENT_CSV_COLUMNS = [
  'name',
  'email',
  'phone',
  'company',
  'address',
  'portal_access',
  'postal_code',
  'city',
  'region',
  'country',
  'tax_id',
  'registration_number',
  'electronic_address',
  'buyer_reference',
  'billing_currency',
  'payment_terms',
  'default_tax_rate',
  'e_invoice_format',
  'billing_cc',
  'billing_bcc',
] as const
export const MAX_CLIENT_CSV_ROWS = 5000

export interface ClientImportProblem {
  /** Line number in the file, starting at 1 with the header. */
  line: number
  column: string | null
  message: string
}

/** Valid rows are imported and the others reported; a dry run only reports. */
export interface ClientImportResult {
  dry_run: boolean
  rows: number
  valid: number
  imported: number
  problems: ClientImportProblem[]
}

export interface ClientsCsv {
  filename: string
  content: string
}

/** A client as shown to the agency; amounts in minor units of the agency's `currency`. */
export interface ClientDto {
  id: string
  agency_id: string
  /** Set for platform administrators, who read across agencies. */
  agency_name: string
  currency: string
  name: string
  email: string
  phone: string | null
  company: string | null
  /** Street and number; may have more than one line. */
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  tax_id: string | null
  /** Null if this number hasn't been checked. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: string | null
  electronic_address: string | null
  buyer_reference: string | null
  /** For new invoices, like the two fields below; null uses the agency's. */
  billing_currency: string | null
  default_tax_rate_id: string | null
  payment_terms: number | null
  e_invoice_format: EInvoiceChoice | null
  /** CC recipients of billing mails. */
  billing_cc: string[]
  billing_bcc: string[]
  portal_access: boolean
  project_count: number
  /** Of these, the ones not completed. */
  active_project_count: number
  total_paid: number
  outstanding_amount: number
  /** Calendar dates, YYYY-MM-DD, of the last invoice sent and the last payment. */
  last_invoice_on: string | null
  last_payment_on: string | null
  archived_at: string | null
  version: number
  created_at: string
}

/** Portal access: `invited` has an open invitation, `active` an account. */
export type PortalStatus = 'none' | 'invited' | 'active'

/** A person at a client company, with their own portal access. */
export interface ClientContactDto {
  id: string
  client_id: string
  name: string
  email: string
  phone: string | null
  portal_access: boolean
  can_see_projects: boolean
  can_see_billing: boolean
  portal_status: PortalStatus
  /** What their account signs in with, which people can change themselves; null without an account. */
  account_email: string | null
  version: number
  created_at: string
}

/** An account that signs in for a client and sees everything of it. */
export interface ClientAccountDto {
  user_id: string
  name: string
  email: string
}

/** Internal to the agency. */
export interface ClientNoteDto {
  id: string
  author_name: string
  text: string
  created_at: string
}

export interface ClientDetailsDto<Project> {
  client: ClientDto
  /** For the company's own email; contacts have their own. */
  portal_status: PortalStatus
  /** Without those of contacts, who have their own permissions. */
  accounts: ClientAccountDto[]
  contacts: ClientContactDto[]
  notes: ClientNoteDto[]
  /** Newest first, without archived ones. */
  projects: Project[]
}

export interface ClientCounters {
  total_clients: number
  active_projects: number
  total_revenue: number
  outstanding: number
}
