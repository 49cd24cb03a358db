import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import { type ChargeDto, isSavedCard } from '#shared/money/payments/payments.ts'
import type { subscribeInput } from '#shared/money/payments/schemas/payments.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { saveCard as keepNewCard } from '../../payments/cards/commands/add-card.ts'
import { limitDeclines } from '../../payments/cards/commands/limit-declines.ts'
import type { ChosenCard } from '../../payments/cards/commands/set-up-customer.ts'
import { chooseCard } from '../../payments/cards/commands/set-up-customer.ts'
import { openPayment } from '../../payments/charge/commands/open-payment.ts'
import { INSTANCE } from '../../payments/rules.ts'
import { requirePayer } from '../queries/payer.ts'
import {
  currentSubscription,
  type PlanChange,
  previewChange,
  runningSubscription,
} from '../queries/subscription.ts'
import { keepPayer } from './cancel.ts'
import {
  findOrder,
  outcomeOf,
  placeOrder,
  refuseSecondOrder,
  releaseOpenOrder,
  requireSameOrder,
} from './place-order.ts'
import { syncSubscription } from './sync.ts'

type Order = z.output<typeof subscribeInput>

/**
 * Subscribes the agency to a plan: creates or changes a subscription and charges the previewed amount.
 * Nothing changes until it is paid.
 */
export const subscribe = (ctx: AgencyCtx, input: Order): Promise<ChargeDto> =>
  limitDeclines(ctx, { requestKey: `${ctx.actor.userId}:${input.request_id}` }, () => orderPlan(ctx, input))

async function orderPlan(ctx: AgencyCtx, input: Order): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const existing = await findOrder(ctx, requestKey, input.plan_id)
  if (existing !== undefined && existing.status !== 'pending') return outcomeOf(ctx, existing.id)
  let card: ChosenCard
  let change: PlanChange
  try {
    if (existing === undefined) {
      // Nobody else withdraws the order of whoever pays for the running plan.
      if ((await findRunning(ctx)) !== null) await requirePayer(ctx)
      await releaseOpenOrder(ctx, ctx.reach.agencyId, requestKey)
    }
    change = await previewChange(ctx, input)
    card = await chooseCard(ctx, INSTANCE, { method: input.method, save_card: true })
  } catch (error) {
    // Whatever the error, a concurrent submission of the same form determines the result.
    const twin = await findOrder(ctx, requestKey, input.plan_id)
    if (twin === undefined) throw error
    return outcomeOf(ctx, twin.id)
  }
  if (existing === undefined && change.preview.due_now === 0) {
    return changeWithoutCharge(ctx, input, change)
  }
  const { plan, due_now, currency } = change.preview
  const provider = subscriptionProvider(ctx.services)
  const payment = await openPayment(ctx, { requestKey, ...card, provider }, async (tx) => {
    await refuseSecondOrder(tx, ctx.reach.agencyId)
    await refuseStale(tx, ctx.reach.agencyId, change)
    return {
      payee: 'platform',
      agencyId: null,
      purpose: 'subscription',
      planId: plan.id,
      payerAgencyId: ctx.reach.agencyId,
      payerUserId: ctx.actor.userId,
      payerName: ctx.actor.name,
      amount: due_now,
      currency,
      description: `${plan.name} plan, ${plan.billing.toLowerCase()}`,
    }
  })
  requireSameOrder(payment, plan.id)
  const charge = await placeOrder(ctx, payment, {
    place: () => place(ctx, card, change, payment.idempotency_key),
    by: ctx.actor,
  })
  if (charge.status === 'succeeded') await resumeSubscription(ctx)
  return charge
}

/** The amount was computed for the earlier state of the subscription; another change makes it invalid. */
async function refuseStale(tx: Tx, agencyId: AgencyId, { running }: PlanChange): Promise<void> {
  const current = runningSubscription(
    providerName(tx.services.config),
    await currentSubscription(tx, agencyId),
  )
  // Even if none was running: another tab may have created one since.
  if (current?.version !== running?.version) {
    throw new AppError('CONFLICT', 'Your plan has just changed. Review it and try again.')
  }
}

function place(
  ctx: AgencyCtx,
  card: Pick<ChosenCard, 'method' | 'customer'>,
  { running, terms, prorationDate }: PlanChange,
  idempotencyKey: string,
) {
  const provider = subscriptionProvider(ctx.services)
  const order = { terms, method: card.method, idempotencyKey }
  if (running !== null)
    return provider.change({ ...order, id: running.id, customer: card.customer, prorationDate })
  if (card.customer === null) throw new Error('A subscription needs a customer')
  return provider.create({ ...order, agencyId: ctx.reach.agencyId, customer: card.customer })
}

/** A change covered by the paid period: nothing is charged, and the card has been authenticated. */
async function changeWithoutCharge(ctx: AgencyCtx, input: Order, change: PlanChange): Promise<ChargeDto> {
  const method = isSavedCard(input.method) ? input.method : await saveCard(ctx, input)
  const card = await chooseCard(ctx, INSTANCE, { method, save_card: true })
  const placed = await place(
    ctx,
    card,
    change,
    `free:${ctx.actor.userId}:${input.request_id}:${input.plan_id}`,
  )
  if ('refused' in placed) throw new AppError('BAD_REQUEST', placed.refused)
  await syncSubscription(ctx, placed.id, { by: ctx.actor })
  await resumeSubscription(ctx)
  return {
    payment_id: ctx.reach.agencyId,
    status: 'succeeded',
    client_secret: null,
    failure: null,
    amount: 0,
    currency: change.preview.currency,
  }
}

async function saveCard(ctx: AgencyCtx, input: Order): Promise<string> {
  const setup = await keepNewCard(ctx, { method: input.method, request_id: input.request_id })
  if (setup.card !== null) return setup.card.id
  throw new AppError(
    'BAD_REQUEST',
    setup.failure ?? 'This card’s bank asks for authentication. Add the card to your saved cards first.',
  )
}

const findRunning = async (ctx: AgencyCtx) =>
  runningSubscription(providerName(ctx.services.config), await currentSubscription(ctx, ctx.reach.agencyId))

/** Choosing a plan also undoes a scheduled cancellation. */
export async function resumeSubscription(ctx: AgencyCtx): Promise<void> {
  await keepPayer(ctx)
  const current = await findRunning(ctx)
  if (current === null || !current.endsWithPeriod) return
  await subscriptionProvider(ctx.services).cancel(current.id, 'never')
  await syncSubscription(ctx, current.id, { by: ctx.actor })
}
