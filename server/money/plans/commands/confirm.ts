import type { z } from 'zod'
import type { idInput } from '#shared/base/schemas/ids.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { confirmPayment } from '../../payments/charge/commands/confirm.ts'
import { outcomeOf } from './place-order.ts'
import { resumeSubscription } from './subscribe.ts'
import { syncSubscription } from './sync.ts'

type Confirmation = z.output<typeof idInput>

/** Continues after the card's authentication, for plans and all other payments. */
export async function confirmAnyPayment(ctx: UserCtx, input: Confirmation): Promise<ChargeDto> {
  const order = await selectFrom(ctx, 'payments')
    .select(['id', 'provider_subscription_id'])
    .where('id', '=', input.id)
    .where('payer_user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return order?.provider_subscription_id
    ? confirmOrder(ctx, order.id, order.provider_subscription_id)
    : confirmPayment(ctx, input)
}

/** Using the subscription's current state at the provider. */
async function confirmOrder(ctx: UserCtx, orderId: string, subscriptionId: string): Promise<ChargeDto> {
  const synced = await syncSubscription(ctx, subscriptionId, { by: ctx.actor })
  const charge = await outcomeOf(ctx, orderId, synced?.charges)
  const { agencyId } = ctx.reach
  if (charge.status === 'succeeded' && agencyId !== null)
    await resumeSubscription(inAgency(ctx, { agencyId }))
  return charge
}
