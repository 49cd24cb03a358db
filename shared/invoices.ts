import { z } from 'zod'
import { outgoingMail } from './billing-mails.ts'
import { calendarDate, optionalCalendarDate } from './dates.ts'
import { currencyCode, optionalExchangeRate } from './exchange.ts'
import { type InstalmentDto, instalmentDates, type PartsDto } from './instalments.ts'
import type { Discount } from './money.ts'
import { pageInput } from './paging.ts'
import type { DocumentParties } from './parties.ts'
import type { LineTax } from './taxes.ts'
import { optionalText, requiredText, searchText } from './text.ts'
import { unbilledInput } from './timesheets.ts'

export const INVOICE_STATUSES = ['draft', 'sent', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** The status shown to payers, who never see drafts. */
export type PortalInvoiceStatus = 'pending' | 'paid' | 'overdue' | 'void'
export type InvoiceDisplayStatus = InvoiceStatus | PortalInvoiceStatus

/** Where a document's exchange rate came from: it is in the base currency, the daily table, or typed. */
export type RateSource = 'base' | 'table' | 'typed'

/** Converts a stored status to the payer's. */
export const portalStatus = (status: InvoiceStatus): PortalInvoiceStatus =>
  status === 'sent' || status === 'draft' ? 'pending' : status

/** A sent invoice past its due date is overdue, even before the nightly job marks it. */
export const statusOn = (status: InvoiceStatus, dueDate: string, today: string): InvoiceStatus =>
  status === 'sent' && dueDate < today ? 'overdue' : status

export const MAX_AMOUNT = 100_000_000_000
/** Limit per line and document, so that sums stay exact. */
export const MAX_TOTAL = 1_000_000_000_000
export const MAX_LINES = 200
export const TOO_LARGE = 'The amount is too large.'
const REQUIRED = 'Please fill in all required fields'

export const invoiceItemInput = z.strictObject({
  /** The line of the saved draft that this one is; it keeps what it bills. Left out, it is a new one. */
  id: z.uuid().optional(),
  description: requiredText(REQUIRED, 500),
  /** Up to three decimals. */
  quantity: z
    .number('Quantity must be a number')
    .positive('Quantity must be more than 0')
    .max(1_000_000)
    .refine(
      (value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6,
      'Use at most three decimal places.',
    ),
  /** Minor units. */
  rate: z.int('Rate must be a number').min(0, 'Rate cannot be negative').max(MAX_AMOUNT),
  /** What one of the quantity is. */
  unit: optionalText(30),
  /** Basis points off this line. */
  discount_bps: z.int().min(0).max(10_000).default(0),
  /** One of the agency's tax rates; it decides the percentage. */
  tax_rate_id: z.uuid().nullish(),
  tax_bps: z.int().min(0).max(10_000).default(0),
  /** What is paid for the line is income of this project; null takes the invoice's. */
  project_id: z.uuid().nullish(),
})

const discountInput = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none'), value: z.literal(0).default(0) }),
    z.strictObject({ type: z.literal('percent'), value: z.int().min(0).max(10_000) }),
    z.strictObject({ type: z.literal('amount'), value: z.int().min(0).max(MAX_AMOUNT) }),
  ])
  .default({ type: 'none', value: 0 })

function distinctLines(items: { id?: string }[]): boolean {
  const ids = items.flatMap((item) => item.id ?? [])
  return new Set(ids).size === ids.length
}

const invoiceFields = {
  client_id: z.uuid(REQUIRED),
  project_id: z.uuid().nullish(),
  title: requiredText(REQUIRED),
  description: optionalText(2000),
  notes: optionalText(5000),
  /** Defaults to the client's, else the agency's. */
  currency: currencyCode.optional(),
  discount: discountInput,
  /** True where the rates of the lines hold the tax. */
  prices_include_tax: z.boolean().default(false),
  /** The buyer's order number. */
  purchase_order: optionalText(100),
  items: z
    .array(invoiceItemInput)
    .min(1, 'Add at least one line.')
    .max(MAX_LINES)
    .refine(distinctLines, 'Each line can be sent once.'),
}

/** Inserts a draft without `id`, updates it with one. Sent invoices are locked. */
export const invoiceSaveInput = z
  .strictObject({
    ...invoiceFields,
    id: z.uuid().optional(),
    version: z.int().optional(),
    due_date: calendarDate,
    /** When it was delivered, or the first and last day of the service. */
    supply_from: optionalCalendarDate,
    supply_to: optionalCalendarDate,
    /** Units of the agency's currency for one of the invoice's; left out, the table of rates decides. */
    booking_rate: optionalExchangeRate,
    /** Minor units that the client may pay at least; null takes no parts, left out, the agency's rule decides. */
    part_minimum: z.int('Amount must be a number').min(0).max(MAX_AMOUNT).nullish(),
    /** When equal parts are due, the last one with the invoice; empty asks for all at once. */
    instalments: instalmentDates.optional(),
  })
  .refine(({ supply_from, supply_to }) => supply_to === null || (supply_from ?? '9999') <= supply_to, {
    path: ['supply_to'],
    error: 'A period ends on or after its first day.',
  })
export type InvoiceSaveInput = z.input<typeof invoiceSaveInput>

/** Basis points on top of what an expense cost. */
const markup = z.int('Markup must be a number').min(0).max(100_000).default(0)

/** Drafts an invoice from a client's approved, unbilled time, and from expenses. */
export const invoiceFromTimeInput = unbilledInput.extend({
  /** False bills the expenses alone. */
  include_time: z.boolean().default(true),
  expense_ids: z.array(z.uuid()).max(MAX_LINES).default([]),
  markup_bps: markup,
  title: requiredText(REQUIRED),
  due_date: calendarDate,
  /** One of the agency's tax rates; it decides the percentage. */
  tax_rate_id: z.uuid().nullish(),
  tax_bps: z.int().min(0).max(10_000).default(0),
})

/** Puts expenses of its client on a draft. */
export const addExpensesInput = z.strictObject({
  id: z.uuid(),
  expense_ids: z.array(z.uuid()).min(1, 'Choose at least one expense.').max(MAX_LINES),
  markup_bps: markup,
  /** Defaults to the tax of the draft's first line. */
  tax_bps: z.int().min(0).max(10_000).optional(),
})

export const invoiceListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  status: z.enum([...INVOICE_STATUSES, 'pending', 'open', 'recently_paid']).nullish(),
  /** What an agency issued, or what it owes itself; left out, both. */
  side: z.enum(['issued', 'received']).nullish(),
  currency: currencyCode.nullish(),
  client_id: z.uuid().nullish(),
  project_id: z.uuid().nullish(),
})

/** The client of a draft; null before one is chosen. */
export const letterheadInput = z.strictObject({ client_id: z.uuid().nullable() })

export const invoiceIdInput = z.strictObject({ id: z.uuid() })
/** What is taken back of a line: a quantity, an amount as the line was entered, or else all that is left. */
export const creditLineInput = z
  .strictObject({
    /** Counted from 0, as the invoice lists its lines. */
    position: z.int().min(0).max(199),
    quantity: invoiceItemInput.shape.quantity.optional(),
    /** Minor units; with the tax where the invoice's prices hold it. */
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
  })
  .refine((line) => line.quantity === undefined || line.amount === undefined, {
    message: 'Give a quantity or an amount.',
  })
export type CreditLine = z.output<typeof creditLineInput>
export const creditLines = z.array(creditLineInput).min(1, 'Choose at least one line.').max(200)

export const creditNoteInput = z.strictObject({
  id: z.uuid(),
  /** Minor units, tax included; defaults to the full amount due. Ignored where lines are named. */
  amount: z.int().min(1).max(MAX_AMOUNT).optional(),
  lines: creditLines.optional(),
  /** Keeps what was paid already as the client's credit; without it no more than what is due is credited. */
  keep_as_credit: z.boolean().default(false),
  reason: requiredText('Please give a reason.', 500),
})

export const sendInput = z.strictObject({
  id: z.uuid(),
  /** Takes the client's credit at once; left out, the agency's rule decides. */
  apply_credit: z.boolean().optional(),
  /** Left out, the client and its contacts for billing get the agency's own text. */
  mail: outgoingMail.optional(),
})

export const payTokenInput = z.strictObject({ token: z.string().min(20).max(100) })

/** A line; amounts as `LineTotals` says, in minor units. */
export interface InvoiceItemDto extends LineTax {
  id: string
  description: string
  quantity: number
  unit: string | null
  rate: number
  discount_bps: number
  /** The agency's rate it was taxed at; null where a percentage was typed. */
  tax_rate_id: string | null
  /** Null takes the invoice's. */
  project_id: string | null
  amount: number
  discount: number
  net: number
  tax: number
}

/** An invoice; every amount in minor units of `currency`. */
export interface InvoiceDto {
  id: string
  kind: 'invoice' | 'credit_note'
  number: string | null
  title: string
  description: string | null
  notes: string | null
  /** The total: items − discount + tax. */
  amount: number
  currency: string
  status: InvoiceDisplayStatus
  dueDate: string
  /** Its first open instalment's due date; else its own. */
  due_next: string
  clientName: string
  items: InvoiceItemDto[]
  subtotal: number
  discount: number
  discount_given: Discount
  tax: number
  /** True where the rates and amounts of the lines hold the tax. */
  prices_include_tax: boolean
  supply_from: string | null
  supply_to: string | null
  purchase_order: string | null
  amount_paid: number
  amount_credited: number
  /** The client's credit applied to it; negative where more of what was paid on it was kept as credit. */
  amount_applied: number
  amount_written_off: number
  /** The amount due. */
  amount_due: number
  /** What of it is being processed, as debits are for days. */
  amount_processing: number
  /** What it is in the agency's books; null for others than its issuer, on drafts and without a rate. */
  booking: InvoiceBooking | null
  /** Typed on a draft; null otherwise. */
  booking_rate: string | null
  issuer: 'agency' | 'platform' | 'supplier'
  issuer_name: string
  agency_id: string | null
  client_id: string | null
  project_id: string | null
  credited_invoice_id: string | null
  /** The late invoice whose fee this is. */
  late_fee_of: string | null
  /** The day the rest of it was given up; the reason is visible to the issuer only. */
  written_off_on: string | null
  write_off_reason: string | null
  issued_on: string | null
  sent_at: string | null
  viewed_at: string | null
  /** When the client was last reminded, automatically or manually; visible to the issuer only. */
  reminded_at: string | null
  paid_at: string | null
  /** Minor units that the client may pay at least; null takes no other parts than planned. */
  part_minimum: number | null
  /** Whether a public pay link is active; its URL is shown once, when created. */
  has_pay_link: boolean
  /** True for the payer while an amount is due. */
  payable: boolean
  /** Why what is owed can't be paid by card, for example since it is too little; null if it can. */
  card_notice: string | null
  /** True if the user may edit, send or void it. */
  manageable: boolean
  version: number
  created_at: string
}

/** An invoice with everything its document shows; who sells and buys is frozen when it is sent. */
export interface InvoiceDocumentDto extends InvoiceDto {
  parties: DocumentParties
  /** What the law wants in the issuer's own currency; null where it is charged in that or not at all. */
  tax_in_base: { currency: string; rate: string; amount: number } | null
  /** What a credit note takes back. */
  credited: { number: string; issued_on: string | null } | null
  /** When its parts are due; empty where it is due at once. */
  instalments: InstalmentDto[]
  /** What may be paid online now; null where the caller has nothing to pay. */
  parts: PartsDto | null
  /** What is being processed, oldest first. */
  processing: { payment_id: string; amount: number; since: string; own: boolean }[]
  /** For what was paid on it, oldest first. */
  receipts: InvoiceReceipt[]
}

export interface InvoiceReceipt {
  payment_id: string
  number: string
  paid_at: string
  /** As it was paid, in the invoice's currency. */
  amount: number
}

/** Minor units of the books' base currency. */
export interface InvoiceBooking {
  currency: string
  /** Base units for one unit of the invoice's currency, decimal text. */
  rate: string
  source: RateSource
  /** Calendar date. */
  booked_on: string
  total: number
  due: number
}

export const RECURRING_FREQUENCIES = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type RecurringFrequency = (typeof RECURRING_FREQUENCIES)[number]

export const recurringSaveInput = z.strictObject({
  ...invoiceFields,
  id: z.uuid().optional(),
  version: z.int().optional(),
  frequency: z.enum(RECURRING_FREQUENCIES),
  starts_on: calendarDate,
  ends_on: optionalCalendarDate,
  occurrences: z.int().min(1).max(1000).nullish(),
  due_days: z.int().min(0).max(365).default(14),
  send_automatically: z.boolean().default(true),
})

/** When resuming, the dates gone by are skipped, or their invoices are written now. */
export const pauseRecurringInput = z.strictObject({
  id: z.uuid(),
  paused: z.boolean(),
  missed: z.enum(['skip', 'write']).default('skip'),
})

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
  /** Dates that went by while it was paused. */
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
}
