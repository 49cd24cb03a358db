import type { z } from 'zod'
import type { ChargeDto, confirmPaymentInput } from '#shared/payments.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { openPayLink } from '../../invoices/queries/pay-link.ts'
import { providerOf } from '../queries/provider.ts'
import type { PaymentRow } from '../rules.ts'
import { settleCharge } from './charge.ts'
import { countDecline } from './track-declines.ts'

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmPayment(
  ctx: UserCtx,
  input: z.output<typeof confirmPaymentInput>,
): Promise<ChargeDto> {
  const payment = await selectFrom(ctx, 'payments')
    .select(['provider_payment_id', 'account', 'status', 'invoice_id', 'agency_id'])
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
    .select(['provider_payment_id', 'account', 'status', 'invoice_id', 'agency_id'])
    .where('id', '=', input.id)
    .where('invoice_id', '=', invoiceId)
    .where('payer_user_id', 'is', null)
    .executeTakeFirst()
  return confirmIntent(holder, input, payment)
}

type Confirmed = Pick<PaymentRow, 'provider_payment_id' | 'account' | 'status' | 'invoice_id' | 'agency_id'>

async function confirmIntent(
  ctx: Ctx,
  input: z.output<typeof confirmPaymentInput>,
  payment: Confirmed | undefined,
): Promise<ChargeDto> {
  const intentId = payment?.provider_payment_id ?? null
  if (payment === undefined || intentId === null) throw notFound('This payment')
  const provider = await providerOf(ctx, payment.account)
  const state =
    input.test_approved !== undefined && provider.answerChallenge
      ? await provider.answerChallenge(intentId, input.test_approved)
      : await provider.retrieve(intentId)
  const charge = await settleCharge(ctx, input.id, state)
  if (payment.status === 'pending' && charge.status === 'failed') {
    await countDecline(ctx, { invoiceId: payment.invoice_id, agencyId: payment.agency_id })
  }
  return charge
}
