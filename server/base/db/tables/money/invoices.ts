import type { Generated } from 'kysely'
import type { Discount } from '#shared/base/amounts/money.ts'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { InvoiceStage } from '#shared/money/invoices/deductions.ts'
import type {
  InvoiceStatus,
  RateSource,
  RecurringFrequency,
  SupplyPeriod,
} from '#shared/money/invoices/invoices.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    invoices: InvoiceTable
    invoice_items: InvoiceItemTable
    invoice_instalments: InvoiceInstallmentTable
    invoice_pay_links: InvoicePayLinkTable
    invoice_reminders: InvoiceReminderTable
    recurring_invoices: RecurringInvoiceTable
  }

  interface SharedSchema {
    invoice_numbers: InvoiceNumberTable
    mail_attachments: MailAttachmentTable
  }
}

interface InvoiceTable {
  id: string
  issuer: 'agency' | 'platform' | 'supplier'
  /** The issuing agency; null if the platform or an external supplier issued it. */
  agency_id: AgencyId | null
  issuer_name: string
  /** A template is copied by a recurring invoice; it is never listed, numbered, or sent. */
  kind: 'invoice' | 'credit_note' | 'template'
  /** An advance invoice bills a part of the work before the final invoice, which deducts it. */
  stage: Generated<InvoiceStage>
  /** The final invoice, even if it is a draft, that deducts this advance invoice. */
  final_invoice_id: Generated<string | null>
  /** Assigned when it is sent, without gaps. */
  number: string | null
  client_id: string | null
  payer_agency_id: AgencyId | null
  payer_user_id: string | null
  project_id: string | null
  credited_invoice_id: string | null
  /** `recurring id:date`, so that each run creates its invoices only once. */
  run_key: string | null
  title: string
  description: string | null
  notes: string | null
  currency: string
  /** Base units per unit of `currency`, decimal text; null until entered. */
  booking_rate: Generated<string | null>
  booked_on: Generated<string | null>
  rate_source: Generated<RateSource | null>
  /** Minor units of the issuer's base currency; null for drafts and without a rate. */
  base_total: Generated<number | null>
  /** Converted by rate, as in the tax report; null for documents of versions that converted the sum. */
  base_tax: Generated<number | null>
  /** The amount still due. */
  base_due: Generated<number | null>
  discount_type: Discount['type']
  /** Basis points or minor units, depending on the type. */
  discount_value: number
  prices_include_tax: Generated<number>
  /** Calendar dates. */
  supply_from: Generated<string | null>
  supply_to: Generated<string | null>
  /** 1 if its write-off reduced the tax of the UK return at once, as in earlier versions. */
  loss_at_once: Generated<number>
  purchase_order: Generated<string | null>
  /** `DocumentParties` as JSON; null for drafts and for documents of the platform or a supplier. */
  parties: Generated<string | null>
  /** Minor units, as returned by `calculateTotals`. */
  subtotal: number
  discount: number
  tax: number
  total: number
  /** Client credit applied when the document was sent, as printed on it. */
  prepaid: Generated<number>
  /** The part of it that the agency granted; the rest was received. */
  prepaid_granted: Generated<number>
  amount_paid: number
  amount_credited: number
  /** Client credit applied to the invoice, minus surplus turned into credit. */
  amount_applied: Generated<number>
  amount_written_off: Generated<number>
  status: InvoiceStatus
  /** Calendar dates. */
  issued_on: string | null
  due_on: string
  /** For drafts due this many days after their issue; null if somebody chose the date. */
  payment_days: Generated<number | null>
  /** The day since which a sent invoice has awaited payment: its issue, or the day it was reopened. */
  open_since: Generated<string | null>
  /** Minor units that refunds made due again without a credit note, until they are settled. */
  reopened: Generated<number>
  sent_at: string | null
  viewed_at: string | null
  paid_at: string | null
  voided_at: string | null
  written_off_on: Generated<string | null>
  write_off_reason: Generated<string | null>
  /** The minimum partial payment in minor units; null if it can only be paid in full. */
  part_minimum: Generated<number | null>
  /** Due date of the first unpaid installment; null without an installment plan. */
  instalment_due_on: Generated<string | null>
  /** The overdue invoice that this late fee is for. */
  late_fee_of: Generated<string | null>
  /** The days, as JSON, whose late fees for this invoice were drafted and deleted. */
  waived_fees: Generated<string | null>
  version: number
  created_by: string
  created_at: string
  updated_at: string
}

interface InvoiceItemTable {
  /** Stable while a draft is edited; billed time and expenses refer to it. */
  id: string
  invoice_id: string
  position: number
  description: string
  /** In thousandths. */
  quantity: number
  unit: Generated<string | null>
  /** The time it bills, of which the quantity is the hours, rounded. */
  seconds: Generated<number | null>
  /** Minor units, with up to four decimals. */
  rate: number
  discount_bps: Generated<number>
  tax_rate_id: Generated<string | null>
  tax_bps: number
  tax_name: Generated<string | null>
  tax_category: Generated<TaxCategory | null>
  tax_note: Generated<string | null>
  /** Null uses the invoice's. */
  project_id: Generated<string | null>
  /** The advance invoice that this line of a final invoice deducts. */
  deducted_invoice_id: Generated<string | null>
  amount: number
  discount: number
  /** The taxable amount: after all discounts, without tax. */
  net: Generated<number>
  tax: number
  /** For a credit note by line: the invoice line it credits, and how much of the quantity. */
  credited_position: Generated<number | null>
  credited_quantity: Generated<number | null>
}

/** Due dates of an invoice's installments; their amounts follow from its total. */
interface InvoiceInstallmentTable {
  invoice_id: string
  position: number
  /** Calendar date. */
  due_on: string
}

interface InvoiceNumberTable {
  /** An agency's id or `platform`. */
  book: string
  kind: 'invoice' | 'credit_note'
  /** The year of the counter; empty if numbering doesn't restart. */
  period: string
  next_number: number
}

/** Each mail has its own link; revoking ends them all. */
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
  /** For notices, the day and amount of the charge; null for reminders, and for a charge on the due date. */
  charge_on: Generated<string | null>
  charge_amount: Generated<number | null>
}

interface RecurringInvoiceTable {
  agency_id: AgencyId
  id: string
  template_id: string
  frequency: RecurringFrequency
  /** The first date, from which later ones are computed, so that the 31st stays the 31st. */
  anchor_on: string
  next_on: string
  ends_on: string | null
  occurrences_left: number | null
  runs: number
  due_days: number
  send_automatically: number
  /** Null states no period of supply. */
  supply_period: Generated<SupplyPeriod | null>
  paused_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface MailAttachmentTable {
  mail_id: string
  position: number
  /** Rendered on delivery, because a sent invoice can't change. A receipt belongs to its payment. */
  document: 'invoice' | 'receipt'
  document_id: string
}
