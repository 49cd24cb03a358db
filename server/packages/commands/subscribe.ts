import type { z } from 'zod'
import { type ChargeDto, isSavedCard, type subscribeInput } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { saveCard as keepNewCard } from '../../payments/commands/add-card.ts'
import { openPayment } from '../../payments/commands/charge.ts'
import type { ChosenCard } from '../../payments/commands/set-up-customer.ts'
import { chooseCard } from '../../payments/commands/set-up-customer.ts'
import { limitDeclines } from '../../payments/commands/track-declines.ts'
import { subscriptionProvider } from '../../payments/queries/provider.ts'
import { INSTANCE } from '../../payments/rules.ts'
import {
  currentSubscription,
  type PlanChange,
  previewChange,
  runningSubscription,
} from '../queries/subscription.ts'
import { carryOut, findOrder, outcomeOf, refuseSecondOrder, releaseOpenOrder } from './place-order.ts'
import { syncSubscription } from './sync.ts'

type Order = z.output<typeof subscribeInput>

/**
 * Puts the agency on a plan: a subscription is made, or the running one changed, and the card charged what
 * the preview says. Until it is paid everything stays as it was.
 */
export const subscribe = (ctx: AgencyCtx, input: Order): Promise<ChargeDto> =>
  limitDeclines(ctx, {}, () => orderPlan(ctx, input))

async function orderPlan(ctx: AgencyCtx, input: Order): Promise<ChargeDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  const known = await findOrder(ctx, requestKey)
  if (known !== undefined && known.status !== 'pending') return outcomeOf(ctx, known.id)
  let card: ChosenCard
  let change: PlanChange
  try {
    if (known === undefined) await releaseOpenOrder(ctx, ctx.reach.agencyId, requestKey)
    card = await chooseCard(ctx, INSTANCE, { method: input.method, save_card: true })
    change = await previewChange(ctx, input)
  } catch (error) {
    // Whatever refused it, the same form sent a moment earlier answers for both.
    const twin = await findOrder(ctx, requestKey)
    if (twin === undefined) throw error
    return outcomeOf(ctx, twin.id)
  }
  if (known === undefined && change.preview.due_now === 0) {
    return changeFree(ctx, input, change)
  }
  const { plan, due_now, currency } = change.preview
  const order = { requestKey, ...card }
  const payment = await openPayment(ctx, order, async (tx) => {
    await lockAgency(tx, ctx.reach.agencyId)
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
  const charge = await carryOut(ctx, payment, {
    place: () => place(ctx, card, change, payment.idempotency_key),
    by: ctx.actor,
  })
  if (charge.status === 'succeeded') await resumeSubscription(ctx)
  return charge
}

/** The amount was computed for the subscription as it was: another change since then makes it untrue. */
async function refuseStale(tx: Tx, agencyId: AgencyId, { running }: PlanChange): Promise<void> {
  const current = runningSubscription(
    providerName(tx.services.config),
    await currentSubscription(tx, agencyId),
  )
  // Also where none was running: another tab may have made one since.
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
  const order = { terms, method: card.method, idempotencyKey, now: ctx.now }
  if (running !== null)
    return provider.change({ ...order, id: running.id, customer: card.customer, prorationDate })
  if (card.customer === null) throw new Error('A subscription needs a customer')
  return provider.create({ ...order, agencyId: ctx.reach.agencyId, customer: card.customer })
}

/** A change the paid period covers: nothing is charged, on a card its bank agreed to. */
async function changeFree(ctx: AgencyCtx, input: Order, change: PlanChange): Promise<ChargeDto> {
  const method = isSavedCard(input.method) ? input.method : await saveCard(ctx, input)
  const card = await chooseCard(ctx, INSTANCE, { method, save_card: true })
  const placed = await place(ctx, card, change, `free:${ctx.actor.userId}:${input.request_id}`)
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
    setup.failure ?? "This card's bank asks for authentication. Add the card to your saved cards first.",
  )
}

/** Whoever chooses a plan wants it to go on, also where the one before was about to end. */
export async function resumeSubscription(ctx: AgencyCtx): Promise<void> {
  const current = runningSubscription(
    providerName(ctx.services.config),
    await currentSubscription(ctx, ctx.reach.agencyId),
  )
  if (current === null || !current.endsWithPeriod) return
  await subscriptionProvider(ctx.services).cancel(current.id, 'never', ctx.now)
  await syncSubscription(ctx, current.id, { by: ctx.actor })
}
