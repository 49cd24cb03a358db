import { z } from 'zod'
import { calendarDate, optionalCalendarDate } from './dates.ts'
import { currencyCode, exchangeRate } from './exchange.ts'
import type { Discount } from './money.ts'
import { pageInput } from './paging.ts'
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
export const TOO_LARGE = 'The amount is too large.'
const REQUIRED = 'Please fill in all required fields'

export const invoiceItemInput = z.strictObject({
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
  tax_bps: z.int().min(0).max(10_000).default(0),
})

const discountInput = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none'), value: z.literal(0).default(0) }),
    z.strictObject({ type: z.literal('percent'), value: z.int().min(0).max(10_000) }),
    z.strictObject({ type: z.literal('amount'), value: z.int().min(0).max(MAX_AMOUNT) }),
  ])
  .default({ type: 'none', value: 0 })

const invoiceFields = {
  client_id: z.uuid(REQUIRED),
  project_id: z.uuid().nullish(),
  title: requiredText(REQUIRED),
  description: optionalText(2000),
  notes: optionalText(5000),
  /** Defaults to the client's, else the agency's. */
  currency: currencyCode.optional(),
  discount: discountInput,
  items: z.array(invoiceItemInput).min(1, 'Add at least one line.').max(200),
}

/** Inserts a draft without `id`, updates it with one. Sent invoices are locked. */
export const invoiceSaveInput = z.strictObject({
  ...invoiceFields,
  id: z.uuid().optional(),
  version: z.int().optional(),
  due_date: calendarDate,
  /** Units of the agency's currency for one of the invoice's; left out, the table of rates decides. */
  booking_rate: exchangeRate.nullish(),
})
export type InvoiceSaveInput = z.input<typeof invoiceSaveInput>

/** Drafts an invoice from a client's approved, unbilled time. */
export const invoiceFromTimeInput = unbilledInput.extend({
  title: requiredText(REQUIRED),
  due_date: calendarDate,
  tax_bps: z.int().min(0).max(10_000).default(0),
})

export const invoiceListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  status: z.enum([...INVOICE_STATUSES, 'pending', 'open']).nullish(),
  client_id: z.uuid().nullish(),
  project_id: z.uuid().nullish(),
})

export const invoiceIdInput = z.strictObject({ id: z.uuid() })
export const creditNoteInput = z.strictObject({
  id: z.uuid(),
  /** Minor units; defaults to the full amount due. */
  amount: z.int().min(1).max(MAX_AMOUNT).optional(),
  reason: requiredText('Please give a reason.', 500),
})

export const statementInput = z.strictObject({
  client_id: z.uuid(),
  from: calendarDate,
  to: calendarDate,
  /** Defaults to what the client is billed in. */
  currency: currencyCode.optional(),
})

export const payTokenInput = z.strictObject({ token: z.string().min(20).max(100) })

export interface InvoiceItemDto {
  description: string
  quantity: number
  /** Minor units. */
  rate: number
  amount: number
  tax_bps: number
  discount: number
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
  clientName: string
  items: InvoiceItemDto[]
  subtotal: number
  discount: number
  discount_given: Discount
  tax: number
  amount_paid: number
  amount_credited: number
  /** The amount due. */
  amount_due: number
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
  issued_on: string | null
  sent_at: string | null
  viewed_at: string | null
  /** When the client was last reminded, automatically or manually; visible to the issuer only. */
  reminded_at: string | null
  paid_at: string | null
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

export interface StatementLine {
  date: string
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund'
  text: string
  /** The change in the client's balance: positive if more is owed, negative if less. */
  amount: number
  balance: number
}

export interface StatementDto {
  client_id: string
  client_name: string
  currency: string
  /** All the currencies in which there is something to state. */
  currencies: string[]
  from: string
  to: string
  opening_balance: number
  lines: StatementLine[]
  closing_balance: number
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
  items: InvoiceItemDto[]
  starts_on: string
}
