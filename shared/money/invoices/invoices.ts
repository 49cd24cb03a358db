import type { Discount } from '../../base/amounts/money.ts'
import type { LineTax } from '../../base/amounts/taxes.ts'
import type { DocumentParties } from '../../identity/letterhead/parties.ts'
import type { InvoiceStage } from './deductions.ts'
import type { InstallmentDto, PartsDto } from './installments.ts'
import type { PaymentInstructionsDto } from './payment-methods.ts'

export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The status shown to payers, who never see drafts. */
export type PortalInvoiceStatus = 'pending' | 'paid' | 'overdue' | 'void'
export type InvoiceDisplayStatus = InvoiceStatus | PortalInvoiceStatus

/**
 * The origin of a document's exchange rate: not needed for the base currency, the daily table, or entered
 * manually.
 */
export type RateSource = 'base' | 'table' | 'typed'

/** Converts a stored status to the payer's. */
export const portalStatus = (status: InvoiceStatus): PortalInvoiceStatus =>
  status === 'sent' || status === 'draft' ? 'pending' : status

/** A sent invoice past its due date is overdue, even before the nightly job marks it. */
export const statusOn = (status: InvoiceStatus, dueDate: string, today: string): InvoiceStatus =>
  status === 'sent' && dueDate < today ? 'overdue' : status

/** Limit per line and document, so that sums stay exact. */
export const MAX_TOTAL = 1_000_000_000_000
export const MAX_LINES = 200
export const TOO_LARGE = 'The amount is too large.'

/** A line; amounts as in `LineTotals`, in minor units. */
export interface InvoiceItemDto extends LineTax {
  id: string
  description: string
  quantity: number
  unit: string | null
  /** The exact time, if the line bills time: its amount is that of the seconds, and `quantity` its rounded hours. */
  seconds: number | null
  /** Per unit, with up to four decimals. */
  rate: number
  discount_bps: number
  /** The agency's tax rate; null if a percentage was entered. */
  tax_rate_id: string | null
  /** Null uses the invoice's. */
  project_id: string | null
  /**
   * The advance invoice that the line deducts; its net and tax are negative. Such lines are derived from
   * `advance_ids`.
   */
  deducted_invoice_id: string | null
  amount: number
  discount: number
  net: number
  tax: number
}

/** An invoice; all amounts in minor units of `currency`. */
export interface InvoiceDto {
  id: string
  kind: 'invoice' | 'credit_note'
  /** An advance invoice bills a part; a final invoice deducts what was received in advance. */
  stage: InvoiceStage
  number: string | null
  title: string
  description: string | null
  notes: string | null
  /** The total: items − discount + tax. */
  amount: number
  currency: string
  status: InvoiceDisplayStatus
  dueDate: string
  /** The due date of its first open installment; else its own. */
  due_next: string
  clientName: string
  items: InvoiceItemDto[]
  subtotal: number
  discount: number
  discount_given: Discount
  tax: number
  /** Whether the lines' rates and amounts include tax. */
  prices_include_tax: boolean
  supply_from: string | null
  supply_to: string | null
  purchase_order: string | null
  /** Client credit applied when it was sent, printed on the document and deducted from what it asks for. */
  prepaid: number
  /** The part of it that the agency granted. */
  prepaid_granted: number
  amount_paid: number
  amount_credited: number
  /** Client credit applied to it; negative if more of its payments became credit. */
  amount_applied: number
  amount_written_off: number
  /** The amount due. */
  amount_due: number
  /** The part of it being processed, which takes days for debits. */
  amount_processing: number
  /** Its amount in the agency's ledger; null for anyone but the issuer, for drafts, and without a rate. */
  booking: InvoiceBooking | null
  /** Entered on a draft; null otherwise. */
  booking_rate: string | null
  issuer: 'agency' | 'platform' | 'supplier'
  issuer_name: string
  agency_id: string | null
  client_id: string | null
  project_id: string | null
  credited_invoice_id: string | null
  /** The overdue invoice that this late fee is for. */
  late_fee_of: string | null
  /** The date the rest was written off; the reason is visible to the issuer only. */
  written_off_on: string | null
  write_off_reason: string | null
  issued_on: string | null
  sent_at: string | null
  viewed_at: string | null
  /** When the client was last reminded, automatically or manually; visible to the issuer only. */
  reminded_at: string | null
  /** What refunds made due again, and reminders and autopay don't collect; visible to the issuer only. */
  reopened: number
  paid_at: string | null
  /** The minimum partial payment in minor units; null only allows planned installments. */
  part_minimum: number | null
  /** Whether a public pay link is active; its URL is shown once, when created. */
  has_pay_link: boolean
  /** True for the payer while an amount is due. */
  payable: boolean
  /** Why the amount due can't be paid by card, for example because it is too small; null if it can. */
  card_notice: string | null
  /** Whether the caller can edit, send, or void it. */
  manageable: boolean
  version: number
  created_at: string
}

/** An invoice with its document's content; its parties don't change once it is sent. */
export interface InvoiceDocumentDto extends InvoiceDto {
  parties: DocumentParties
  /** What its payments and credit notes added to the client's credit, which `amount_applied` is less by. */
  amount_kept: number
  /**
   * The tax in the issuer's own currency, as the law requires; null if it is the same currency or there is no
   * tax.
   */
  tax_in_base: { currency: string; rate: string; amount: number } | null
  /** What of `amount_credited` was credit that its issuer had granted; 0 for others. */
  amount_granted: number
  /** The invoice that a credit note credits. */
  credited: { number: string; issued_on: string | null } | null
  /** The advance invoices that a final invoice deducts, with the amounts including tax. */
  deductions: { invoice_id: string; number: string; issued_on: string | null; amount: number }[]
  /** The final invoice that deducts this advance invoice; without a number while it is a draft. */
  deducted_in: { id: string; number: string | null } | null
  /** The due dates of its installments; empty if it is due at once. */
  instalments: InstallmentDto[]
  /** Its late fees that are unpaid or drafts; empty for others than its issuer. */
  late_fees: OpenLateFeeDto[]
  /** What can be paid online now; null if the caller has nothing to pay. */
  parts: PartsDto | null
  /** Payments being processed, oldest first. */
  processing: { payment_id: string; amount: number; since: string; own: boolean }[]
  /** Payments with a voucher or by transfer that wait for their payer; the amount is still due. */
  waiting: (PaymentInstructionsDto & { payment_id: string; amount: number; method: string; own: boolean })[]
  /** Receipts of its payments, oldest first. */
  receipts: InvoiceReceipt[]
}

export interface OpenLateFeeDto {
  id: string
  /** Null for a draft. */
  number: string | null
  amount_due: number
  /** Whether nothing on it was paid or credited, and no payment is in progress. */
  voidable: boolean
}

export interface InvoiceReceipt {
  payment_id: string
  number: string
  paid_at: string
  /** The day in the issuer's books, as on the receipt. */
  paid_on: string
  /** As paid, in the invoice's currency. */
  amount: number
}

/** Minor units of the ledger's base currency. */
export interface InvoiceBooking {
  currency: string
  /** Base units per unit of the invoice's currency, decimal text. */
  rate: string
  source: RateSource
  /** Calendar date. */
  booked_on: string
  total: number
  due: number
}

export const RECURRING_FREQUENCIES = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type RecurringFrequency = (typeof RECURRING_FREQUENCIES)[number]

/**
 * The period of supply that a recurring invoice states: the calendar week, month, quarter or year before its date, of it
 * or after it; or the days between two invoices, until or from its date.
 */
export const SUPPLY_PERIODS = ['previous', 'current', 'next', 'until_invoice', 'from_invoice'] as const
export type SupplyPeriod = (typeof SUPPLY_PERIODS)[number]

export interface RecurringInvoiceDto {
  id: string
  title: string
  clientName: string
  client_id: string
  amount: number
  currency: string
  frequency: RecurringFrequency
  next_on: string
  ends_on: string | null
  occurrences_left: number | null
  due_days: number
  send_automatically: boolean
  paused: boolean
  /** The number of dates missed while paused. */
  missed: number
  /** No more invoices will be created. */
  finished: boolean
  version: number
}

/** A recurring invoice with all form fields. */
export interface RecurringPlanDto extends RecurringInvoiceDto {
  project_id: string | null
  description: string | null
  notes: string | null
  discount_given: Discount
  prices_include_tax: boolean
  purchase_order: string | null
  items: InvoiceItemDto[]
  starts_on: string
  supply_period: SupplyPeriod | null
}
