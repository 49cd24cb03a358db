import { formatCharged, type Money, multiplyRatio } from '#shared/base/amounts/money.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { postLedger } from '../../../ledger/commands/post-ledger.ts'
import { type Books, booksDateOf, datedAt } from '../../../ledger/queries/open-days.ts'
import type { PaymentRow } from '../../rules.ts'
import { bookRefunds, lockPayment } from './book-refunds.ts'

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
  /** The instant of the report, if the dispute is closed; now if it isn't known. */
  closedAt?: string
}

type Known = Pick<DisputeState, 'status' | 'movements' | 'withdrawn'> & { closed_at: string | null }

const RANK = { inquiry: 0, open: 1, won: 2, lost: 2 }

/**
 * The state after a report. Reports come in any order: the status only advances, from inquiry to open to closed,
 * and more movements are newer. A closed one may be decided otherwise later. Null if the report adds nothing.
 */
export function advanceDispute(
  known: Known | undefined,
  news: DisputeState,
): Pick<DisputeState, 'status' | 'movements' | 'withdrawn'> | null {
  if (known === undefined) return news
  const isFuller = news.movements > known.movements
  const isFurther = RANK[news.status] > RANK[known.status] || isDecidedOtherwise(known, news)
  if (!isFurther && !isFuller) return null
  const counts = isFuller || (isFurther && news.movements === known.movements)
  return {
    status: isFurther ? news.status : known.status,
    movements: Math.max(news.movements, known.movements),
    withdrawn: counts ? news.withdrawn : known.withdrawn,
  }
}

function isDecidedOtherwise(known: Known, news: DisputeState): boolean {
  if (RANK[news.status] < RANK.won || RANK[known.status] < RANK.won || news.status === known.status)
    return false
  if (news.movements !== known.movements) return news.movements > known.movements
  return news.closedAt !== undefined && news.closedAt > (known.closed_at ?? '')
}

/** Records the state of a dispute. What is withdrawn is an expense, and what is lost counts as refunded instead. */
export async function reportDispute(caller: Tx, paymentId: string, state: DisputeState): Promise<void> {
  const tx = acrossAgencies(caller)
  const payment = await lockPayment(tx, paymentId)
  if (payment === undefined) return
  const existing = await selectFrom(tx, 'payment_disputes')
    .select(['id', 'status', 'booked', 'booked_currency', 'movements', 'lost', 'lost_booked', 'closed_at'])
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
  const closedAt = next.status === existing?.status ? existing.closed_at : (state.closedAt ?? instant)
  const before = { lost: existing?.lost ?? 0, booked: existing?.lost_booked ?? 0 }
  const loss = lossOf(payment, before.lost, { ...state, ...next })
  const row = {
    status: next.status,
    amount: state.disputed.amount,
    currency: state.disputed.currency,
    booked: next.withdrawn.amount,
    booked_currency: next.withdrawn.currency,
    movements: next.movements,
    respond_by: state.respondBy,
    lost: loss.lost,
    lost_booked: loss.booked,
    closed_at: RANK[next.status] === RANK.won ? closedAt : null,
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
  // A decision may move no money, and be reported with the earlier movements only.
  const isMoved = state.movements > (existing?.movements ?? 0)
  const isDecision = next.status === 'lost' || (next.status === 'won' && !isMoved)
  const at = isDecision && closedAt !== null ? closedAt : state.at
  await bookWithdrawn(
    datedAt(tx, at),
    payment,
    { ...booked, amount: booked.amount - before.booked },
    { ...next.withdrawn, amount: next.withdrawn.amount - loss.booked, isLost: next.status === 'lost' },
  )
  const reopened = loss.lost === before.lost ? null : await bookRefunds(tx, paymentId, { at, disputed: true })
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
    invoiceId: payment.invoice_id,
    payerName: payment.payer_name,
    ...state.disputed,
    ...(!isPayments(payment, state.disputed) && { paid: formatCharged(payment.amount, payment.currency) }),
    status: next.status,
    respondBy: state.respondBy && (await booksDateOf(tx, payment.agency_id, state.respondBy)),
    ...(reopened !== null && { reopened }),
  })
}

/**
 * The part of the payment that a lost dispute returned to the payer, in the payment's currency, and the part of the
 * withdrawn amount it corresponds to.
 */
function lossOf(
  payment: PaymentRow,
  before: number,
  { status, withdrawn, disputed }: DisputeState,
): { lost: number; booked: number } {
  if (status !== 'lost' || withdrawn.amount <= 0) return { lost: 0, booked: 0 }
  const left = payment.amount - payment.refunded + before
  const inItsCurrency = [withdrawn, disputed].find(({ currency }) => currency === payment.currency)
  const whole = inItsCurrency?.amount ?? left
  const lost = Math.max(0, Math.min(left, whole))
  return { lost, booked: lost === 0 ? 0 : multiplyRatio(withdrawn.amount, lost, whole) }
}

/** Whether at most what was paid is disputed. */
const isPayments = (payment: PaymentRow, { amount, currency }: Money): boolean =>
  currency === payment.currency && amount <= payment.amount

/** A withdrawn amount is an expense of the payee; a returned or lost one reverses it. */
async function bookWithdrawn(
  tx: Books,
  payment: PaymentRow,
  before: Money,
  { isLost, ...now }: Money & { isLost: boolean },
): Promise<void> {
  if (payment.payee === 'supplier') return
  const isSame = before.currency === now.currency
  const changes = isSame
    ? [{ ...now, amount: now.amount - before.amount }]
    : [{ ...before, amount: -before.amount }, now]
  for (const change of changes.filter(({ amount }) => amount !== 0)) {
    const isEnd = change.amount < 0
    const baseAmount = isEnd && isLost ? await baseOfPart(tx, payment, change) : undefined
    await postLedger(tx, {
      agencyId: payment.agency_id,
      direction: 'expense',
      category: 'disputes',
      ...change,
      ...(baseAmount !== undefined && { baseAmount }),
      description: `${isEnd ? (isLost ? 'Dispute lost' : 'Dispute won') : 'Disputed'}: ${payment.description}`,
      paymentId: payment.id,
      clientId: payment.client_id,
    })
  }
}

/** No money moves when a dispute is lost, so the expense ends at the rates of the days it was booked on. */
async function baseOfPart(tx: Tx, payment: PaymentRow, part: Money): Promise<number | null | undefined> {
  const booked = await selectFrom(tx, 'ledger_entries')
    .select((eb) => [
      sumOf<number | null>(eb.ref('amount')).as('amount'),
      sumOf<number | null>(eb.ref('base_amount')).as('base'),
      eb.fn.count<number>('id').as('entries'),
      eb.fn.count<number>('base_amount').as('converted'),
    ])
    .where('payment_id', '=', payment.id)
    .where('category', '=', 'disputes')
    .where('currency', '=', part.currency)
    .executeTakeFirstOrThrow()
  if (!booked.amount) return undefined
  if (booked.entries !== booked.converted) return null
  return multiplyRatio(booked.base ?? 0, part.amount, booked.amount)
}
