import type { Selectable } from 'kysely'
import type { RefundedPayment } from '#shared/money/payments/payment-news.ts'
import type { RefundState } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { lockAgency } from '../../../../base/core/transaction.ts'
import { OWED_COLUMNS } from '../../../../base/db/open-invoices.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { moveInvoice } from '../../../invoices/commands/move.ts'
import { isPaid, reportPaid } from '../../../invoices/commands/report-paid.ts'
import { loseAgain } from '../../../invoices/commands/write-off.ts'
import { keepSurplus } from '../../../invoices/credit/commands/keep-surplus.ts'
import { moveCredit } from '../../../invoices/credit/commands/move-credit.ts'
import {
  accountOf,
  creditAppliedTo,
  creditBalance,
  creditFromPayment,
} from '../../../invoices/queries/credit-balance.ts'
import { amountDue, type Owed } from '../../../invoices/rules.ts'
import { type Books, bookedAt, datedAt } from '../../../ledger/queries/open-days.ts'
import { amountRefunded, amountReversed, type PaymentRow, payerOf } from '../../rules.ts'
import { lastPaidAt, lastRefundedAt } from '../queries/last-days.ts'
import { bookPayment } from './book-payment.ts'
import { creditLinesOf, creditRefunds, leftToCredit } from './credit-refunds.ts'

/** The person who requested a refund. */
type Person = ReturnType<typeof payerOf>

/** Locks the payment, after the agency it was made to, until the transaction ends, so that its refunds add up. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | undefined> {
  const payment = await selectFrom(tx, 'payments')
    .select('agency_id')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (payment?.agency_id != null) await lockAgency(tx, payment.agency_id)
  return updateTable(tx, 'payments')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst()
}

/** Applies the provider's total refunded amount of a locked payment; the context must reach both sides. */
export async function reportRefunded(
  tx: Tx,
  paymentId: string,
  reported: number,
  at?: string,
): Promise<void> {
  await noteReported(tx, paymentId, reported)
  await bookRefunds(tx, paymentId, { at })
}

/** Older events report smaller totals, so the highest one counts. */
export async function noteReported(tx: Tx, paymentId: string, reported: number): Promise<void> {
  await updateTable(tx, 'payments')
    .set({ refunds_reported: reported })
    .where('id', '=', paymentId)
    .where('refunds_reported', '<', reported)
    .execute()
}

interface ReportedRefund {
  paymentId: string
  refundId: string | null
  amount: number
  state: RefundState
}

/**
 * Applies the state of one refund: ours by our id, one made at the provider by its own. Refunds that failed there
 * stay failed, whatever older events say.
 */
export async function reportRefund(tx: Tx, refund: ReportedRefund): Promise<void> {
  await lockPayment(tx, refund.paymentId)
  const { state } = refund
  const instant = toInstant(tx.now)
  const succeeded = state.status === 'succeeded'
  const existing = await selectFrom(tx, 'payment_refunds')
    .select(['id', 'status'])
    .where('payment_id', '=', refund.paymentId)
    .where((eb) => {
      const isOurs = eb('id', '=', refund.refundId ?? '')
      // It was abandoned here, but the provider made it after all.
      const isGivenUp = eb.and([eb('status', '=', 'failed'), eb('provider_refund_id', 'is', null)])
      return eb.or([
        eb('provider_refund_id', '=', state.id),
        succeeded ? eb.and([isOurs, eb.not(isGivenUp)]) : isOurs,
      ])
    })
    // An abandoned refund has no provider id, and isn't the one that counts.
    .orderBy((eb) => eb.case().when('provider_refund_id', '=', state.id).then(0).else(1).end())
    .executeTakeFirst()
  const recorded = existing === undefined ? await matchRecorded(tx, refund) : null
  if (recorded === 'same') return
  const outcome = {
    status: state.status,
    failure_message: state.failure,
    provider_refund_id: state.id,
    updated_at: instant,
    ...(state.status === 'succeeded' && { refunded_at: toInstant(bookedAt(datedAt(tx, state.at))) }),
  }
  let isNews = true
  if (existing === undefined) {
    await insertInto(tx, 'payment_refunds')
      .values({
        id: newId(),
        payment_id: refund.paymentId,
        amount: refund.amount,
        reason: recorded?.reason ?? null,
        requested_by: recorded?.requested_by ?? null,
        idempotency_key: `provider:${state.id}`,
        request_key: null,
        refunded_at: null,
        created_at: instant,
        ...outcome,
      })
      .execute()
  } else {
    const changed = await updateTable(tx, 'payment_refunds')
      .set(outcome)
      .where('id', '=', existing.id)
      .where('status', '!=', state.status)
      .where('status', '!=', 'failed')
      .returning('id')
      .executeTakeFirst()
    isNews = changed !== undefined
  }
  const failed = isNews && state.status === 'failed' ? refund.amount : 0
  await bookRefunds(tx, refund.paymentId, { at: state.at, failed })
}

type Recorded = Pick<Selectable<Schema['payment_refunds']>, 'id' | 'amount' | 'reason' | 'requested_by'>

/**
 * Matches a refund made while its account wasn't connected with what was then recorded by hand. The provider's id is
 * added to the same amount, so that later reports find it. What was recorded in other parts gives way to the provider's
 * refund, which gets the reason and the person of the first one returned.
 */
async function matchRecorded(
  tx: Tx,
  { paymentId, amount, state }: ReportedRefund,
): Promise<'same' | Recorded | null> {
  if (state.status !== 'succeeded') return null
  const recorded = await selectFrom(tx, 'payment_refunds')
    .select(['id', 'amount', 'reason', 'requested_by'])
    .where('payment_id', '=', paymentId)
    .where('provider_refund_id', 'is', null)
    .where('status', '=', 'succeeded')
    // One made afterward is another one.
    .where('created_at', '>=', state.at ?? '')
    .orderBy('created_at')
    .execute()
  const same = recorded.find((row) => row.amount === amount)
  if (same === undefined) {
    await shorten(tx, recorded, amount)
    return recorded[0] ?? null
  }
  await updateTable(tx, 'payment_refunds')
    .set({ provider_refund_id: state.id })
    .where('id', '=', same.id)
    .execute()
  return 'same'
}

/** Reduces the refunds by an amount in total, starting with the first. */
async function shorten(tx: Tx, refunds: readonly Recorded[], amount: number): Promise<void> {
  let left = amount
  for (const { id, amount: part } of refunds) {
    if (left < part) {
      if (left > 0) {
        const rest = { amount: part - left }
        await updateTable(tx, 'payment_refunds').set(rest).where('id', '=', id).execute()
      }
      return
    }
    const replaced = { status: 'failed' as const, failure_message: 'Reported by the provider instead.' }
    await updateTable(tx, 'payment_refunds')
      .set({ ...replaced, updated_at: toInstant(tx.now) })
      .where('id', '=', id)
      .execute()
    left -= part
  }
}

interface Reopened {
  id: string
  number: string
}

type Reason = 'Refund' | 'Refund undone' | 'Dispute lost' | 'Reversed'

interface Booking {
  by?: Person | undefined
  at?: string | undefined
  /** Whether this is a dispute, which has its own event. */
  disputed?: boolean
  /** The amount of a refund that has just failed, whether or not it was booked. */
  failed?: number | undefined
  /** Whether the refund is only recorded, without the provider. */
  byHand?: boolean
  /** Whether a recorded refund is canceled, of which nobody was notified. */
  undone?: boolean
}

/**
 * Updates invoice, ledger, and status of a locked payment to the amount refunded. Only books the difference to what
 * is already booked, so repeated reports have a single effect. Returns the invoice that is due again.
 */
export async function bookRefunds(
  tx: Tx,
  paymentId: string,
  { by, at, disputed = false, failed = 0, byHand = false, undone = false }: Booking = {},
): Promise<Reopened | null> {
  const payment = await selectFrom(tx, 'payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (payment === undefined || (payment.status !== 'succeeded' && payment.status !== 'refunded')) return null
  const refunds = await selectFrom(tx, 'payment_refunds')
    .select(['amount', 'status', 'provider_refund_id', 'reverses'])
    .where('payment_id', '=', paymentId)
    .execute()
  const refunded = amountRefunded(payment, refunds, await lostInDisputes(tx, paymentId))
  const difference = refunded - payment.refunded
  const reversed = amountReversed(refunds)
  const reverses = reversed > payment.reversed
  const before = await openAmounts(tx, payment)
  const wasPaid = before !== undefined && (await isPaid(tx, before.id))
  await creditLinesOf(tx, payment)
  const books = datedAt(tx, at !== undefined && at < (payment.paid_at ?? '') ? payment.paid_at : at)
  if (difference !== 0) {
    await moveRefunded(books, payment, { refunded, reversed }, reasonOf({ disputed, reverses, undone }))
  }
  // Also for a refund whose amount an earlier event of the provider had reported.
  await creditRefunds(tx, payment)
  if (difference > 0 && before !== undefined) await loseRecovered(books, payment, amountDue(before))
  // After a reversal, what is due again is collected as before the payment.
  const most = reverses ? payment.settled_reopened : undefined
  const reopened = before === undefined ? null : await noteReopened(tx, payment, before, most)
  // A refund that failed, or a dispute that was won after all.
  if (before !== undefined && !wasPaid && difference < 0) await reportPaid(tx, before.id, paymentId)
  if (disputed || (difference === 0 && failed === 0)) return reopened
  const event = {
    id: paymentId,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
    by: by ?? payerOf(payment),
    payee: payment.payee,
    invoiceId: payment.invoice_id,
    status: statusAfter(payment, { refunded, reversed }),
    payerUserId: payment.payer_user_id,
    payerName: payment.payer_name,
    byProvider: payment.provider !== 'manual' && !byHand,
    description: payment.description,
    currency: payment.currency,
  }
  if (difference > 0) {
    await record(tx, 'payment.refunded', {
      ...event,
      amount: payment.amount,
      refunded: difference,
      reversed: reverses,
    })
  } else {
    // Payers are only notified of refunds that were booked.
    const announced = difference < 0 && !undone
    await record(tx, 'payment.refund-failed', {
      ...event,
      amount: difference < 0 ? -difference : failed,
      announced,
      undone,
    })
  }
  return reopened
}

const statusAfter = ({ amount }: PaymentRow, { refunded, reversed }: Amounts): RefundedPayment['status'] =>
  reversed > 0 ? 'reversed' : refunded === amount ? 'refunded' : 'succeeded'

function reasonOf(change: { disputed: boolean; reverses: boolean; undone: boolean }): Reason {
  const { disputed, reverses, undone } = change
  if (disputed) return 'Dispute lost'
  if (undone) return 'Refund undone'
  return reverses ? 'Reversed' : 'Refund'
}

async function lostInDisputes(tx: Tx, paymentId: string): Promise<number> {
  const disputes = await selectFrom(tx, 'payment_disputes')
    .select('lost')
    .where('payment_id', '=', paymentId)
    .execute()
  return disputes.reduce((sum, { lost }) => sum + lost, 0)
}

const openAmounts = (tx: Tx, { invoice_id }: PaymentRow) =>
  selectFrom(tx, 'invoices')
    .select([...OWED_COLUMNS, 'invoices.id', 'invoices.number', 'invoices.reopened'])
    .where('invoices.id', '=', invoice_id)
    .executeTakeFirst()

/** What refunds make due again without a credit note isn't collected automatically. */
async function noteReopened(
  tx: Tx,
  payment: PaymentRow,
  before: Owed & { reopened: number },
  most = Number.MAX_SAFE_INTEGER,
): Promise<Reopened | null> {
  const after = await openAmounts(tx, payment)
  if (after === undefined) return null
  const change = amountDue(after) - amountDue(before)
  const reopened = Math.max(0, before.reopened + Math.min(change, most))
  await updateTable(tx, 'invoices').set({ reopened }).where('id', '=', payment.invoice_id).execute()
  return amountDue(after) > amountDue(before) ? { id: after.id, number: after.number ?? '' } : null
}

interface Amounts {
  refunded: number
  /** The part of it that was recorded by mistake. */
  reversed: number
}

async function moveRefunded(
  books: Books,
  payment: PaymentRow,
  { refunded, reversed }: Amounts,
  reason: Reason,
): Promise<void> {
  const difference = refunded - payment.refunded
  const refundedAt = difference > 0 ? toInstant(bookedAt(books)) : await lastRefundedAt(books, payment)
  await updateTable(books, 'payments')
    .set({
      refunded,
      reversed,
      status: refunded === payment.amount ? 'refunded' : 'succeeded',
      refunded_at: refunded === 0 ? null : refundedAt,
      updated_at: toInstant(books.now),
    })
    .where('id', '=', payment.id)
    .execute()
  const fromCredit = await returnToPayer(books, payment, difference, reason)
  if (difference !== fromCredit) await bookPayment(books, payment, fromCredit - difference, reason)
}

/** What the payment had recovered of a written-off amount is lost again, not due, unless it was credited. */
async function loseRecovered(books: Books, payment: PaymentRow, dueBefore: number): Promise<void> {
  const { id, agency_id, invoice_id, recovered } = payment
  if (recovered === 0 || agency_id === null || invoice_id === null) return
  const { due } = await leftToCredit(books, agency_id, invoice_id)
  const lost = Math.min(recovered, due - dueBefore)
  if (lost <= 0) return
  await updateTable(books, 'payments')
    .set({ recovered: recovered - lost })
    .where('id', '=', id)
    .execute()
  await loseAgain(books, invoice_id, lost)
}

/** What it is called if the money comes back. */
const RETURNED: Partial<Record<Reason, string>> = { Refund: 'Refund failed', 'Dispute lost': 'Dispute won' }

/**
 * Refunds credit created by the payment first, then the invoice's paid amount, which becomes due again. A
 * negative amount reverses a failed refund. Returns what is taken from the client's credit, negative if returned to it.
 */
async function returnToPayer(tx: Tx, payment: PaymentRow, amount: number, reason: Reason): Promise<number> {
  const { invoice_id } = payment
  const movement = {
    kind: 'refunded' as const,
    description: `${reason}: ${payment.description}`,
    paymentId: payment.id,
  }
  if (invoice_id === null) {
    // Earlier versions booked deposits as income.
    if ((await creditFromPayment(tx, payment.id)) === null) return 0
    await moveCredit(tx, accountOf(payment), { ...movement, amount: -amount })
    return amount
  }
  const mistakenAt = reason === 'Reversed' ? payment.created_at : undefined
  const at = amount < 0 ? await lastPaidAt(tx, invoice_id) : null
  const invoice = await moveInvoice(tx, invoice_id, { paid: -amount, mistakenAt, at })
  if (amount < 0) {
    const kept = await keepSurplus(tx, invoice_id, invoice, {
      kind: 'overpayment',
      paymentId: payment.id,
      description: `${RETURNED[reason] ?? reason}: ${payment.description}`,
      most: -amount,
    })
    return -kept
  }
  // Applied credit hides in the net amount what became credit.
  const kept = Math.min(amount, (await creditAppliedTo(tx, invoice_id)) - invoice.amount_applied)
  if (kept <= 0 || invoice.client_id === null) return 0
  const fromCredit = Math.min(kept, await creditBalance(tx, accountOf(invoice)))
  if (fromCredit > 0) {
    await moveInvoice(tx, invoice_id, { applied: fromCredit })
    await moveCredit(tx, accountOf(invoice), { ...movement, amount: -fromCredit, invoiceId: invoice_id })
  }
  return fromCredit
}
