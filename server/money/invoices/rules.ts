import { convertBack } from '#shared/base/amounts/exchange.ts'
import { allocate, formatCharged, MAX_AMOUNT, multiplyRatio, percentOf } from '#shared/base/amounts/money.ts'
import { type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { daysBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { formatCount, formatDate } from '#shared/base/format.ts'
import { links, secretLinks } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { CreditKind, LateFeeType } from '#shared/money/invoices/credit.ts'
import { type InvoiceStatus, TOO_LARGE } from '#shared/money/invoices/invoices.ts'
import { type UnbilledExpense, withMarkup } from '#shared/money/ledger/finance.ts'
import { toZoned } from '../../base/adapters/zone.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { WorkItem } from '../../base/core/work/items.ts'
import { elapsedMs } from '../../base/db/elapsed.ts'

export const payLink = (publicUrl: string, token: string): string =>
  `${publicUrl}${secretLinks.payInvoice(token)}`

/** The invoice as an item of a job. */
export const invoiceItem = (invoice: {
  id: string
  agency_id: AgencyId | null
  number: string | null
}): WorkItem => ({
  id: invoice.id,
  agencyId: invoice.agency_id,
  name: invoice.number ?? '(without a number)',
  link: links.invoice(invoice.id),
})

/** The first and last day of what a document supplies; null without any day. */
export function supplyOf(days: readonly (string | null | undefined)[]): {
  supply_from: string | null
  supply_to: string | null
} {
  const known = days.filter((day) => day != null).sort()
  return { supply_from: known[0] ?? null, supply_to: known.at(-1) ?? null }
}

export interface Owed {
  total: number
  amount_paid: number
  amount_credited: number
  amount_applied: number
  amount_written_off: number
}

const balanceOf = (invoice: Owed): number =>
  invoice.total -
  invoice.amount_paid -
  invoice.amount_credited -
  invoice.amount_applied -
  invoice.amount_written_off

/** The amount due, never negative. */
export const amountDue = (invoice: Owed): number => Math.max(0, balanceOf(invoice))

/** The amount settled in excess of what is due; nothing is due of a void invoice, whatever its total. */
export const surplusOf = (invoice: Owed & { status: string }): number =>
  invoice.status === 'void' ? amountReceived(invoice) : Math.max(0, -balanceOf(invoice))

/** The money received for the invoice: paid and applied, minus what was turned into credit. */
export const amountReceived = (invoice: Pick<Owed, 'amount_paid' | 'amount_applied'>): number =>
  invoice.amount_paid + invoice.amount_applied

/** A sent invoice's status after its paid or credited amount has changed. */
export function statusAfterMovement(
  invoice: Owed,
  dueOn: string,
  today: string,
): 'paid' | 'overdue' | 'sent' {
  if (amountDue(invoice) === 0) return 'paid'
  return dueOn < today ? 'overdue' : 'sent'
}

/** Prevents sending another reminder this soon after the last. */
export const REMINDER_PAUSE_MINUTES = 60

/** Why no reminder can be sent now, for the issuer; null if one can. */
export function reminderRefusal(
  invoice: Owed & { status: InvoiceStatus; number: string | null },
  lastReminder: string | null,
  now: Date,
): string | null {
  if (invoice.status === 'draft') return 'Send the invoice first: the client hasn’t received it yet.'
  if (invoice.status === 'void') return `${invoice.number} is void: nothing is due on it.`
  if (amountDue(invoice) === 0) {
    return invoice.amount_written_off > 0
      ? `${invoice.number} is written off: nothing is due on it.`
      : `${invoice.number} has already been paid.`
  }
  if (lastReminder === null) return null
  const minutes = Math.floor(elapsedMs(lastReminder, now) / 60_000)
  if (minutes >= REMINDER_PAUSE_MINUTES) return null
  const ago = minutes < 1 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return `A reminder for ${invoice.number} was sent ${ago}. Wait an hour before you send the next one.`
}

interface Rebilling {
  /** Basis points added to the cost. */
  markup_bps: number
  /** The ledger's base currency. */
  base: string
  /** The invoice's currency and its rate in base units. */
  currency: string
  rate: string
}

/**
 * The line that rebills an expense: its cost plus the markup. If the currencies differ, it is converted
 * through the base currency, and the line says so. Throws BAD_REQUEST if the expense has no exchange rate
 * yet.
 */
export function rebilledLine(expense: UnbilledExpense, { markup_bps, base, currency, rate }: Rebilling) {
  const { description, project_id, cost, base_cost } = expense
  const charged = withMarkup(cost, markup_bps)
  if (expense.currency === currency) return { description, project_id, quantity: 1, rate: inLimits(charged) }
  if (base_cost === null) {
    const message = `Enter the exchange rate of ${expense.currency} in Accounts & Finance first.`
    throw new AppError('BAD_REQUEST', message, { reason: 'rate_missing' })
  }
  const inBooks = withMarkup(base_cost, markup_bps)
  const way = [
    formatCharged(charged, expense.currency),
    ...(expense.currency === base ? [] : [`= ${formatCharged(inBooks, base)}`]),
    ...(currency === base ? [] : [`at ${rate} ${base} for 1 ${currency}`]),
  ].join(' ')
  const amount = currency === base ? inBooks : convertBack(inBooks, base, currency, rate)
  return { description: `${description} (${way})`, project_id, quantity: 1, rate: inLimits(amount) }
}

/** The line on an invoice with prices including tax. */
export const linePlusTax = <Line extends { rate: number; tax_bps: number }>(line: Line): Line => ({
  ...line,
  rate: inLimits(line.rate + percentOf(line.rate, line.tax_bps)),
})

/** The rate of hours, which is in base currency, in the invoice's; the line says how it was converted. */
export function hoursLine(
  { description, rate }: { description: string; rate: number },
  booking: Pick<Rebilling, 'base' | 'currency' | 'rate'>,
) {
  const { base, currency } = booking
  if (currency === base || rate === 0) return { description, rate }
  const way = `${formatCharged(rate, base)} an hour at ${booking.rate} ${base} for 1 ${currency}`
  return {
    description: `${description} (${way})`,
    rate: inLimits(convertBack(rate, base, currency, booking.rate)),
  }
}

function inLimits(amount: number): number {
  if (amount > MAX_AMOUNT) throw new AppError('BAD_REQUEST', TOO_LARGE)
  return amount
}

/**
 * Splits a gross amount over an invoice's tax rates, in proportion to what earlier credits have left, and
 * computes the tax included. Credits that add up to the invoice add up to its tax exactly. Null if the amount
 * exceeds the remainder.
 */
export function creditParts(
  lines: readonly TaxedPart[],
  credited: readonly TaxedPart[],
  amount: number,
): TaxedPart[] | null {
  const taken = credited.map((part) => ({ ...part, net: -part.net, tax: -part.tax }))
  const left = taxSummary([...lines, ...taken])
  if (amount > left.reduce((sum, { net, tax }) => sum + net + tax, 0)) return null
  const shares = allocate(
    amount,
    left.map(({ net, tax }) => net + tax),
  )
  return left.flatMap((part, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const tax = multiplyRatio(share, part.tax, part.net + part.tax)
    return [{ ...part, net: share - tax, tax }]
  })
}

interface Charged {
  currency: string
  base_currency: string
  fee_type: LateFeeType
  fee_bps: number
  fee_amount: number
}

/**
 * The fee in minor units for the overdue amount; a flat fee only applies to invoices in the agency's
 * currency.
 */
export function lateFeeOf(invoice: Charged, due: number): number {
  if (due === 0) return 0
  if (invoice.fee_type === 'percent') return percentOf(due, invoice.fee_bps)
  return invoice.currency === invoice.base_currency ? invoice.fee_amount : 0
}

/**
 * When an invoice is due, late, reminded of and charged a fee for. All of it counts from what really happened: the
 * day it was issued or reopened, never from a planned day.
 */
interface Terms {
  /** The due dates of its parts, or its only one. */
  dates: readonly string[]
  /** Days after the issue; null if somebody chose the dates. */
  paymentDays: number | null
}

/**
 * The due dates of an invoice that is issued on the day. All move by the same number of days if another last date
 * is chosen. Throws BAD_REQUEST if one is before the issue.
 */
export function datesAtIssue({ dates, paymentDays }: Terms, issuedOn: string, chosen?: string): string[] {
  const last = chosen ?? (paymentDays === null ? undefined : shiftDate(issuedOn, paymentDays))
  const moved = last === undefined ? [...dates] : movedTo(dates, last)
  const [first = issuedOn] = moved
  if (first >= issuedOn) return moved
  const message = `The invoice was due on ${formatDate(first)}, before it is sent. Choose when it is due.`
  throw new AppError('BAD_REQUEST', message, { reason: 'due_passed', fields: { due_date: message } })
}

const movedTo = (dates: readonly string[], last: string): string[] => {
  const days = daysBetween(dates.at(-1) ?? last, last)
  return dates.map((date) => shiftDate(date, days))
}

/** The last due date to offer if the first one has passed: the first is then due in `days`. Null if none has passed. */
export function offeredDueDate(dates: readonly string[], today: string, days: number): string | null {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined || first >= today) return null
  return shiftDate(last, daysBetween(first, shiftDate(today, days)))
}

/** The due date of a draft, if it were sent today. */
export const dueIfSent = (
  { due_on, payment_days }: { due_on: string; payment_days: number | null },
  today: string,
): string => (payment_days === null ? due_on : shiftDate(today, payment_days))

interface Open {
  /** Of the invoice or its next installment. */
  due_on: string
  issued_on: string | null
  open_since: string | null
}

const openFrom = ({ issued_on, open_since }: Open): string => open_since ?? issued_on ?? ''

/** The day after which the invoice is late. It isn't late for days before it was issued, or while it was settled. */
export function lateAfter(invoice: Open): string {
  const from = openFrom(invoice)
  return invoice.due_on < from ? from : invoice.due_on
}

/** The day on which a late invoice was reopened, from which its deadlines count again; null otherwise. */
export const restartedOn = (invoice: Open): string | null =>
  invoice.open_since !== invoice.issued_on && lateAfter(invoice) !== invoice.due_on
    ? invoice.open_since
    : null

/** When the payer is reminded, in days relative to the due date. */
const REMINDERS = [
  { occasion: 'before', from: -3, to: -1, words: 'is due soon' },
  { occasion: 'due', from: 0, to: 0, words: 'is due today' },
  { occasion: 'week', from: 7, to: 13, words: 'is a week overdue' },
  { occasion: 'fortnight', from: 14, to: 29, words: 'is two weeks overdue' },
  { occasion: 'month', from: 30, to: 60, words: 'is a month overdue' },
] as const

interface Reminder {
  occasion: (typeof REMINDERS)[number]['occasion']
  words: string
}

/**
 * The reminder of the day; none on the day that the invoice itself was sent. The day after the due date is for a
 * reminder missed then.
 */
export const reminderFor = (invoice: Open, today: string): Reminder | null => {
  const from = openFrom(invoice)
  if (today <= from) return null
  const late = daysBetween(lateAfter(invoice), today)
  if (late === 1) {
    return invoice.due_on > from ? { occasion: 'due', words: dueWords(invoice.due_on, today) } : null
  }
  return REMINDERS.find((reminder) => late >= reminder.from && late <= reminder.to) ?? null
}

const REMINDER_HOURS = { from: 8, to: 20 }

/** Clients aren't reminded at night; the rest of the day is for what was missed in the morning. */
export function isTimeToRemind(now: Date, timezone: string): boolean {
  const { hour } = toZoned(now, timezone)
  return hour >= REMINDER_HOURS.from && hour < REMINDER_HOURS.to
}

/** Identifies a mail so that it is sent only once; each installment has its own. */
export const occasionOf = (installmentDueOn: string | null, occasion: string): string =>
  installmentDueOn === null ? occasion : `${installmentDueOn} ${occasion}`

/** Identifies a reminder; a reopened invoice is reminded of again. */
export const reminderKey = (
  invoice: Open & { instalment_due_on: string | null },
  { occasion }: { occasion: string },
): string => {
  const restarted = restartedOn(invoice)
  const key = occasionOf(invoice.instalment_due_on, occasion)
  return restarted === null ? key : `${restarted}: ${key}`
}

/** The wording of a reminder sent on another day. */
export function dueWords(dueOn: string, today: string): string {
  const late = daysBetween(dueOn, today)
  if (late < 0) return `is due in ${countDays(-late)}`
  return late === 0 ? 'is due today' : `is ${countDays(late)} overdue`
}

const countDays = (days: number): string => formatCount(days, 'day')

/** Ledger categories: applied credit is separate from received and refunded credit. */
export const CATEGORY_OF: Record<CreditKind, string> = {
  deposit: 'client_credit',
  overpayment: 'client_credit',
  credit_note: 'client_credit',
  refunded: 'client_credit',
  applied: 'credit_applied',
  unapplied: 'credit_applied',
  adjusted: 'credit_adjustments',
}

const LATE_FEE = 'late'

/** Identifies a late fee, so that it is created only once. */
export const lateFeeKey = (invoiceId: string, day: string): string => `${LATE_FEE}:${invoiceId}:${day}`

/** The invoice and day of a late fee; null for any other invoice. */
export function lateFeeFrom(runKey: string | null): { invoiceId: string; day: string } | null {
  const [kind, invoiceId = '', day = ''] = runKey?.split(':') ?? []
  return kind === LATE_FEE ? { invoiceId, day } : null
}

/** The days whose fees were drafted and deleted. */
export const waivedDays = ({ waived_fees }: { waived_fees: string | null }): string[] =>
  waived_fees === null ? [] : JSON.parse(waived_fees)

interface LateFeeRule {
  grace_days: number
  max_fees: number
  /** The day the rule was enabled. */
  since: string | null
}

/**
 * The days up to `today` on which an overdue invoice incurs a fee: after the grace period, then monthly, up
 * to the maximum; none before the rule was enabled.
 */
export function lateFeesDue(invoice: Open & LateFeeRule, today: string): string[] {
  const { since, max_fees, grace_days } = invoice
  if (since === null) return []
  const first = shiftDate(lateAfter(invoice), Math.max(1, grace_days))
  const days: string[] = []
  for (let month = 0, day = first; day <= today && days.length < max_fees; ) {
    if (day >= since) days.push(day)
    month += 1
    day = shiftMonths(first, month)
  }
  return days
}
