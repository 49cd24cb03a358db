import { createHash, randomBytes } from 'node:crypto'
import { convertBack } from '#shared/base/amounts/exchange.ts'
import { allocate, formatCharged, multiplyRatio, percentOf } from '#shared/base/amounts/money.ts'
import { secretLinks } from '#shared/base/links.ts'
import type { LateFeeType } from '#shared/money/invoices/credit.ts'
import { type InvoiceStatus, MAX_AMOUNT, TOO_LARGE } from '#shared/money/invoices/invoices.ts'
import { type UnbilledExpense, withMarkup } from '#shared/money/ledger/finance.ts'
import { type TaxedPart, taxSummary } from '#shared/money/ledger/taxes.ts'
import { AppError } from '../../base/core/calls/errors.ts'

/** A random 256-bit token for a pay link; only its hash is stored. */
export const newPayToken = (): string => randomBytes(32).toString('base64url')
export const hashPayToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const payLink = (publicUrl: string, token: string): string =>
  `${publicUrl}${secretLinks.payInvoice(token)}`

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

/** The amount settled in excess of what is due. */
export const surplusOf = (invoice: Owed): number => Math.max(0, -balanceOf(invoice))

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
  if (invoice.status === 'draft') return "Send the invoice first: the client hasn't received it yet."
  if (invoice.status === 'void') return `${invoice.number} is void: nothing is due on it.`
  if (invoice.amount_written_off > 0) return `${invoice.number} is written off: nothing is due on it.`
  if (amountDue(invoice) === 0) return `${invoice.number} has already been paid.`
  if (lastReminder === null) return null
  const minutes = Math.floor((now.getTime() - Date.parse(lastReminder)) / 60_000)
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
