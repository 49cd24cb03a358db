import { createHash, randomBytes } from 'node:crypto'
import { daysBetween, shiftDate, shiftMonths } from '#shared/calendar.ts'
import type { LateFeeType } from '#shared/credit.ts'
import { convertBack } from '#shared/exchange.ts'
import { type UnbilledExpense, withMarkup } from '#shared/finance.ts'
import { type InvoiceStatus, MAX_AMOUNT, TOO_LARGE } from '#shared/invoices.ts'
import { allocate, formatCharged, multiplyRatio, percentOf } from '#shared/money.ts'
import { type TaxedPart, taxSummary } from '#shared/taxes.ts'
import { AppError } from '../core/errors.ts'

/** A pay link's token of 256 bits; only its hash is stored. */
export const newPayToken = (): string => randomBytes(32).toString('base64url')
export const hashPayToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const payLink = (publicUrl: string, token: string): string => `${publicUrl}/pay?token=${token}`

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

/** What is still to be paid, never below zero. */
export const amountDue = (invoice: Owed): number => Math.max(0, balanceOf(invoice))

/** What was settled beyond what is owed. */
export const surplusOf = (invoice: Owed): number => Math.max(0, -balanceOf(invoice))

/** The money that is in the invoice: what was paid and applied to it, without what was kept as credit. */
export const amountReceived = (invoice: Pick<Owed, 'amount_paid' | 'amount_applied'>): number =>
  invoice.amount_paid + invoice.amount_applied

/** The status of a sent invoice after its paid or credited amount moved. */
export function statusAfterMovement(
  invoice: Owed,
  dueOn: string,
  today: string,
): 'paid' | 'overdue' | 'sent' {
  if (amountDue(invoice) === 0) return 'paid'
  return dueOn < today ? 'overdue' : 'sent'
}

/** When the payer is reminded, by days past the due date. */
export const REMINDERS = [
  { occasion: 'before', from: -3, to: -1, words: 'is due soon' },
  { occasion: 'due', from: 0, to: 0, words: 'is due today' },
  { occasion: 'week', from: 7, to: 13, words: 'is a week overdue' },
  { occasion: 'fortnight', from: 14, to: 29, words: 'is two weeks overdue' },
  { occasion: 'month', from: 30, to: 60, words: 'is a month overdue' },
] as const

export const reminderFor = (dueOn: string, today: string): (typeof REMINDERS)[number] | null => {
  const late = daysBetween(dueOn, today)
  return REMINDERS.find((reminder) => late >= reminder.from && late <= reminder.to) ?? null
}

/** What a mail is sent for, each once; every instalment has occasions of its own. */
export const occasionOf = (instalmentDueOn: string | null, occasion: string): string =>
  instalmentDueOn === null ? occasion : `${instalmentDueOn} ${occasion}`

/** How a reminder outside those days puts it. */
export function dueWords(dueOn: string, today: string): string {
  const late = daysBetween(dueOn, today)
  if (late < 0) return `is due in ${countDays(-late)}`
  return late === 0 ? 'is due today' : `is ${countDays(late)} overdue`
}

const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** For that long after a reminder another one is refused: nobody wants two at once. */
export const REMINDER_PAUSE_MINUTES = 60

/** Why the payer is not reminded of the invoice now, in words for its issuer; null when they may be. */
export function reminderRefusal(
  invoice: Owed & { status: InvoiceStatus; number: string | null },
  lastReminder: string | null,
  now: Date,
): string | null {
  if (invoice.status === 'draft') return "Send the invoice first: the client hasn't received it yet."
  if (invoice.status === 'void') return `${invoice.number} is void: nothing is owed on it.`
  if (invoice.amount_written_off > 0) return `${invoice.number} is written off: nothing is asked for it.`
  if (amountDue(invoice) === 0) return `${invoice.number} has already been paid.`
  if (lastReminder === null) return null
  const minutes = Math.floor((now.getTime() - Date.parse(lastReminder)) / 60_000)
  if (minutes >= REMINDER_PAUSE_MINUTES) return null
  const ago = minutes < 1 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return `A reminder of ${invoice.number} went out ${ago}. Give your client an hour before the next one.`
}

interface Rebilling {
  /** Basis points on top of the cost. */
  markup_bps: number
  /** The currency of the books. */
  base: string
  /** Of the invoice, with the base units for one of it. */
  currency: string
  rate: string
}

/**
 * The line that charges an expense: its cost and the markup. In another currency than the invoice's it goes by
 * the base currency, and the line says how. BAD_REQUEST where the expense itself waits for an exchange rate.
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

function inLimits(amount: number): number {
  if (amount > MAX_AMOUNT) throw new AppError('BAD_REQUEST', TOO_LARGE)
  return amount
}

/**
 * Splits an amount, tax included, over the tax rates of an invoice in proportion to what earlier credits have
 * left of each, and finds the tax in it. Credits that add up to the invoice add up to its tax, to the cent.
 * Null where the amount is more than is left.
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

interface LateFeeRule {
  grace_days: number
  max_fees: number
  /** The day the rule was turned on. */
  since: string | null
}

/**
 * The days by `today` on which a late invoice costs a fee: after the days of grace, then each month, at most so many
 * times; none for days before the rule was turned on.
 */
export function lateFeesDue(invoice: { due_on: string } & LateFeeRule, today: string): string[] {
  const { since, max_fees, grace_days, due_on } = invoice
  if (since === null) return []
  const first = shiftDate(due_on, Math.max(1, grace_days))
  const days: string[] = []
  for (let month = 0, day = first; day <= today && days.length < max_fees; ) {
    if (day >= since) days.push(day)
    month += 1
    day = shiftMonths(first, month)
  }
  return days
}

interface Charged {
  currency: string
  base_currency: string
  fee_type: LateFeeType
  fee_bps: number
  fee_amount: number
}

/** Minor units on what is late of it; a flat fee is in the agency's currency, and asked for in no other. */
export function lateFeeOf(invoice: Charged, due: number): number {
  if (due === 0) return 0
  if (invoice.fee_type === 'percent') return percentOf(due, invoice.fee_bps)
  return invoice.currency === invoice.base_currency ? invoice.fee_amount : 0
}
