import type { z } from 'zod'
import { type ChargeDto, isSavedCard, type subscribeInput } from '#shared/payments.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { addCard } from '../../payments/commands/cards.ts'
import { openPayment, type PaymentServices } from '../../payments/commands/charge.ts'
import { type ChosenCard, chooseCard } from '../../payments/commands/customer.ts'
import { providerName } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import {
  currentSubscription,
  type PlanChange,
  previewChange,
  runningSubscription,
} from '../queries/subscription.ts'
import { carryOut, findOrder, outcomeOf, refuseSecondOrder, releaseOpenOrder } from './orders.ts'
import { lockAgency } from './settle.ts'
import { syncSubscription } from './sync.ts'

type Order = z.output<typeof subscribeInput>

/**
 * Puts the agency on a plan: a subscription is made, or the running one changed, and the card charged what
 * the preview says. Until it is paid everything stays as it was.
 */
export async function subscribe(
  services: PaymentServices,
  scope: AgencyScope,
  input: Order,
): Promise<ChargeDto> {
  const requestKey = `${scope.userId}:${input.request_id}`
  const known = await findOrder(services.db, requestKey)
  if (known !== undefined && known.status !== 'pending') return outcomeOf(services.db, known.id)
  let card: ChosenCard
  let change: PlanChange
  try {
    if (known === undefined) await releaseOpenOrder(services, scope.now, scope.agencyId, requestKey)
    card = await chooseCard(services, scope, { method: input.method, save_card: true })
    change = await previewChange(services, scope, input)
  } catch (error) {
    // Whatever refused it, the same form sent a moment earlier answers for both.
    const twin = await findOrder(services.db, requestKey)
    if (twin === undefined) throw error
    return outcomeOf(services.db, twin.id)
  }
  if (known === undefined && change.preview.due_now === 0) {
    return changeFree(services, scope, input, change)
  }
  const { plan, due_now, currency } = change.preview
  const order = { now: scope.now, requestKey, ...card }
  const payment = await openPayment(services.db, order, async (trx) => {
    await lockAgency(trx, scope.agencyId)
    await refuseSecondOrder(trx, scope.agencyId)
    await refuseStale(trx, scope, change)
    return {
      payee: 'platform',
      agencyId: null,
      purpose: 'subscription',
      planId: plan.id,
      payerAgencyId: scope.agencyId,
      payerUserId: scope.userId,
      payerName: scope.name,
      amount: due_now,
      currency,
      description: `${plan.name} plan, ${plan.billing.toLowerCase()}`,
    }
  })
  const charge = await carryOut(services, scope.now, payment, {
    place: () => place(services, scope, card, change, payment.idempotency_key),
    actor: scope,
  })
  if (charge.status === 'succeeded') await goOn(services, scope)
  return charge
}

/** The amount was computed for the subscription as it was: another change since then makes it untrue. */
async function refuseStale(trx: Trx, scope: AgencyScope, { running }: PlanChange): Promise<void> {
  const current = await currentSubscription(trx, scope.agencyId)
  if (running !== null && current?.version !== running.version) {
    throw new AppError('CONFLICT', 'Your plan has just been changed. Please look at it again.')
  }
}

function place(
  services: PaymentServices,
  scope: AgencyScope,
  card: Pick<ChosenCard, 'method' | 'customer'>,
  { running, terms, prorationDate }: PlanChange,
  idempotencyKey: string,
) {
  const provider = subscriptionProvider(services)
  const order = { terms, method: card.method, idempotencyKey, now: scope.now }
  if (running !== null)
    return provider.change({ ...order, id: running.id, customer: card.customer, prorationDate })
  if (card.customer === null) throw new Error('A subscription needs a customer')
  return provider.create({ ...order, agencyId: scope.agencyId, customer: card.customer })
}

/** A change the paid period covers: nothing is charged, on a card its bank agreed to. */
async function changeFree(
  services: PaymentServices,
  scope: AgencyScope,
  input: Order,
  change: PlanChange,
): Promise<ChargeDto> {
  const method = isSavedCard(input.method) ? input.method : await saveCard(services, scope, input)
  const card = await chooseCard(services, scope, { method, save_card: true })
  const placed = await place(services, scope, card, change, `free:${scope.userId}:${input.request_id}`)
  if ('refused' in placed) throw new AppError('BAD_REQUEST', placed.refused)
  await syncSubscription(services, scope.now, placed.id, { actor: scope })
  await goOn(services, scope)
  return {
    payment_id: scope.agencyId,
    status: 'succeeded',
    client_secret: null,
    failure: null,
    amount: 0,
    currency: change.preview.currency,
  }
}

async function saveCard(services: PaymentServices, scope: AgencyScope, input: Order): Promise<string> {
  const setup = await addCard(services, scope, { method: input.method, request_id: input.request_id })
  if (setup.card !== null) return setup.card.id
  throw new AppError(
    'BAD_REQUEST',
    setup.failure ?? 'The bank of this card wants to be asked first. Please add it to your cards.',
  )
}

/** Whoever chooses a plan wants it to go on, also where the one before was about to end. */
export async function goOn(services: PaymentServices, scope: AgencyScope): Promise<void> {
  const current = runningSubscription(
    providerName(services.config),
    await currentSubscription(services.db, scope.agencyId),
  )
  if (current === null || !current.endsWithPeriod) return
  await subscriptionProvider(services).cancel(current.id, 'never', scope.now)
  await syncSubscription(services, scope.now, current.id, { actor: scope })
}
