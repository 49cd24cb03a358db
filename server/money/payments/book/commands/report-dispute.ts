import { formatCharged, type Money } from '#shared/base/amounts/money.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { postLedger } from '../../../ledger/commands/post-ledger.ts'
import { type Books, booksDateOf, datedAt } from '../../../ledger/queries/open-days.ts'
import type { PaymentRow } from '../../rules.ts'
import { lockPayment } from './book-refunds.ts'

export interface DisputeState {
  id: string
  /** The disputed amount, which may differ from the amount paid. */
  disputed: Money
  reason: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  respondBy: string | null
  /** The amount currently withdrawn: by the balance's movements or, while there are none, by the status. */
  withdrawn: Money
  /** How many movements of the balance that is from. */
  movements: number
  /** The instant of the last movement or, while there are none, of the report; now if neither is known. */
  at?: string
}

type Known = Pick<DisputeState, 'status' | 'movements'>

const RANK = { inquiry: 0, open: 1, won: 2, lost: 2 }

/**
 * The state after a report. Reports come in any order: the status only advances, from inquiry to open to closed,
 * and more movements are newer. Null if the report adds nothing.
 */
export function advanceDispute<Earlier extends Known & Pick<DisputeState, 'withdrawn'>>(
  known: Earlier | undefined,
  news: DisputeState,
): Pick<DisputeState, 'status' | 'movements' | 'withdrawn'> | null {
  if (known === undefined) return news
  const isFurther = RANK[news.status] > RANK[known.status]
  const isFuller = news.movements > known.movements
  if (!isFurther && !isFuller) return null
  const counts = isFuller || (isFurther && news.movements === known.movements)
  return {
    status: isFurther ? news.status : known.status,
    movements: Math.max(news.movements, known.movements),
    withdrawn: counts ? news.withdrawn : known.withdrawn,
  }
}

/** Records the state of a dispute; the ledger contains what is currently withdrawn. */
export async function reportDispute(caller: Tx, paymentId: string, state: DisputeState): Promise<void> {
  const tx = acrossAgencies(caller)
  const payment = await lockPayment(tx, paymentId)
  if (payment === undefined) return
  const existing = await selectFrom(tx, 'payment_disputes')
    .select(['id', 'status', 'booked', 'booked_currency', 'movements'])
    .where('payment_id', '=', paymentId)
    .where('provider_dispute_id', '=', state.id)
    .executeTakeFirst()
  const booked = {
    amount: existing?.booked ?? 0,
    currency: existing?.booked_currency ?? payment.currency,
  }
  const next = advanceDispute(existing && { ...existing, withdrawn: booked }, state)
  if (next === null) return
  const instant = toInstant(tx.now)
  const row = {
    status: next.status,
    amount: state.disputed.amount,
    currency: state.disputed.currency,
    booked: next.withdrawn.amount,
    booked_currency: next.withdrawn.currency,
    movements: next.movements,
    respond_by: state.respondBy,
    closed_at: RANK[next.status] === RANK.won ? instant : null,
    updated_at: instant,
  }
  if (existing === undefined) {
    await insertInto(tx, 'payment_disputes')
      .values({
        id: newId(),
        payment_id: paymentId,
        provider_dispute_id: state.id,
        reason: state.reason,
        opened_at: instant,
        ...row,
      })
      .execute()
  } else {
    await updateTable(tx, 'payment_disputes').set(row).where('id', '=', existing.id).execute()
  }
  await bookWithdrawn(datedAt(tx, state.at), payment, booked, next.withdrawn)
  const about = {
    id: paymentId,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
  }
  if (next.status === existing?.status) {
    await record(tx, 'payment.dispute-booked', about)
    return
  }
  await record(tx, 'payment.disputed', {
    ...about,
    payee: payment.payee,
    payerName: payment.payer_name,
    ...state.disputed,
    ...(!isPayments(payment, state.disputed) && { paid: formatCharged(payment.amount, payment.currency) }),
    status: next.status,
    respondBy: state.respondBy && (await booksDateOf(tx, payment.agency_id, state.respondBy)),
  })
}

/** Whether at most what was paid is disputed. */
const isPayments = (payment: PaymentRow, { amount, currency }: Money): boolean =>
  currency === payment.currency && amount <= payment.amount

/** A withdrawn amount is an expense of the payee; a returned one reverses it. */
async function bookWithdrawn(tx: Books, payment: PaymentRow, before: Money, now: Money): Promise<void> {
  if (payment.payee === 'supplier') return
  const isSame = before.currency === now.currency
  const changes = isSame
    ? [{ ...now, amount: now.amount - before.amount }]
    : [{ ...before, amount: -before.amount }, now]
  for (const { amount, currency } of changes.filter((change) => change.amount !== 0)) {
    await postLedger(tx, {
      agencyId: payment.agency_id,
      direction: 'expense',
      category: 'disputes',
      amount,
      currency,
      description: `${amount > 0 ? 'Disputed' : 'Dispute won'}: ${payment.description}`,
      paymentId: payment.id,
      clientId: payment.client_id,
    })
  }
}
