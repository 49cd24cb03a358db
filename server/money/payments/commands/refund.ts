import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { refundInput } from '#shared/money/payments/schemas/payments.ts'
import type { PaymentProvider, RefundState } from '../../../base/adapters/payments/payment-provider.ts'
import { AppError, alreadySubmitted, fieldError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx, UserActor } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { chosenParts, totalOf } from '../../invoices/credit/commands/issue-credit-note.ts'
import { requireNotDeducted } from '../../invoices/queries/advances.ts'
import { accountOf, creditBalance, creditFromPayment } from '../../invoices/queries/credit-balance.ts'
import { bookedAt, datedAt } from '../../ledger/queries/open-days.ts'
import { providerOf } from '../accounts/queries/provider.ts'
import { bookRefunds, lockPayment, noteReported } from '../book/commands/book-refunds.ts'
import { settlePayment } from '../charge/commands/settle-payment.ts'
import { getPayment } from '../queries/payments.ts'
import type { PaymentRow } from '../rules.ts'

/**
 * Refunds all or part of a payment. The refund and its key are stored before the provider is called, so that
 * submitting a form again refunds only once.
 */
export async function refund(
  ctx: AgencyCtx,
  input: z.output<typeof refundInput>,
  how: { reverses?: boolean } = {},
): Promise<PaymentDto> {
  const order = await transact(ctx, async (tx) => {
    const opened = await openRefund(tx, input, how)
    // Without the provider.
    if ((asksProvider(opened) && !input.by_hand) || opened.refund.status !== 'pending') return opened
    await settleRefund(tx, opened.refund.id, null, { by: tx.actor })
    return { ...opened, refund: { ...opened.refund, status: 'succeeded' as const } }
  })
  if (order.refund.status === 'failed') {
    throw refundFailed(order.refund.failure_message)
  }
  if (order.refund.status === 'pending') {
    const state = await askProvider(ctx, order)
    await settleRefund(ctx, order.refund.id, state, { by: ctx.actor })
    if (state?.status === 'failed') throw refundFailed(state.failure)
  }
  return getPayment(ctx, input.id)
}

const refundFailed = (failure: string | null) => new AppError('CONFLICT', failure ?? 'The refund failed.')

interface RefundOrder {
  payment: PaymentRow
  refund: {
    id: string
    amount: number
    status: 'pending' | 'succeeded' | 'failed'
    failure_message: string | null
    idempotency_key: string
  }
}

async function openRefund(
  tx: Tx<AgencyCtx>,
  input: z.output<typeof refundInput>,
  { reverses = false }: { reverses?: boolean },
): Promise<RefundOrder> {
  const payment = await lockPayment(tx, input.id)
  if (payment === undefined || payment.agency_id !== tx.reach.agencyId) throw notFound('This payment')
  const requestKey = `${tx.actor.userId}:${input.request_id}`
  const existing = await selectFrom(tx, 'payment_refunds')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (input.by_hand && existing?.status !== 'succeeded') await requireUnreachable(tx, payment)
  if (existing !== undefined) {
    const credit = input.credit && payment.invoice_id !== null
    if (!isSame(existing, { ...input, credit })) throw alreadySubmitted()
    return { payment, refund: existing }
  }
  if (input.by_hand) await giveUpPending(tx, payment)
  const waiting = await selectFrom(tx, 'payment_refunds')
    .select('amount')
    .where('payment_id', '=', input.id)
    .where('status', '=', 'pending')
    .execute()
  if (payment.status === 'refunded') {
    throw new AppError('CONFLICT', 'This payment has already been refunded in full.')
  }
  if (payment.status !== 'succeeded') {
    throw new AppError('CONFLICT', 'Only a received payment can be refunded.')
  }
  if (payment.invoice_id !== null) {
    await requireNotDeducted(tx, payment.invoice_id)
  }
  if (payment.provider !== 'manual' && !input.by_hand) await refundProvider(tx, payment)
  const left = waiting.reduce((sum, refund) => sum - refund.amount, payment.amount - payment.refunded)
  const amount = await amountOf(tx, payment, input, left)
  if (left <= 0) throw new AppError('CONFLICT', 'A refund of this payment is being processed.')
  if (amount > left) {
    const message = `Only ${formatCharged(left, payment.currency)} of this payment can still be refunded.`
    throw fieldError('amount', message)
  }
  const now = toInstant(tx.now)
  const id = newId()
  const refund = {
    id,
    amount,
    status: 'pending' as const,
    failure_message: null,
    idempotency_key: `refund_${id}`,
  }
  await insertInto(tx, 'payment_refunds')
    .values({
      ...refund,
      payment_id: input.id,
      reason: input.reason,
      reverses: toFlag(reverses),
      credits: toFlag((input.credit || input.credit_lines !== undefined) && payment.invoice_id !== null),
      credit_lines: input.credit_lines === undefined ? null : JSON.stringify(input.credit_lines),
      requested_by: tx.actor.userId,
      provider_refund_id: null,
      request_key: requestKey,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { payment, refund }
}

/**
 * The refunds of an account that is no longer connected can't be looked up. If one was made after all, its report is
 * matched with what was recorded.
 */
async function giveUpPending(tx: Tx, { id }: PaymentRow): Promise<void> {
  await updateTable(tx, 'payment_refunds')
    .set({
      status: 'failed',
      provider_refund_id: null,
      failure_message: 'A refund was recorded instead.',
      updated_at: toInstant(tx.now),
    })
    .where('payment_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Whether the stored refund is what is requested again; `credits` is cleared if nothing was left to credit. */
function isSame(
  refund: Pick<
    Selectable<Schema['payment_refunds']>,
    'payment_id' | 'amount' | 'status' | 'credits' | 'credit_lines'
  >,
  { id, amount, credit, credit_lines }: z.output<typeof refundInput>,
): boolean {
  const lines = credit_lines === undefined ? null : JSON.stringify(credit_lines)
  if (refund.payment_id !== id || refund.credit_lines !== lines) return false
  if (lines !== null) return true
  const isCredited = refund.credits === 1
  return (
    (amount === undefined || refund.amount === amount) &&
    (credit === isCredited || (credit && refund.status === 'succeeded'))
  )
}

/** The requested amount; else the lines' total, or everything left (for a deposit, what isn't applied). */
async function amountOf(
  tx: Tx<AgencyCtx>,
  payment: PaymentRow,
  input: z.output<typeof refundInput>,
  left: number,
): Promise<number> {
  if (input.credit_lines !== undefined && payment.invoice_id !== null) {
    return totalOf(await chosenParts(tx, payment.invoice_id, { amount: 0, lines: input.credit_lines }))
  }
  if ((await creditFromPayment(tx, payment.id)) === null || payment.invoice_id !== null) {
    return input.amount ?? left
  }
  const balance = await creditBalance(tx, accountOf(payment))
  const amount = input.amount ?? Math.min(left, balance)
  if (amount > balance || amount === 0) {
    const words = formatCharged(balance, payment.currency)
    throw new AppError('CONFLICT', `Only ${words} of the client’s credit is left.`)
  }
  return amount
}

const asksProvider = ({ payment }: RefundOrder): boolean =>
  payment.provider !== 'manual' && payment.provider_payment_id !== null

/** The provider and account that the payment was made with; null if they are no longer configured. */
async function findProvider(ctx: Ctx, payment: PaymentRow): Promise<PaymentProvider | null> {
  const provider = await providerOf(ctx, payment.account).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  return provider?.name === payment.provider ? provider : null
}

async function refundProvider(ctx: Ctx, payment: PaymentRow): Promise<PaymentProvider> {
  const provider = await findProvider(ctx, payment)
  if (provider !== null) return provider
  const message =
    'The account that received this payment is no longer connected. Refund the payment at the provider, then record the refund here.'
  throw new AppError('CONFLICT', message, { reason: 'provider_gone' })
}

/** Throws if the portal can refund the payment itself: the provider would later report that refund again. */
async function requireUnreachable(ctx: Ctx, payment: PaymentRow): Promise<void> {
  if (payment.provider === 'manual' || (await findProvider(ctx, payment)) === null) return
  throw new AppError('CONFLICT', 'The account that received this payment is connected. Refund it here.')
}

/** Manual payments are refunded manually, without the provider. */
async function askProvider(ctx: AgencyCtx, { payment, refund }: RefundOrder): Promise<RefundState | null> {
  if (payment.provider_payment_id === null) return null
  const provider = await refundProvider(ctx, payment)
  const intentId = payment.provider_payment_id
  try {
    return await provider.refund({
      intentId,
      amount: refund.amount,
      currency: payment.currency,
      refundId: refund.id,
      idempotencyKey: refund.idempotency_key,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Permanently rejected, often because more was refunded at the provider than is known here.
    const failed = { id: null, status: 'failed', failure: error.message } as const
    await settleRefund(ctx, refund.id, failed, { by: ctx.actor })
    const state = await provider.retrieve(intentId)
    await transact(ctx, (tx) => settlePayment(tx, payment.id, state))
    throw error
  }
}

/**
 * pending → succeeded | failed, including the ledger; null if no provider was involved. Whoever it is settled `by`
 * sees that it failed; otherwise the failure is announced.
 */
export function settleRefund(
  ctx: Ctx,
  refundId: string,
  state: (Omit<RefundState, 'id'> & { id: string | null }) | null,
  how: { by?: UserActor } = {},
): Promise<void> {
  return transact(acrossAgencies(ctx), async (tx) => {
    const { payment_id: paymentId } = await selectFrom(tx, 'payment_refunds')
      .select('payment_id')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    await lockPayment(tx, paymentId)
    const status = state?.status ?? 'succeeded'
    const settled = await updateTable(tx, 'payment_refunds')
      .set({
        status,
        provider_refund_id: state?.id ?? null,
        failure_message: state?.failure ?? null,
        updated_at: toInstant(ctx.now),
        ...(status === 'succeeded' && { refunded_at: toInstant(bookedAt(datedAt(tx, state?.at))) }),
      })
      .where('id', '=', refundId)
      .where('status', '=', 'pending')
      .returning('amount')
      .executeTakeFirst()
    const failed = status === 'failed' && how.by === undefined ? settled?.amount : undefined
    await noteReported(tx, paymentId, state?.total ?? 0)
    await bookRefunds(tx, paymentId, { ...how, at: state?.at, failed, byHand: state === null })
  })
}
