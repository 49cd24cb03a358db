import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { matched } from './matched.ts'

/** The maximum of each kind, newest first. */
const MOST = 5000

/** The agency's refunds of payments that weren't made by card; one of a mistake returned no money. */
const refundsOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payment_refunds.status', '=', 'succeeded')
    .where('payment_refunds.reverses', '=', 0)

/** Refunds by transfer that no line has settled. */
export async function unlinkedRefunds(ctx: AgencyCtx, since: string) {
  const rows = await refundsOf(ctx)
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select([
      'payment_refunds.id',
      'payment_refunds.payment_id',
      'payment_refunds.amount',
      'payment_refunds.refunded_at',
      'payment_refunds.created_at',
      'payments.currency',
      'payments.client_id',
      'payments.payer_name as client_name',
      'payments.description',
      'invoices.number',
    ])
    .where('payments.method', '!=', 'cash')
    .where('payment_refunds.created_at', '>=', since)
    .where('payment_refunds.id', 'not in', matched(ctx, 'refund_id'))
    .orderBy('payment_refunds.created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, day: dayOf(ctx, row) }))
}

/** Payments of which something is left to refund. */
export const refundablePayments = (ctx: AgencyCtx, since: string) =>
  selectFrom(ctx, 'payments')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select((eb) => [
      'payments.id',
      eb('payments.amount', '-', eb.ref('payments.refunded')).as('left'),
      'payments.currency',
      'payments.client_id',
      'payments.payer_name as client_name',
      'payments.description',
      'invoices.number',
    ])
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payments.status', '=', 'succeeded')
    .where('payments.created_at', '>=', since)
    .orderBy('payments.created_at', 'desc')
    .limit(MOST)
    .execute()

/** Refunds that a line has settled, with the day they were booked; of whichever account. */
export async function linkedRefunds(ctx: AgencyCtx) {
  const rows = await refundsOf(ctx)
    .select([
      'payment_refunds.id',
      'payment_refunds.payment_id',
      'payment_refunds.amount',
      'payment_refunds.refunded_at',
      'payment_refunds.created_at',
      'payments.currency',
    ])
    .where('payment_refunds.id', 'in', matched(ctx, 'refund_id'))
    .execute()
  return rows.map((row) => ({ ...row, day: dayOf(ctx, row) }))
}

const dayOf = (ctx: AgencyCtx, refund: { refunded_at: string | null; created_at: string }): string =>
  dateInZone(new Date(refund.refunded_at ?? refund.created_at), ctx.reach.booksZone)

type LinkedRefund = Awaited<ReturnType<typeof linkedRefunds>>[number]

/** What lines of their own account for of the payments' refunds, by payment. */
export function refundedByLines(refunds: readonly LinkedRefund[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { payment_id, amount } of refunds) sums.set(payment_id, (sums.get(payment_id) ?? 0) + amount)
  return sums
}
