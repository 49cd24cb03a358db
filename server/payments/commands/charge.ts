import type { ChargeDto, PayeeKind, PaymentPurpose } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { IntentState, PaymentProvider } from '../../adapters/payment-provider.ts'
import type { Ctx, RequestCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { newId, toInstant } from '../../db/values.ts'
import { platformFee } from '../queries/platform-fee.ts'
import { providerOf } from '../queries/provider.ts'
import { INSTANCE, type PaymentRow, shownStatus } from '../rules.ts'
import { settlePayment } from './settle-payment.ts'

/** What is charged, as the server's own rows say; nothing of it comes from the caller. */
export interface ChargeTerms {
  payee: PayeeKind
  agencyId: AgencyId | null
  purpose: PaymentPurpose
  invoiceId?: string
  clientId?: string | null
  planId?: string
  payerAgencyId?: AgencyId | null
  payerUserId: string | null
  payerName: string
  amount: number
  currency: string
  description: string
}

export interface CardOrder {
  /** Names the filled-in form and whose it is: the same key never charges twice. */
  requestKey: string
  method: string
  /** Where it is charged; the instance's own account where left out. */
  account?: string
  /** Tells payers by link apart. */
  payerKey?: string | null
  customer?: string | null
  saveCard?: boolean
  offSession?: boolean
  /** The page of ours that the payer's bank sends them back to. */
  returnTo?: string
}

/**
 * Charges a card in three steps, so that a crash between any two charges once: the payment with its
 * idempotency key is stored, the provider is called outside of any transaction, its answer is settled.
 */
export async function chargeCard(
  ctx: Ctx & Partial<Pick<RequestCtx, 'request'>>,
  order: CardOrder,
  termsOf: (tx: Tx) => Promise<ChargeTerms>,
): Promise<ChargeDto> {
  const provider = await providerOf(ctx, order.account ?? INSTANCE)
  const payment = await openPayment(ctx, order, (tx) => chargeableTerms(tx, provider, termsOf))
  if (payment.status !== 'pending') return toCharge(payment, null)
  const returnPath = order.returnTo && withReturned(order.returnTo, payment.id)
  const state =
    payment.provider_payment_id === null
      ? await provider
          .charge({
            paymentId: payment.id,
            createdAt: payment.created_at,
            amount: payment.amount,
            currency: payment.currency,
            description: payment.description,
            method: order.method,
            idempotencyKey: payment.idempotency_key,
            customer: payment.provider_customer_id,
            saveCard: order.saveCard,
            offSession: order.offSession,
            platformFee: await platformFee(ctx, payment),
            ...(returnPath && { returnUrl: `${ctx.services.config.publicUrl}${returnPath}` }),
            ...(ctx.request && { payer: { ip: ctx.request.ip, userAgent: ctx.request.userAgent } }),
          })
          .catch((error: unknown) => refusalOf(ctx, payment.id, error))
      : await provider.retrieve(payment.provider_payment_id)
  const charge = await settleCharge(ctx, payment.id, state)
  if (charge.status !== 'requires_action' || !state.asksAtBank || !returnPath) return charge
  return { ...charge, redirect_url: `/test-bank?to=${encodeURIComponent(returnPath)}` }
}

const withReturned = (path: string, paymentId: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}returned=${paymentId}`

/** The terms, unless the provider charges no such amount. */
export async function chargeableTerms(
  tx: Tx,
  provider: PaymentProvider,
  termsOf: (tx: Tx) => Promise<ChargeTerms>,
): Promise<ChargeTerms> {
  const terms = await termsOf(tx)
  provider.requireChargeable?.(terms.amount, terms.currency)
  return terms
}

/** What the provider finds wrong with an order is an answer to it: nothing was charged. Anything else is none. */
function refusalOf(ctx: Ctx, paymentId: string, error: unknown): IntentState {
  if (error instanceof AppError) return failedIntent(error.message)
  ctx.services.log.error({ err: error, paymentId }, 'the provider did not say whether it charged')
  throw new AppError('CONFLICT', NO_ANSWER)
}

/** Trying again at once is safe, but nobody should have to guess that. */
const NO_ANSWER =
  'The payment provider does not answer. We find out within minutes whether you were charged, and never charge twice.'

/** A charge that never was, in words. */
export const failedIntent = (failure: string, decline: string | null = null): IntentState => ({
  id: '',
  status: 'failed',
  clientSecret: null,
  failure,
  decline,
  card: null,
  refunded: 0,
})

/** Settles the provider's answer about a payment that was vouched for, and says what the caller needs to go on. */
export async function settleCharge(ctx: Ctx, paymentId: string, state: IntentState): Promise<ChargeDto> {
  const payment = await transact(ctx, async (tx) => {
    await settlePayment(tx, paymentId, state)
    return selectFrom(acrossAgencies(tx), 'payments')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  }).catch((error: unknown) => {
    if (state.status !== 'succeeded') throw error
    ctx.services.log.error({ err: error, paymentId }, 'a payment that was charged could not be booked')
    throw new AppError('CONFLICT', 'Failed to update invoice status. Please contact support.', {
      reason: 'not_booked',
      title: 'Error',
    })
  })
  return toCharge(payment, state)
}

/** The stored payment of this order: written now, or by the same form a moment ago. */
export async function openPayment(
  ctx: Ctx,
  order: CardOrder,
  termsOf: (tx: Tx) => Promise<ChargeTerms>,
): Promise<PaymentRow> {
  try {
    return await transact(ctx, async (tx) => {
      const known = await findKnown(tx, order)
      return known ?? (await insertPayment(tx, order, await termsOf(tx)))
    })
  } catch (error) {
    // Whatever refused it, the same form sent a moment earlier answers for both.
    const known = await findKnown(ctx, order)
    if (known !== undefined) return known
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  }
}

/** The payment the same form led to, if it was sent before. */
export const findKnown = (ctx: Ctx, order: CardOrder) =>
  selectFrom(ctx, 'payments').selectAll().where('request_key', '=', order.requestKey).executeTakeFirst()

async function insertPayment(tx: Tx, order: CardOrder, terms: ChargeTerms): Promise<PaymentRow> {
  const now = toInstant(tx.now)
  return insertInto(tx, 'payments')
    .values({
      id: newId(),
      payee: terms.payee,
      agency_id: terms.agencyId,
      purpose: terms.purpose,
      method: 'card',
      invoice_id: terms.invoiceId ?? null,
      client_id: terms.clientId ?? null,
      plan_id: terms.planId ?? null,
      payer_agency_id: terms.payerAgencyId ?? null,
      payer_user_id: terms.payerUserId,
      payer_name: terms.payerName,
      amount: terms.amount,
      currency: terms.currency,
      status: 'pending',
      description: terms.description,
      provider: order.method.startsWith('mock_') ? 'test' : 'stripe',
      account: order.account ?? INSTANCE,
      payer_key: order.payerKey ?? null,
      provider_payment_id: null,
      provider_customer_id: order.customer ?? null,
      method_token: order.customer || order.offSession ? order.method : null,
      idempotency_key: newId(),
      request_key: order.requestKey,
      refund_key: null,
      receipt_number: null,
      card_brand: null,
      card_last4: null,
      failure_message: null,
      paid_at: null,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function toCharge(payment: PaymentRow, state: IntentState | null): ChargeDto {
  const status = shownStatus(payment)
  const waiting = state?.status === 'requires_action' && status === 'pending'
  return {
    payment_id: payment.id,
    status: waiting ? 'requires_action' : status === 'refunded' ? 'succeeded' : status,
    client_secret: waiting ? (state.clientSecret ?? null) : null,
    failure: payment.failure_message,
    amount: payment.amount,
    currency: payment.currency,
  }
}

/** The provider must know the method: a test token is no use to Stripe, nor the other way round. */
export function requireMethod(provider: PaymentProvider, method: string): void {
  if ((provider.name === 'test') !== method.startsWith('mock_')) {
    throw new AppError('BAD_REQUEST', 'Card information is required')
  }
}
