import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import {
  currencyCode,
  missingRateInput,
  optionalExchangeRate,
} from '../../../base/amounts/schemas/exchange.ts'
import { taxRateInput, unitPrice } from '../../../base/amounts/schemas/rates.ts'
import { REQUIRED } from '../../../base/errors.ts'
import { calendarDate, optionalCalendarDate } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../../base/schemas/text.ts'
import { outgoingMail } from '../../../identity/letterhead/schemas/document-mails.ts'
import { unbilledInput } from '../../../time/schemas/timesheets.ts'
import { confirmPeriod } from '../../ledger/schemas/closed-periods.ts'
import { INVOICE_STAGES, MAX_ADVANCES } from '../deductions.ts'
import { INVOICE_STATUSES, MAX_LINES, RECURRING_FREQUENCIES, SUPPLY_PERIODS } from '../invoices.ts'
import { installmentDates } from './installments.ts'
import { creditLines, lineQuantity } from './lines.ts'

export const invoiceItemInput = z.strictObject({
  /** The id of the saved line, which keeps its links to billed time and expenses; omitted for a new line. */
  id: z.uuid().optional(),
  description: requiredText(REQUIRED, 500),
  quantity: lineQuantity,
  /**
   * The exact time of a line in hours, which then determines the amount; it counts while `quantity` is that time,
   * rounded. If omitted, a saved line keeps its own.
   */
  seconds: z.int().min(1).max(3_600_000_000).nullish(),
  /** Minor units, with up to four decimals. */
  rate: unitPrice(MAX_AMOUNT),
  /** The unit of the quantity. */
  unit: optionalText(30),
  /** Basis points off this line. */
  discount_bps: z.int().min(0).max(10_000).default(0),
  /** One of the agency's tax rates; it determines the percentage. */
  tax_rate_id: z.uuid().nullish(),
  /** Basis points, with up to one decimal. */
  tax_bps: taxRateInput.default(0),
  /** The project that receives the line's income; null uses the invoice's. */
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
  /** Whether the lines' rates include tax. */
  prices_include_tax: z.boolean().default(false),
  /** The buyer's order number. */
  purchase_order: optionalText(100),
  items: z
    .array(invoiceItemInput)
    .min(1, 'Add at least one line.')
    .max(MAX_LINES)
    .refine(distinctLines, 'Each line can only be included once.'),
}

/** Inserts a draft without `id`, updates it with one. Sent invoices are locked. */
export const invoiceSaveInput = z
  .strictObject({
    ...invoiceFields,
    id: z.uuid().optional(),
    version: z.int().optional(),
    due_date: calendarDate,
    /** `advance` bills a part before the `final` invoice. If omitted, it doesn't change; initially `whole`. */
    stage: z.enum(INVOICE_STAGES).optional(),
    /** For a final invoice, the client's advance invoices that it deducts. If omitted, they don't change. */
    advance_ids: z.array(z.uuid()).max(MAX_ADVANCES).optional(),
    /** The date of delivery, or the first and last day of the service. */
    supply_from: optionalCalendarDate,
    supply_to: optionalCalendarDate,
    /** Units of the agency's currency per unit of the invoice's; defaults to the exchange rate table. */
    booking_rate: optionalExchangeRate,
    /** The minimum partial payment in minor units; null allows none, undefined uses the agency's rule. */
    part_minimum: z.int('Amount must be a number').min(0).max(MAX_AMOUNT).nullish(),
    /** The due dates of equal parts, the last one being the invoice's; empty means due at once. */
    instalments: installmentDates.optional(),
  })
  .refine(({ supply_from, supply_to }) => supply_to === null || (supply_from ?? '9999') <= supply_to, {
    path: ['supply_to'],
    error: 'The period must end on or after its first day.',
  })
export type InvoiceSaveInput = z.input<typeof invoiceSaveInput>

/** Basis points added to an expense's cost. */
const markup = z.int('Markup must be a number').min(0).max(100_000).default(0)

/** Creates a draft from a client's approved, unbilled time and from expenses. */
export const invoiceFromTimeInput = unbilledInput.extend({
  /** False bills only the expenses. */
  include_time: z.boolean().default(true),
  expense_ids: z.array(z.uuid()).max(MAX_LINES).default([]),
  markup_bps: markup,
  title: requiredText(REQUIRED),
  due_date: calendarDate,
  /** One of the agency's tax rates; it determines the percentage. */
  tax_rate_id: z.uuid().nullish(),
  tax_bps: taxRateInput.default(0),
})

/** Adds expenses of its client to a draft. */
export const addExpensesInput = z.strictObject({
  id: z.uuid(),
  expense_ids: z.array(z.uuid()).min(1, 'Choose at least one expense.').max(MAX_LINES),
  markup_bps: markup,
  /** One of the agency's tax rates, or a percentage; defaults to the tax of the draft's first line. */
  tax_rate_id: z.uuid().nullish(),
  tax_bps: taxRateInput.optional(),
})

export const invoiceListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  status: z.enum([...INVOICE_STATUSES, 'pending', 'open', 'recently_paid']).nullish(),
  /** What an agency has issued or what it owes; both by default. */
  side: z.enum(['issued', 'received']).nullish(),
  currency: currencyCode.nullish(),
  client_id: z.uuid().nullish(),
  project_id: z.uuid().nullish(),
})

/** The client's advance invoices in a currency, for a new final invoice or the given draft of one. */
export const advancesInput = z.strictObject({
  client_id: z.uuid(),
  currency: currencyCode,
  final_id: z.uuid().nullish(),
})

/** A draft's client; null if none is selected yet. */
export const letterheadInput = z.strictObject({ client_id: z.uuid().nullable() })

/** Voids its late fees on which nothing was paid or credited, too, and deletes drafts of them. */
const voidLateFees = z.boolean().optional()

export const voidInvoiceInput = z.strictObject({
  id: z.uuid(),
  void_late_fees: voidLateFees,
  ...confirmPeriod,
})
export const enterRateInput = missingRateInput.extend(confirmPeriod)

export const creditNoteInput = z.strictObject({
  id: z.uuid(),
  /** Minor units including tax; defaults to the full amount due. Ignored if lines are given. */
  amount: z.int().min(1).max(MAX_AMOUNT).optional(),
  lines: creditLines.optional(),
  /** Turns already paid amounts into client credit; otherwise no more than the amount due is credited. */
  keep_as_credit: z.boolean().default(false),
  reason: requiredText('Please enter a reason.', 500),
  /** Ignored unless nothing is left of the invoice. */
  void_late_fees: voidLateFees,
})

export const sendInput = z.strictObject({
  id: z.uuid(),
  /** Applies the client's credit immediately; defaults to the agency's rule. */
  apply_credit: z.boolean().optional(),
  /** Replaces the draft's due date, for instance one that has passed. Earlier installments move by as many days. */
  due_date: calendarDate.optional(),
  /** Defaults to the client and its billing contacts, and the agency's text. */
  mail: outgoingMail.optional(),
})

export const payTokenInput = z.strictObject({ token: z.string().min(20).max(100) })

export const recurringListInput = z.object(pageInput)

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
  /** Null states none. */
  supply_period: z.enum(SUPPLY_PERIODS).nullable().default(null),
})

/** When resuming, whether to skip missed dates or create their invoices now. */
export const pauseRecurringInput = z.strictObject({
  id: z.uuid(),
  paused: z.boolean(),
  missed: z.enum(['skip', 'write']).default('skip'),
})
