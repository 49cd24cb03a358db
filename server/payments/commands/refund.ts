import type { z } from 'zod'
import { formatCharged } from '#shared/money.ts'
import type { PaymentDto, refundInput } from '#shared/payments.ts'
import type { AgencyScope, Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { paymentProvider, providerName, type RefundState } from '../../services/payment-provider.ts'
import { getPayment } from '../queries.ts'
import { bookRefunds, lockPayment, noteReported } from './book-refunds.ts'
import type { PaymentServices } from './charge.ts'
import type { PaymentRow } from './post.ts'
import { settlePayment } from './settle.ts'

/**
 * Gives a payment back, whole or in part. The refund with its key is stored before the provider is asked,
 * so that a form sent twice, or sent again after a lost answer, gives the money back once.
 */
export async function refund(
  services: PaymentServices,
  scope: AgencyScope,
  input: z.output<typeof refundInput>,
): Promise<PaymentDto> {
  const order = await transact(services.db, (trx) => openRefund(trx, services, scope, input))
  if (order.refund.status === 'failed') {
    throw new AppError('CONFLICT', order.refund.failure_message ?? 'The refund failed.')
  }
  if (order.refund.status === 'pending') {
    const state = await askProvider(services, scope.now, order)
    await settleRefund(services.db, scope.now, order.refund.id, state, scope)
  }
  return getPayment(services.db, scope, input.id)
}

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
  trx: Trx,
  services: PaymentServices,
  scope: AgencyScope,
  input: z.output<typeof refundInput>,
): Promise<RefundOrder> {
  const payment = await lockPayment(trx, input.id)
  if (payment === undefined || payment.agency_id !== scope.agencyId) throw notFound('This payment')
  const requestKey = `${scope.userId}:${input.request_id}`
  const refunds = await trx
    .selectFrom('payment_refunds')
    .select(['id', 'amount', 'status', 'failure_message', 'idempotency_key', 'request_key'])
    .where('payment_id', '=', input.id)
    .execute()
  const known = refunds.find((refund) => refund.request_key === requestKey)
  if (known !== undefined) return { payment, refund: known }
  if (payment.status === 'refunded') {
    throw new AppError('CONFLICT', 'This payment has been given back in full.')
  }
  if (payment.status !== 'succeeded') {
    throw new AppError('CONFLICT', 'Only a payment that was received can be given back.')
  }
  if (payment.provider !== 'manual' && payment.provider !== providerName(services.config)) {
    throw new AppError('CONFLICT', 'The provider of this payment is not configured any more.')
  }
  const waiting = refunds.filter((refund) => refund.status === 'pending')
  const left = waiting.reduce((sum, refund) => sum - refund.amount, payment.amount - payment.refunded)
  const amount = input.amount ?? left
  if (left <= 0) throw new AppError('CONFLICT', 'A refund of this payment is being processed.')
  if (amount > left) {
    const message = `Only ${formatCharged(left, payment.currency)} of this payment is left to give back.`
    throw new AppError('BAD_REQUEST', message, { fields: { amount: message } })
  }
  const now = toInstant(scope.now)
  const id = newId()
  const refund = {
    id,
    amount,
    status: 'pending' as const,
    failure_message: null,
    idempotency_key: `refund_${id}`,
  }
  await trx
    .insertInto('payment_refunds')
    .values({
      ...refund,
      payment_id: input.id,
      reason: input.reason,
      requested_by: scope.userId,
      provider_refund_id: null,
      request_key: requestKey,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { payment, refund }
}

/** Money that came by hand goes back by hand: there is nobody to ask. */
async function askProvider(
  services: PaymentServices,
  now: Date,
  { payment, refund }: RefundOrder,
): Promise<RefundState | null> {
  if (payment.provider === 'manual' || payment.provider_payment_id === null) return null
  const provider = paymentProvider(services)
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
    // Refused for good, often because more was given back at the provider than we know of.
    await settleRefund(services.db, now, refund.id, { id: null, status: 'failed', failure: error.message })
    const state = await provider.retrieve(intentId)
    await transact(services.db, (trx) => settlePayment(trx, now, payment.id, state))
    throw error
  }
}

/** Pending → succeeded | failed, and the books with it; null says that it needed no provider. */
export function settleRefund(
  db: Db,
  now: Date,
  refundId: string,
  state: (Omit<RefundState, 'id'> & { id: string | null }) | null,
  actor?: Scope,
): Promise<void> {
  return transact(db, async (trx) => {
    const { payment_id: paymentId } = await trx
      .selectFrom('payment_refunds')
      .select('payment_id')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    await lockPayment(trx, paymentId)
    const status = state?.status ?? 'succeeded'
    await trx
      .updateTable('payment_refunds')
      .set({
        status,
        provider_refund_id: state?.id ?? null,
        failure_message: state?.failure ?? null,
        updated_at: toInstant(now),
        ...(status === 'succeeded' && { refunded_at: toInstant(now) }),
      })
      .where('id', '=', refundId)
      .where('status', '=', 'pending')
      .execute()
    await noteReported(trx, paymentId, state?.total ?? 0)
    await bookRefunds(trx, now, paymentId, actor)
  })
}
