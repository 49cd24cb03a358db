import { plus } from '#shared/base/amounts/money.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { bookDifference } from '../../invoices/commands/book-difference.ts'
import { datedAt } from '../../ledger/queries/open-days.ts'
import type { FoundPayment } from '../queries/payments.ts'
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

/** What is paid or returned, and its invoice. */
type Exchanged = Pick<
  FoundPayment,
  'payment_id' | 'agency_id' | 'client_id' | 'currency' | 'invoice_id' | 'project_id' | 'number'
>

interface Moved {
  kind: 'payment' | 'refund'
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
  payment: Exchanged,
  { kind, at, amount, booked, confirmed }: Moved,
): Promise<{ difference_id?: string }> {
  if (booked === null) {
    throw new AppError('BAD_REQUEST', `Enter the exchange rate of ${payment.currency} first.`)
  }
  requireNearRate(amount, booked, currency, confirmed)
  const difference = kind === 'payment' ? amount - booked : booked - amount
  const invoice = { ...payment, id: payment.invoice_id }
  const id = await bookDifference(datedAt(tx, at), invoice, difference, {
    payment: { id: payment.payment_id, kind },
  })
  return id === null ? {} : { difference_id: id }
}

/** The difference of a payment that is booked. */
export async function bookPaid(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  payment: FoundPayment,
  paid: { amount: number; confirmed: boolean | undefined },
): Promise<{ difference_id?: string }> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payment_id', '=', payment.payment_id)
    .where('category', '!=', 'exchange_differences')
    .execute()
  const booked = entries.reduce<number | null>((sum, { base_amount }) => plus(sum, base_amount), 0)
  return bookExchange(tx, line, payment, { kind: 'payment', at: payment.paid_at, booked, ...paid })
}
