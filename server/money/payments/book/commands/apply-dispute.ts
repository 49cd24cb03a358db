import type Stripe from 'stripe'
import type { Money } from '#shared/base/amounts/money.ts'
import { reportedAt } from '../../../../base/adapters/payments/payment-provider-stripe.ts'
import { fromStripeAmount } from '../../../../base/adapters/payments/payment-provider-stripe-amounts.ts'
import { idOf } from '../../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { booksDateOf } from '../../../ledger/queries/open-days.ts'
import { ownerOf } from '../queries/balance-reader.ts'
import { advanceDispute, type DisputeState, reportDispute } from './report-dispute.ts'

type DisputeEvent = Extract<Stripe.Event, { type: `charge.dispute.${string}` }>

/**
 * A dispute that was opened, won, or lost. It is stored in any amount and currency: rates change, and only part may be
 * disputed. A dispute over a charge that isn't in the portal is stored until its payment is found.
 */
export async function applyDispute(tx: Tx, account: string, event: DisputeEvent): Promise<boolean> {
  const dispute = event.data.object
  const intentId = idOf(dispute.payment_intent)
  const { at } = reportedAt(event)
  const state = { ...(at !== undefined && { at, closedAt: at }), ...toDisputeState(dispute) }
  const paymentId = await paymentOf(tx, account, intentId)
  if (paymentId === null) return keepUnmatched(tx, account, intentId, state)
  await reportDispute(tx, paymentId, state)
  return true
}

/** The payment of a charge at the account. */
export async function paymentOf(tx: Tx, account: string, intentId: string | null): Promise<string | null> {
  if (intentId === null) return null
  const payment = await selectFrom(tx, 'payments')
    .select('id')
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where('provider_payment_id', '=', intentId)
    .orderBy('created_at')
    .executeTakeFirst()
  return payment?.id ?? null
}

/** Stores the dispute and warns the account's owner; nothing is booked, because its charge isn't in the books. */
async function keepUnmatched(
  caller: Tx,
  account: string,
  intentId: string | null,
  state: DisputeState,
): Promise<boolean> {
  const tx = acrossAgencies(caller)
  const owner = await ownerOf(tx, account)
  if (owner === null) return false
  const existing = await selectFrom(tx, 'unmatched_disputes')
    .select(['id', 'status', 'movements', 'withdrawn', 'withdrawn_currency', 'updated_at as closed_at'])
    .where('account', '=', account)
    .where('provider_dispute_id', '=', state.id)
    .executeTakeFirst()
  const known = existing && {
    ...existing,
    withdrawn: { amount: existing.withdrawn, currency: existing.withdrawn_currency },
  }
  const next = advanceDispute(known, state)
  if (next === null) return true
  const id = existing?.id ?? newId()
  const instant = toInstant(tx.now)
  const row = {
    ...state.disputed,
    reason: state.reason,
    status: next.status,
    withdrawn: next.withdrawn.amount,
    withdrawn_currency: next.withdrawn.currency,
    movements: next.movements,
    respond_by: state.respondBy,
    updated_at: instant,
  }
  if (existing !== undefined) {
    await updateTable(tx, 'unmatched_disputes').set(row).where('id', '=', id).execute()
  } else {
    await insertInto(tx, 'unmatched_disputes')
      .values({
        id,
        agency_id: owner.agencyId,
        account,
        provider_dispute_id: state.id,
        provider_payment_id: intentId,
        created_at: instant,
        ...row,
      })
      .execute()
  }
  if (next.status === existing?.status) return true
  await record(tx, 'dispute.unmatched', {
    id,
    agencyId: owner.agencyId,
    ...state.disputed,
    status: next.status,
    respondBy: state.respondBy && (await booksDateOf(tx, owner.agencyId, state.respondBy)),
  })
  return true
}

function toDisputeState(dispute: Stripe.Dispute): DisputeState {
  const disputed = {
    amount: fromStripeAmount(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
  }
  const status = statusOf(dispute.status)
  const due = dispute.evidence_details?.due_by ?? null
  const movements = dispute.balance_transactions ?? []
  return {
    id: dispute.id,
    disputed,
    reason: dispute.reason,
    status,
    respondBy: due === null ? null : toInstant(new Date(due * 1000)),
    withdrawn: withdrawnBy(movements) ?? {
      ...disputed,
      amount: status === 'open' || status === 'lost' ? disputed.amount : 0,
    },
    movements: movements.length,
    ...reportedAt({ created: Math.max(0, ...movements.map(({ created }) => created)) }),
  }
}

/**
 * The amount that the movements withdraw from the balance, in its settlement currency and without fees; null for
 * none.
 */
function withdrawnBy(movements: readonly Stripe.BalanceTransaction[]): Money | null {
  const [first] = movements
  if (first === undefined) return null
  const taken = movements.reduce((sum, { amount }) => sum - amount, 0)
  return { amount: fromStripeAmount(taken, first.currency), currency: first.currency.toUpperCase() }
}

function statusOf(status: Stripe.Dispute.Status): DisputeState['status'] {
  if (status === 'won' || status === 'lost') return status as 'won' | 'lost'
  if (status === 'warning_closed' || status === 'prevented') return 'won'
  return status.startsWith('warning') ? 'inquiry' : 'open'
}
