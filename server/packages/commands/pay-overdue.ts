import type { z } from 'zod'
import type { ChargeDto, payOverdueInput } from '#shared/payments.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { chooseCard } from '../../payments/commands/set-up-customer.ts'
import { limitDeclines } from '../../payments/commands/track-declines.ts'
import { subscriptionProvider } from '../../payments/queries/provider.ts'
import { INSTANCE, type PaymentRow } from '../../payments/rules.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'
import { carryOut, findOrder, outcomeOf } from './place-order.ts'
import { syncSubscription } from './sync.ts'

/** Pays the bill a renewal left open, with another card, which is kept for the next ones. */
export const payOverdue = (ctx: AgencyCtx, input: z.output<typeof payOverdueInput>): Promise<ChargeDto> =>
  limitDeclines(ctx, {}, () => payBill(ctx, input))

async function payBill(ctx: AgencyCtx, input: z.output<typeof payOverdueInput>): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const card = await chooseCard(ctx, INSTANCE, { method: input.method, save_card: true })
  const known = await findOrder(ctx, requestKey)
  if (known !== undefined && known.status !== 'pending') return outcomeOf(ctx, known.id)
  const provider = subscriptionProvider(ctx.services)
  const running = runningSubscription(provider.name, await currentSubscription(ctx, ctx.reach.agencyId))
  const synced = running === null ? null : await syncSubscription(ctx, running.id)
  const bill = synced?.state.bills.findLast((entry) => entry.status === 'open')
  if (running === null || bill === undefined) {
    throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  }
  const payment = await reopen(ctx, bill.id, { requestKey, method: card.method })
  return carryOut(ctx, payment, {
    place: () =>
      provider.pay({
        id: running.id,
        customer: card.customer,
        method: card.method,
        idempotencyKey: payment.idempotency_key,
        now: ctx.now,
      }),
    by: ctx.actor,
  })
}

/** The declined payment gets another try, with a key of its own stored before the provider is asked. */
async function reopen(
  ctx: AgencyCtx,
  billId: string,
  order: { requestKey: string; method: string },
): Promise<PaymentRow> {
  const payment = await transact(ctx, async (tx) => {
    await lockAgency(tx, ctx.reach.agencyId)
    return updateTable(tx, 'payments')
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
      .executeTakeFirst()
  })
  if (payment === undefined) throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  // The open order is sent, whatever was sent for this bill before.
  return { ...payment, provider_subscription_id: null }
}
