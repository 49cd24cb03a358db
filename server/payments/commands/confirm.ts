import type { z } from 'zod'
import type { ChargeDto, confirmPaymentInput } from '#shared/payments.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { openPayLink } from '../../invoices/queries/pay-link.ts'
import { paymentProvider } from '../queries/provider.ts'
import { settleCharge } from './charge.ts'

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmPayment(
  ctx: UserCtx,
  input: z.output<typeof confirmPaymentInput>,
): Promise<ChargeDto> {
  const payment = await selectFrom(ctx, 'payments')
    .select('provider_payment_id')
    .where('id', '=', input.id)
    .where('payer_user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return confirmIntent(ctx, input, payment)
}

/** The same for whoever holds the pay link of the invoice being paid. */
export async function confirmByLink(
  ctx: Ctx,
  input: z.output<typeof confirmPaymentInput> & { token: string },
): Promise<ChargeDto> {
  const { holder, invoiceId } = await openPayLink(ctx, input.token)
  const payment = await selectFrom(holder, 'payments')
    .select('provider_payment_id')
    .where('id', '=', input.id)
    .where('invoice_id', '=', invoiceId)
    .where('payer_user_id', 'is', null)
    .executeTakeFirst()
  return confirmIntent(holder, input, payment)
}

async function confirmIntent(
  ctx: Ctx,
  input: z.output<typeof confirmPaymentInput>,
  payment: { provider_payment_id: string | null } | undefined,
): Promise<ChargeDto> {
  const intentId = payment?.provider_payment_id ?? null
  if (intentId === null) throw notFound('This payment')
  const provider = paymentProvider(ctx.services)
  const state =
    input.test_approved !== undefined && provider.answerChallenge
      ? await provider.answerChallenge(intentId, input.test_approved)
      : await provider.retrieve(intentId)
  return settleCharge(ctx, input.id, state)
}
