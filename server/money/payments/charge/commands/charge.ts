import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { failedIntent, type IntentState } from '../../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx, RequestCtx } from '../../../../base/core/context.ts'
import { agencyUrl } from '../../../../identity/agencies/queries/host.ts'
import { platformFee } from '../../accounts/queries/platform-fee.ts'
import type { PaymentRow } from '../../rules.ts'
import type { CardOrder } from './open-payment.ts'
import { settleCharge, toCharge } from './settle-payment.ts'

/**
 * Asks the provider for the charge of an opened payment, outside of a transaction, and settles its response. A
 * crash in between charges only once, because the payment was stored with its idempotency key.
 */
export async function chargeCard(
  ctx: Ctx & Partial<Pick<RequestCtx, 'request'>>,
  order: CardOrder,
  payment: PaymentRow,
): Promise<ChargeDto> {
  if (payment.status !== 'pending') return toCharge(payment, null)
  const { provider } = order
  const returnPath = order.returnTo && withPaymentId(order.returnTo, payment.id)
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
            ...(returnPath && { returnUrl: `${await agencyUrl(ctx, ctx.reach.agencyId)}${returnPath}` }),
            ...(ctx.request && { payer: { ip: ctx.request.ip, userAgent: ctx.request.userAgent } }),
          })
          .catch((error: unknown) => refusalOf(ctx, payment.id, error))
      : await provider.retrieve(payment.provider_payment_id)
  const charge = await settleCharge(ctx, payment.id, state)
  if (charge.status !== 'requires_action') return charge
  return state.bankPage ? { ...charge, redirect_url: state.bankPage } : charge
}

const withPaymentId = (path: string, paymentId: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}returned=${paymentId}`

/** A rejected request is a response: nothing was charged. Any other error isn't. */
function refusalOf(ctx: Ctx, paymentId: string, error: unknown): IntentState {
  if (error instanceof AppError) return failedIntent(error.message)
  ctx.services.log.error(
    { err: error, paymentId },
    'the provider did not report whether the card was charged',
  )
  throw new AppError('CONFLICT', NO_ANSWER)
}

/** Retrying is safe, and the message says so. */
const NO_ANSWER =
  'The payment provider is not responding. We will know within minutes whether you were charged. You are never charged twice.'
