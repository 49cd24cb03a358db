import type { Selectable } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import { plus } from '#shared/base/amounts/money.ts'
import { taxSummary } from '#shared/base/amounts/taxes.ts'
import type { RateSource } from '#shared/money/invoices/invoices.ts'
import { partsInBase } from '#shared/money/ledger/taxes/tax-split.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { quoteOn } from '../../ledger/queries/exchange-rates.ts'
import { itemsOf } from '../../ledger/queries/invoice-lines.ts'
import { amountDue } from '../rules.ts'

/** Minor units: a large invoice in a small currency such as the rupiah fits, and sums stay exact. */
const MAX_IN_BOOKS = 10 ** 14

type InvoiceRow = Selectable<Schema['invoices']>

/** A document's exchange rate to the base currency of its ledger. */
interface Booking {
  booking_rate: string
  booked_on: string
  rate_source: RateSource
}

/**
 * A document's exchange rate when sent: 1 for the base currency, else the one entered on the draft, else the
 * table's. Throws BAD_REQUEST on `booking_rate` if there is none.
 */
export async function bookingOf(tx: Tx, invoice: Booked, base: string, today: string): Promise<Booking> {
  if (invoice.currency === base) return { booking_rate: '1', booked_on: today, rate_source: 'base' }
  if (invoice.booking_rate !== null) {
    return { booking_rate: invoice.booking_rate, booked_on: today, rate_source: 'typed' }
  }
  const quote = await quoteOn(tx, invoice.currency, base, today)
  if (quote !== null) {
    return { booking_rate: quote.rate, booked_on: quote.quotedOn, rate_source: 'table' }
  }
  const message = `Enter the exchange rate first: the value of 1 ${invoice.currency} in ${base}.`
  throw new AppError('BAD_REQUEST', message, { reason: 'rate_missing', fields: { booking_rate: message } })
}

type Booked = Pick<InvoiceRow, 'currency' | 'booking_rate'>

/** Minor units of the base currency; null without a rate. */
export function inBase(base: string, { currency, booking_rate }: Booked, amount: number): number | null {
  if (currency === base) return amount
  return booking_rate === null ? null : convert(amount, currency, base, booking_rate)
}

/** Throws if the amount exceeds what the books hold, which only a mistyped rate can cause. */
export function requireBookable(inBooks: number | null): void {
  if (inBooks === null || Math.abs(inBooks) <= MAX_IN_BOOKS) return
  const message = 'At this exchange rate the amount is too large for your books. Check the rate.'
  throw new AppError('BAD_REQUEST', message, { fields: { booking_rate: message, rate: message } })
}

/** The base amount of a change from one amount to another; consecutive steps add up exactly. */
export function baseStep(
  base: string,
  document: Booked,
  { before, after }: { before: number; after: number },
): number | null {
  const [from, to] = [inBase(base, document, before), inBase(base, document, after)]
  return from === null || to === null ? null : to - from
}

/** The tax of a document in base currency, each rate converted as in the tax report; null without an exchange rate. */
export async function baseTaxOf(
  tx: Tx,
  base: string,
  document: Booked & { id: string },
): Promise<number | null> {
  const parts = partsInBase(taxSummary(await itemsOf(tx, [document.id])), (amount) =>
    inBase(base, document, amount),
  )
  return parts.reduce<number | null>((sum, { base_tax }) => plus(sum, base_tax), 0)
}

type Settled = Booked & Parameters<typeof amountDue>[0]

/** The amount due in base currency: the step from the settled amount to the total. */
export const baseDue = (base: string, invoice: Settled): number | null =>
  baseStep(base, invoice, { before: invoice.total - amountDue(invoice), after: invoice.total })
