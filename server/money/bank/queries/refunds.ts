import type { ExpressionBuilder } from 'kysely'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { inBase } from '../../invoices/queries/booking.ts'
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
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
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
      'invoices.booking_rate',
    ])
    .where('payments.method', '!=', 'cash')
    .where('payment_refunds.created_at', '>=', since)
    .where('payment_refunds.id', 'not in', matched(ctx, 'refund_id'))
    .orderBy('payment_refunds.created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, base_amount: inBase(base, row, row.amount), day: dayOf(ctx, row) }))
}

/** Payments of which something is left to refund. */
export async function refundablePayments(ctx: AgencyCtx, since: string) {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  const rows = await selectFrom(ctx, 'payments')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select((eb) => [
      'payments.id',
      eb('payments.amount', '-', eb.ref('payments.refunded')).as('left'),
      'payments.currency',
      'payments.client_id',
      'payments.payer_name as client_name',
      'payments.description',
      'invoices.number',
      'invoices.booking_rate',
    ])
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payments.status', '=', 'succeeded')
    .where('payments.created_at', '>=', since)
    .orderBy('payments.created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, base_left: inBase(base, row, row.left) }))
}

/** Refunds with what each took out of the books. */
const bookedRefunds = (ctx: AgencyCtx) =>
  refundsOf(ctx).select((eb) => [
    'payment_refunds.id',
    'payment_refunds.payment_id',
    'payment_refunds.amount',
    'payment_refunds.refunded_at',
    'payment_refunds.created_at',
    'payments.currency',
    booked(eb, 'amount').as('booked'),
    booked(eb, 'base_amount').as('booked_in_base'),
  ])

/** A refund is booked at the moment when it is recorded. */
const booked = (
  eb: ExpressionBuilder<Schema, 'payment_refunds' | 'payments'>,
  column: 'amount' | 'base_amount',
) =>
  eb
    .selectFrom('ledger_entries')
    .select((entry) => sumOf<number | null>(entry.ref(`ledger_entries.${column}`)).as('sum'))
    .whereRef('ledger_entries.payment_id', '=', 'payment_refunds.payment_id')
    .whereRef('ledger_entries.agency_id', '=', 'payments.agency_id')
    .where('ledger_entries.direction', 'in', ['income', 'liability'])
    .where('ledger_entries.category', '!=', 'exchange_differences')
    .where('ledger_entries.amount', '<', 0)
    .where((entry) =>
      entry(
        entry.fn.coalesce('ledger_entries.recorded_at', 'ledger_entries.occurred_at'),
        '=',
        entry.ref('payment_refunds.created_at'),
      ),
    )

/** In the base currency; null if the rate is missing. Refunds recorded at the same moment share what they booked. */
function baseOf(refund: { amount: number; booked: number | null; booked_in_base: number | null }) {
  if (!refund.booked || refund.booked_in_base === null) return null
  return multiplyRatio(-refund.booked_in_base, refund.amount, -refund.booked)
}

export type BookedRefund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export async function findRefund(ctx: AgencyCtx, id: string) {
  const row = await bookedRefunds(ctx)
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select([
      'payments.agency_id',
      'payments.client_id',
      'payments.invoice_id',
      'invoices.project_id',
      'invoices.number',
    ])
    .where('payment_refunds.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, base_amount: baseOf(row) }
}

/** Refunds that a line has settled, with the day they were booked; of whichever account. */
export async function linkedRefunds(ctx: AgencyCtx) {
  const rows = await bookedRefunds(ctx).where('payment_refunds.id', 'in', matched(ctx, 'refund_id')).execute()
  return rows.map((row) => ({ ...row, base_amount: baseOf(row), day: dayOf(ctx, row) }))
}

const dayOf = (ctx: AgencyCtx, refund: { refunded_at: string | null; created_at: string }): string =>
  dateInZone(new Date(refund.refunded_at ?? refund.created_at), ctx.reach.booksZone)

/** What lines of their own account for of the payments' refunds, by payment. */
export function refundedByLines(
  refunds: readonly { payment_id: string; amount: number }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { payment_id, amount } of refunds) sums.set(payment_id, (sums.get(payment_id) ?? 0) + amount)
  return sums
}
