import type { z } from 'zod'
import type { addCardInput, CardSetupDto, confirmPaymentInput, SavedCardDto } from '#shared/payments.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { moveRenewals, renewOnCard } from '../../packages/commands/move-renewals.ts'
import { paymentProvider, providerName, type SetupState } from '../../services/payment-provider.ts'
import { cardsOf, listCards, renewingMethods, savedCard } from '../queries/cards.ts'
import { type PaymentServices, requireMethod } from './charge.ts'
import { customerOf } from './customer.ts'
import { lockCards, makeDefault, rememberCard } from './remember-card.ts'

/**
 * Saves a card without paying. As with a charge, the row and its idempotency key are stored before the
 * provider is asked, and a form sent twice saves one card.
 */
export async function addCard(
  services: PaymentServices,
  scope: Scope,
  input: z.output<typeof addCardInput>,
): Promise<CardSetupDto> {
  requireMethod(services, input.method)
  const customer = await customerOf(services, scope)
  const setup = await openSetup(services, scope, customer, `${scope.userId}:${input.request_id}`)
  if (setup.status !== 'pending') return toSetup(services, scope, setup.id, null)
  const provider = paymentProvider(services)
  const state =
    setup.provider_setup_id === null
      ? await provider.setUpCard({
          customer,
          method: input.method,
          idempotencyKey: setup.idempotency_key,
        })
      : await provider.retrieveSetup(setup.provider_setup_id)
  await settleSetup(services.db, scope.now, setup.id, state)
  return toSetup(services, scope, setup.id, state)
}

async function openSetup(services: PaymentServices, scope: Scope, customer: string, requestKey: string) {
  const now = toInstant(scope.now)
  await services.db
    .insertInto('card_setups')
    .values({
      id: newId(),
      user_id: scope.userId,
      provider: paymentProvider(services).name,
      provider_customer_id: customer,
      provider_setup_id: null,
      status: 'pending',
      idempotency_key: newId(),
      request_key: requestKey,
      failure_message: null,
      card_id: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .execute()
  return services.db
    .selectFrom('card_setups')
    .select(['id', 'status', 'provider_setup_id', 'idempotency_key'])
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
}

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmCard(
  services: PaymentServices,
  scope: Scope,
  input: z.output<typeof confirmPaymentInput>,
): Promise<CardSetupDto> {
  const provider = paymentProvider(services)
  const setup = await services.db
    .selectFrom('card_setups')
    .select('provider_setup_id')
    .where('id', '=', input.id)
    .where('user_id', '=', scope.userId)
    .where('provider', '=', provider.name)
    .executeTakeFirst()
  const setupId = setup?.provider_setup_id ?? null
  if (setupId === null) throw notFound('This card')
  const state =
    input.test_approved !== undefined && provider.answerSetup
      ? await provider.answerSetup(setupId, input.test_approved)
      : await provider.retrieveSetup(setupId)
  await settleSetup(services.db, scope.now, input.id, state)
  return toSetup(services, scope, input.id, state)
}

/** Pending → succeeded | failed; the card is saved in the same transaction. */
export function settleSetup(db: Db, now: Date, id: string, state: SetupState): Promise<void> {
  return transact(db, async (trx) => {
    const instant = toInstant(now)
    const setup = await trx
      .updateTable('card_setups')
      .set({
        provider_setup_id: state.id === '' ? null : state.id,
        updated_at: instant,
        ...(state.status === 'succeeded' && { status: 'succeeded', failure_message: null }),
        ...(state.status === 'failed' && {
          status: 'failed',
          failure_message: state.failure ?? 'The card was not saved.',
        }),
      })
      .where('id', '=', id)
      .where('status', '!=', 'succeeded')
      .returning(['user_id', 'provider'])
      .executeTakeFirst()
    if (setup === undefined || state.status !== 'succeeded' || state.kept === null) return
    const cardId = await rememberCard(
      trx,
      now,
      { userId: setup.user_id, provider: setup.provider },
      state.kept,
    )
    await trx.updateTable('card_setups').set({ card_id: cardId }).where('id', '=', id).execute()
  })
}

async function toSetup(
  services: PaymentServices,
  scope: Scope,
  id: string,
  state: SetupState | null,
): Promise<CardSetupDto> {
  const setup = await services.db
    .selectFrom('card_setups')
    .select(['status', 'failure_message', 'card_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const waiting = state?.status === 'requires_action' && setup.status === 'pending'
  const cards = setup.card_id === null ? [] : await listCards(services, scope)
  return {
    setup_id: id,
    status: waiting ? 'requires_action' : setup.status,
    client_secret: waiting ? state.clientSecret : null,
    failure: setup.failure_message,
    card: cards.find((card) => card.id === setup.card_id) ?? null,
  }
}

/** Chooses the card that forms offer first. */
export async function setDefaultCard(
  services: PaymentServices,
  scope: Scope,
  input: { id: string },
): Promise<SavedCardDto[]> {
  const card = await savedCard(services, scope, input.id)
  const provider = paymentProvider(services)
  await provider.setDefaultCard({ customer: card.provider_customer_id, method: card.provider_method_id })
  await transact(services.db, async (trx) => {
    await lockCards(trx, { userId: scope.userId, provider: provider.name })
    await savedCard({ ...services, db: trx }, scope, input.id)
    await makeDefault(trx, scope.now, { userId: scope.userId, provider: provider.name }, input.id)
    await announceCards(trx, scope)
  })
  return listCards(services, scope)
}

/**
 * Removes a saved card. A plan that renews on it goes on with the next one; where there is none, the card
 * stays. Our row goes first: what the provider then fails to forget, the next comparison removes again.
 */
export async function removeCard(
  services: PaymentServices,
  scope: Scope,
  input: { id: string },
): Promise<SavedCardDto[]> {
  const provider = paymentProvider(services)
  const owner = { userId: scope.userId, provider: provider.name }
  const { card, successor, plans } = await transact(services.db, async (trx) => {
    await lockCards(trx, owner)
    const cards = await cardsOf({ ...services, db: trx }, scope.userId).execute()
    const card = cards.find(({ id }) => id === input.id)
    if (card === undefined) throw notFound('This card')
    const successor = cards.find(({ id }) => id !== input.id) ?? null
    const plans = (await renewingMethods(trx, scope.userId)).filter(
      (plan) => plan.provider_method_id === card.provider_method_id,
    )
    if (plans.length > 0 && successor === null) {
      throw new AppError(
        'CONFLICT',
        'Your plan renews on this card. Add another card first, or cancel the plan.',
        { reason: 'renews_plan' },
      )
    }
    const now = toInstant(scope.now)
    await trx
      .updateTable('saved_cards')
      .set({ removed_at: now, is_default: 0, updated_at: now })
      .where('id', '=', card.id)
      .execute()
    if (successor !== null) {
      if (card.is_default === 1) await makeDefault(trx, scope.now, owner, successor.id)
      for (const plan of plans) await moveRenewals(trx, scope.now, plan.agency_id, successor)
    }
    await announceCards(trx, scope)
    return { card, plans, successor: card.is_default === 1 || plans.length > 0 ? successor : null }
  })
  if (successor !== null) {
    await provider.setDefaultCard({
      customer: successor.provider_customer_id,
      method: successor.provider_method_id,
    })
    for (const plan of plans) await renewOnCard(services, plan.agency_id, successor.provider_method_id)
  }
  await provider.removeCard(card.provider_method_id)
  return listCards(services, scope)
}

const announceCards = (trx: Trx, scope: Scope) =>
  publishChange(trx, scope, { domains: ['payments', 'packages'], userId: scope.userId })

/** Forgets a user's cards everywhere, before their account goes. */
export async function forgetCards(services: PaymentServices, userId: string): Promise<void> {
  const name = providerName(services.config)
  const customer =
    name === null
      ? undefined
      : await services.db
          .selectFrom('payment_customers')
          .select('provider_customer_id')
          .where('user_id', '=', userId)
          .where('provider', '=', name)
          .executeTakeFirst()
  if (customer !== undefined) await paymentProvider(services).removeCustomer(customer.provider_customer_id)
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await services.db.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
