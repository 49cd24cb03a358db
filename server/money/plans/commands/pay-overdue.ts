import type { z } from 'zod'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import type { payOverdueInput } from '#shared/money/payments/schemas/payments.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { limitDeclines } from '../../payments/cards/commands/limit-declines.ts'
import { chooseCard } from '../../payments/cards/commands/set-up-customer.ts'
import { INSTANCE, type PaymentRow } from '../../payments/rules.ts'
import { requirePayer } from '../queries/payer.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'
import { findOrder, outcomeOf, placeOrder } from './place-order.ts'
import { syncSubscription } from './sync.ts'

/** Pays a renewal's open bill with another card, which is saved for later ones. */
export const payOverdue = (ctx: AgencyCtx, input: z.output<typeof payOverdueInput>): Promise<ChargeDto> =>
  limitDeclines(ctx, { requestKey: `${ctx.actor.userId}:${input.request_id}` }, () => payBill(ctx, input))

async function payBill(ctx: AgencyCtx, input: z.output<typeof payOverdueInput>): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const existing = await findOrder(ctx, requestKey)
  if (existing !== undefined && existing.status !== 'pending') return outcomeOf(ctx, existing.id)
  const provider = subscriptionProvider(ctx.services)
  const running = runningSubscription(provider.name, await currentSubscription(ctx, ctx.reach.agencyId))
  if (running !== null) await requirePayer(ctx)
  const card = await chooseCard(ctx, INSTANCE, { method: input.method, save_card: true })
  const synced = running === null ? null : await syncSubscription(ctx, running.id)
  const bill = synced?.state.bills.findLast((entry) => entry.status === 'open')
  if (running === null || bill === undefined) {
    throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  }
  const payment = await reopen(ctx, bill.id, { requestKey, method: card.method })
  return placeOrder(ctx, payment, {
    place: () =>
      provider.pay({
        id: running.id,
        customer: card.customer,
        method: card.method,
        idempotencyKey: payment.idempotency_key,
      }),
    by: ctx.actor,
  })
}

/** Retries the declined payment with a new key, stored before calling the provider. */
async function reopen(
  ctx: AgencyCtx,
  billId: string,
  order: { requestKey: string; method: string },
): Promise<PaymentRow> {
  const payment = await transact(ctx, (tx) =>
    updateTable(tx, 'payments')
      .set((eb) => ({
        status: 'pending',
        failure_message: null,
        payer_user_id: ctx.actor.userId,
        method_token: order.method,
        updated_at: toInstant(ctx.now),
        idempotency_key: eb
          .case()
          .when('request_key', '=', order.requestKey)
          .then(eb.ref('idempotency_key'))
          .else(newId())
          .end(),
        request_key: order.requestKey,
      }))
      .where('payer_agency_id', '=', ctx.reach.agencyId)
      .where('provider_bill_id', '=', billId)
      .where('status', 'in', ['failed', 'pending'])
      .returningAll()
      .executeTakeFirst(),
  )
  if (payment === undefined) throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  // Submits the open order regardless of what was submitted for this bill before.
  return { ...payment, provider_subscription_id: null }
}
