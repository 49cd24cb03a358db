import type { z } from 'zod'
import type { ChargeDto, confirmPaymentInput } from '#shared/payments.ts'
import type { UserCtx } from '../../core/context.ts'
import { inAgency } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { confirmPayment } from '../../payments/commands/confirm.ts'
import { paymentProvider } from '../../payments/queries/provider.ts'
import type { PaymentRow } from '../../payments/rules.ts'
import { outcomeOf } from './place-order.ts'
import { resumeSubscription } from './subscribe.ts'
import { syncSubscription } from './sync.ts'

type Confirmation = z.output<typeof confirmPaymentInput>
type Order = Pick<PaymentRow, 'id' | 'provider_payment_id' | 'provider_subscription_id'>

/** Goes on after the card's own authentication, whether a plan or something else is paid. */
export async function confirmAnyPayment(ctx: UserCtx, input: Confirmation): Promise<ChargeDto> {
  const order = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_payment_id', 'provider_subscription_id'])
    .where('id', '=', input.id)
    .where('payer_user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return order?.provider_subscription_id
    ? confirmOrder(ctx, order, order.provider_subscription_id, input)
    : confirmPayment(ctx, input)
}

/** By what the provider says now of the subscription. */
async function confirmOrder(
  ctx: UserCtx,
  order: Order,
  subscriptionId: string,
  input: Confirmation,
): Promise<ChargeDto> {
  const provider = paymentProvider(ctx.services)
  if (input.test_approved !== undefined && provider.answerChallenge && order.provider_payment_id !== null) {
    await provider.answerChallenge(order.provider_payment_id, input.test_approved)
  }
  const synced = await syncSubscription(ctx, subscriptionId, { by: ctx.actor })
  const charge = await outcomeOf(ctx, order.id, synced?.charges)
  const { agencyId } = ctx.reach
  if (charge.status === 'succeeded' && agencyId !== null)
    await resumeSubscription(inAgency(ctx, { agencyId }))
  return charge
}
