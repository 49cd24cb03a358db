import type { Selectable } from 'kysely'
import { convert } from '#shared/exchange.ts'
import type { RateSource } from '#shared/invoices.ts'
import type { Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import type { Schema } from '../../db/schema.ts'
import { quoteOn } from '../../finance/queries/exchange-rates.ts'
import { amountDue } from '../rules.ts'

type InvoiceRow = Selectable<Schema['invoices']>

/** A document's rate to the base currency of the books it stands in. */
interface Booking {
  booking_rate: string
  booked_on: string
  rate_source: RateSource
}

/**
 * The rate a document is sent with: 1 in the base currency, else the one typed on the draft, else the table's.
 * BAD_REQUEST on the field `booking_rate` where there is none.
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
  const message = `Enter the exchange rate first: how many ${base} is one ${invoice.currency}?`
  throw new AppError('BAD_REQUEST', message, { reason: 'rate_missing', fields: { booking_rate: message } })
}

type Booked = Pick<InvoiceRow, 'currency' | 'booking_rate'>

/** Minor units of the base currency; null without a rate. */
export function inBase(base: string, { currency, booking_rate }: Booked, amount: number): number | null {
  if (currency === base) return amount
  return booking_rate === null ? null : convert(amount, currency, base, booking_rate)
}

/** The base amount of a step from one amount to another: steps add up to what the whole amounts to. */
export function baseStep(
  base: string,
  document: Booked,
  { before, after }: { before: number; after: number },
): number | null {
  const [from, to] = [inBase(base, document, before), inBase(base, document, after)]
  return from === null || to === null ? null : to - from
}

type Settled = Booked & Parameters<typeof amountDue>[0]

/** What is still owed, in base: the step from what was settled to the total. */
export const baseDue = (base: string, invoice: Settled): number | null =>
  baseStep(base, invoice, { before: invoice.total - amountDue(invoice), after: invoice.total })
