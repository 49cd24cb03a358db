import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import type { PaymentRow } from '../rules.ts'
import { lockPayment } from './book-refunds.ts'

export interface DisputeState {
  id: string
  /** Minor units. */
  amount: number
  reason: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  respondBy: string | null
}

const RANK = { inquiry: 0, open: 1, won: 2, lost: 2 }

/**
 * Takes in how a dispute stands. It only moves on, from inquiry to open to its end, so that older events
 * change nothing; the books say what is withdrawn for as long as it is.
 */
export async function reportDispute(caller: Tx, paymentId: string, state: DisputeState): Promise<void> {
  const tx = acrossAgencies(caller)
  const payment = await lockPayment(tx, paymentId)
  if (payment === undefined) return
  const known = await selectFrom(tx, 'payment_disputes')
    .select(['id', 'status', 'booked', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('provider_dispute_id', '=', state.id)
    .executeTakeFirst()
  if (known !== undefined && RANK[state.status] <= RANK[known.status]) return
  const instant = toInstant(tx.now)
  const withdrawn = state.status === 'open' || state.status === 'lost' ? state.amount : 0
  const row = {
    status: state.status,
    amount: state.amount,
    booked: withdrawn,
    respond_by: state.respondBy,
    closed_at: RANK[state.status] === RANK.won ? instant : null,
    updated_at: instant,
  }
  if (known === undefined) {
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
    await updateTable(tx, 'payment_disputes').set(row).where('id', '=', known.id).execute()
  }
  await bookWithdrawn(tx, payment, withdrawn - (known?.booked ?? 0))
  await record(tx, 'payment.disputed', {
    id: paymentId,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
    payee: payment.payee,
    payerName: payment.payer_name,
    amount: state.amount,
    currency: payment.currency,
    status: state.status,
    respondBy: state.respondBy,
  })
}

/** What the bank has taken back is an expense of whoever was paid; what it returns takes the expense back. */
async function bookWithdrawn(tx: Tx, payment: PaymentRow, amount: number): Promise<void> {
  if (amount === 0 || payment.payee === 'supplier') return
  await postLedger(tx, {
    agencyId: payment.agency_id,
    direction: 'expense',
    category: 'disputes',
    amount,
    currency: payment.currency,
    description: `${amount > 0 ? 'Disputed' : 'Dispute won'}: ${payment.description}`,
    paymentId: payment.id,
    clientId: payment.client_id,
  })
}
