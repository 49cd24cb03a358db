import type { Selectable } from 'kysely'
import { convert } from '#shared/exchange.ts'
import type { RateSource } from '#shared/invoices.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
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
export async function bookingOf(
  tx: Tx,
  invoice: Pick<InvoiceRow, 'agency_id' | 'currency' | 'booking_rate'>,
  today: string,
): Promise<Booking> {
  const base = await agencyCurrency(tx, invoice.agency_id)
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

/** Minor units of the base currency; null without a rate. */
export async function inBase(
  tx: Tx,
  document: Pick<InvoiceRow, 'agency_id' | 'currency' | 'booking_rate'>,
  amount: number,
): Promise<number | null> {
  const base = await agencyCurrency(tx, document.agency_id)
  if (document.currency === base) return amount
  if (document.booking_rate === null) return null
  return convert(amount, document.currency, base, document.booking_rate)
}

type Settled = Pick<
  InvoiceRow,
  'agency_id' | 'currency' | 'booking_rate' | 'total' | 'amount_paid' | 'amount_credited'
>

/** What is still owed, in base: the total less what was settled, each rounded once, so that the parts add up. */
export async function baseDue(tx: Tx, invoice: Settled): Promise<number | null> {
  const total = await inBase(tx, invoice, invoice.total)
  const settled = await inBase(tx, invoice, invoice.total - amountDue(invoice))
  return total === null || settled === null ? null : total - settled
}

/**
 * The base amounts of a payment into an invoice (negative: a refund), as the step between what was paid before
 * and after it: the entries of one invoice always add up to the base amount of what was paid in all.
 */
export async function baseStep(
  tx: Tx,
  invoice: Pick<InvoiceRow, 'agency_id' | 'currency' | 'booking_rate'>,
  paid: { before: number; after: number },
): Promise<number | null> {
  const before = await inBase(tx, invoice, paid.before)
  const after = await inBase(tx, invoice, paid.after)
  return before === null || after === null ? null : after - before
}
