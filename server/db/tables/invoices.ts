import type { Generated } from 'kysely'
import type { InvoiceStatus, RateSource, RecurringFrequency } from '#shared/invoices.ts'
import type { Discount } from '#shared/money.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { TaxCategory } from '#shared/taxes.ts'

export interface InvoiceTables {
  invoices: InvoiceTable
  invoice_items: InvoiceItemTable
  invoice_instalments: InvoiceInstalmentTable
  invoice_numbers: InvoiceNumberTable
  invoice_pay_links: InvoicePayLinkTable
  invoice_reminders: InvoiceReminderTable
  recurring_invoices: RecurringInvoiceTable
  mail_attachments: MailAttachmentTable
}

interface InvoiceTable {
  id: string
  issuer: 'agency' | 'platform' | 'supplier'
  /** The agency that issued it; null when the platform or an outside supplier did. */
  agency_id: AgencyId | null
  issuer_name: string
  /** A template is what a recurring invoice copies; it is never listed, numbered or sent. */
  kind: 'invoice' | 'credit_note' | 'template'
  /** Given when it is sent, without gaps. */
  number: string | null
  client_id: string | null
  payer_agency_id: AgencyId | null
  payer_user_id: string | null
  project_id: string | null
  credited_invoice_id: string | null
  /** `recurring id:date`, so that a run writes each of its invoices once. */
  run_key: string | null
  title: string
  description: string | null
  notes: string | null
  currency: string
  /** Base units for one unit of `currency`, decimal text; null while nobody has entered it. */
  booking_rate: Generated<string | null>
  booked_on: Generated<string | null>
  rate_source: Generated<RateSource | null>
  /** Minor units of the issuer's base currency; null on drafts and without a rate. */
  base_total: Generated<number | null>
  /** What is still owed of it. */
  base_due: Generated<number | null>
  discount_type: Discount['type']
  /** Basis points or minor units, by type. */
  discount_value: number
  prices_include_tax: Generated<number>
  /** Calendar dates. */
  supply_from: Generated<string | null>
  supply_to: Generated<string | null>
  purchase_order: Generated<string | null>
  /** `DocumentParties` as JSON; null while it is a draft, and on what the platform or a supplier issues. */
  parties: Generated<string | null>
  /** Minor units, as `calculateTotals` gives them. */
  subtotal: number
  discount: number
  tax: number
  total: number
  amount_paid: number
  amount_credited: number
  /** Of the client's credit: what was applied less what was kept of a surplus. */
  amount_applied: Generated<number>
  amount_written_off: Generated<number>
  status: InvoiceStatus
  /** Calendar dates. */
  issued_on: string | null
  due_on: string
  sent_at: string | null
  viewed_at: string | null
  paid_at: string | null
  voided_at: string | null
  written_off_on: Generated<string | null>
  write_off_reason: Generated<string | null>
  /** Minor units that the client may pay at least; null where it is paid in full alone. */
  part_minimum: Generated<number | null>
  /** Of the first instalment that is not covered yet; null without a plan of them. */
  instalment_due_on: Generated<string | null>
  /** The late invoice whose fee this is. */
  late_fee_of: Generated<string | null>
  version: number
  created_by: string
  created_at: string
  updated_at: string
}

interface InvoiceItemTable {
  /** Stays the line's through all edits of a draft; what it bills names it. */
  id: string
  invoice_id: string
  position: number
  description: string
  /** Thousandths. */
  quantity: number
  unit: Generated<string | null>
  /** Minor units. */
  rate: number
  discount_bps: Generated<number>
  tax_rate_id: Generated<string | null>
  tax_bps: number
  tax_name: Generated<string | null>
  tax_category: Generated<TaxCategory | null>
  tax_note: Generated<string | null>
  /** Null takes the invoice's. */
  project_id: Generated<string | null>
  amount: number
  discount: number
  /** What is taxed: after all discounts, without the tax. */
  net: Generated<number>
  tax: number
  /** Of a credit note by line: which line of the invoice it takes back, and how much of its quantity. */
  credited_position: Generated<number | null>
  credited_quantity: Generated<number | null>
}

/** When the parts of an invoice are due; the amounts follow from its total. */
interface InvoiceInstalmentTable {
  invoice_id: string
  position: number
  /** Calendar date. */
  due_on: string
}

interface InvoiceNumberTable {
  /** An agency's id, or `platform`. */
  book: string
  kind: 'invoice' | 'credit_note'
  /** The year it counts the documents of; empty where it never starts again. */
  period: string
  next_number: number
}

/** Each mail carries a link of its own; revoking ends them all. */
interface InvoicePayLinkTable {
  /** SHA-256 of the link's 256-bit token. */
  token_hash: string
  invoice_id: string
  created_at: string
  revoked_at: string | null
}

interface InvoiceReminderTable {
  invoice_id: string
  occasion: string
  sent_at: string
}

interface RecurringInvoiceTable {
  agency_id: AgencyId
  id: string
  template_id: string
  frequency: RecurringFrequency
  /** The first date; later ones are counted from it, so that the 31st stays the 31st. */
  anchor_on: string
  next_on: string
  ends_on: string | null
  occurrences_left: number | null
  runs: number
  due_days: number
  send_automatically: number
  paused_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface MailAttachmentTable {
  mail_id: string
  position: number
  /** Rendered when the mail is delivered: an invoice is locked once it is sent. A receipt is its payment's. */
  document: 'invoice' | 'receipt'
  document_id: string
}
