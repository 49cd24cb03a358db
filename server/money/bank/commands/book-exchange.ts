import { plus } from '#shared/base/amounts/money.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { bookDifference } from '../../invoices/commands/book-difference.ts'
import { datedAt } from '../../ledger/queries/open-days.ts'
import { inOtherCurrency, type LineToBook } from '../rules/booked-part.ts'
import { requireNearRate } from '../rules/foreign.ts'

interface Settled {
  what: string
  currency: string
  /** In its own currency and in the line's, as far as they are given. */
  amounts: readonly [number | undefined, number | undefined]
}

/** Whether it isn't in the line's currency, which must then be the base currency, with both amounts given. */
export async function isForeign(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { what, currency, amounts: [own, paid] }: Settled,
): Promise<boolean> {
  if (currency === line.currency) {
    if (own === undefined || paid === undefined || own === paid) return false
    throw new AppError(
      'BAD_REQUEST',
      `${what} is in the line’s currency, and is settled with the same amount.`,
    )
  }
  const isGiven = own !== undefined && paid !== undefined
  if (isGiven && line.currency === (await agencyCurrency(tx, tx.reach.agencyId))) return true
  throw inOtherCurrency(what, currency, line)
}

interface Moved {
  kind: 'payment' | 'refund'
  payment_id: string
  /** When the payment or refund is booked. */
  at: string | null
  /** What the line paid of it, and what is booked; minor units of the base currency. */
  amount: number
  booked: number | null
  confirmed: boolean | undefined
}

/** Books what the line paid above or below the value in the books as a gain or loss; returns its entry. */
export async function bookExchange(
  tx: Tx<AgencyCtx>,
  { currency }: LineToBook,
  { kind, payment_id, at, amount, booked, confirmed }: Moved,
): Promise<{ difference_id?: string }> {
  const payment = await selectFrom(tx, 'payments')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select([
      'payments.agency_id',
      'payments.client_id',
      'payments.currency',
      'invoices.id',
      'invoices.project_id',
      'invoices.number',
    ])
    .where('payments.agency_id', '=', tx.reach.agencyId)
    .where('payments.id', '=', payment_id)
    .executeTakeFirstOrThrow()
  if (booked === null) {
    throw new AppError('BAD_REQUEST', `Enter the exchange rate of ${payment.currency} first.`)
  }
  requireNearRate(amount, booked, currency, confirmed)
  const difference = kind === 'payment' ? amount - booked : booked - amount
  const id = await bookDifference(datedAt(tx, at), payment, difference, { payment: { id: payment_id, kind } })
  return id === null ? {} : { difference_id: id }
}

/** The difference of a payment that was just booked. */
export async function bookPaid(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  payment_id: string,
  paid: { amount: number; confirmed: boolean | undefined },
): Promise<{ difference_id?: string }> {
  const { paid_at: at } = await selectFrom(tx, 'payments')
    .select('paid_at')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const entries = await selectFrom(tx, 'ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payment_id', '=', payment_id)
    .where('category', '!=', 'exchange_differences')
    .execute()
  const booked = entries.reduce<number | null>((sum, { base_amount }) => plus(sum, base_amount), 0)
  return bookExchange(tx, line, { kind: 'payment', payment_id, at, booked, ...paid })
}
