import { z } from 'zod'
import { addressFields, paymentTerms, type TaxIdCheckDto } from './billing.ts'
import { mailAddresses } from './billing-mails.ts'
import { type EInvoiceChoice, eInvoiceChoice } from './e-invoices.ts'
import { currencyCode } from './exchange.ts'
import { pageInput } from './paging.ts'
import type { ProjectDto } from './projects.ts'
import { optionalText, requiredEmail, requiredText, searchText } from './text.ts'

/** Of each kind. */
const MAX_COPIES = 5
const REQUIRED = 'Please fill in all required fields'

export const clientInput = z.strictObject({
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  phone: optionalText(50),
  company: optionalText(),
  ...addressFields,
  /** What they want to be quoted on documents, such as a Leitweg-ID. */
  buyer_reference: optionalText(100),
  /** Of their new invoices, like the two that follow; null takes the agency's. */
  billing_currency: currencyCode.nullish(),
  default_tax_rate_id: z.uuid().nullish(),
  /** Days. */
  payment_terms: paymentTerms.nullish(),
  /** What their documents' mails bring; null takes the agency's. */
  e_invoice_format: eInvoiceChoice.nullish(),
  /** Who else gets their billing mails. */
  billing_cc: mailAddresses(MAX_COPIES).default([]),
  billing_bcc: mailAddresses(MAX_COPIES).default([]),
  portal_access: z.boolean().default(true),
})

/** Inserts without `id`, updates with it. `version` is the one the editor loaded. */
export const clientSaveInput = clientInput.extend({
  id: z.uuid().optional(),
  version: z.int().optional(),
})

/** By a column of the table; who has no company comes last in either direction. */
export const CLIENT_SORTS = ['name', 'company', 'projects', 'outstanding', 'invoiced', 'paid'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

export const clientListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  archived: z.boolean().default(false),
  order: z.enum(['newest', ...CLIENT_SORTS]).default('newest'),
  /** Turns the order by a column round. */
  descending: z.boolean().default(false),
})

export const contactSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  client_id: z.uuid(),
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  phone: optionalText(50),
  portal_access: z.boolean().default(false),
  can_see_projects: z.boolean().default(true),
  can_see_billing: z.boolean().default(false),
})

export const clientNoteInput = z.strictObject({
  client_id: z.uuid(),
  text: requiredText('Please write a note.', 5000),
})

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

export const clientImportInput = z.strictObject({
  csv: z.string().min(1, 'The file is empty.').max(900_000, 'Use a file of at most 900 KB.'),
  /** If true, checks every row without saving. */
  dry_run: z.boolean(),
})

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

export interface CsvFile {
  filename: string
  content: string
}

/** A client company as the agency sees it; amounts in minor units of the agency's `currency`. */
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
  /** Street and number; may be several lines. */
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  tax_id: string | null
  /** Null while the register was not asked about this number. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: string | null
  electronic_address: string | null
  buyer_reference: string | null
  /** Of their new invoices, like the two that follow; null takes the agency's. */
  billing_currency: string | null
  default_tax_rate_id: string | null
  payment_terms: number | null
  e_invoice_format: EInvoiceChoice | null
  /** Who else gets their billing mails. */
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
  version: number
  created_at: string
}

/** Internal to the agency. */
export interface ClientNoteDto {
  id: string
  author_name: string
  text: string
  created_at: string
}

export interface ClientDetailsDto {
  client: ClientDto
  /** For the company's own email; contacts have their own. */
  portal_status: PortalStatus
  contacts: ClientContactDto[]
  notes: ClientNoteDto[]
  /** Newest first, without archived ones. */
  projects: ProjectDto[]
}

export interface ClientCounters {
  total_clients: number
  active_projects: number
  total_revenue: number
  outstanding: number
}
