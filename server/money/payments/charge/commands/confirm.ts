import type { z } from 'zod'
import type { idInput } from '#shared/base/schemas/ids.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openPayLink } from '../../../invoices/sending/queries/pay-link.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { countDecline } from '../../cards/commands/limit-declines.ts'
import type { PaymentRow } from '../../rules.ts'
import { settleCharge } from './settle-payment.ts'

/** Continues after the card's authentication, using the provider's current state. */
export async function confirmPayment(ctx: UserCtx, input: z.output<typeof idInput>): Promise<ChargeDto> {
  const payment = await selectFrom(ctx, 'payments')
    .select(['provider_payment_id', 'account', 'status', 'invoice_id', 'agency_id'])
    .where('id', '=', input.id)
    .where('payer_user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return confirmIntent(ctx, input, payment)
}

/** The same for the holder of the invoice's pay link. */
export async function confirmByLink(
  ctx: Ctx,
  input: z.output<typeof idInput> & { token: string },
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
  input: z.output<typeof idInput>,
  payment: Confirmed | undefined,
): Promise<ChargeDto> {
  const intentId = payment?.provider_payment_id ?? null
  if (payment === undefined || intentId === null) throw notFound('This payment')
  const provider = await providerOf(ctx, payment.account)
  const charge = await settleCharge(ctx, input.id, await provider.retrieve(intentId))
  if (payment.status === 'pending' && charge.status === 'failed') {
    await countDecline(ctx, { invoiceId: payment.invoice_id, agencyId: payment.agency_id })
  }
  return charge
}
