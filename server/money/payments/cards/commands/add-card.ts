import type { z } from 'zod'
import type { idInput } from '#shared/base/schemas/ids.ts'
import type { CardSetupDto } from '#shared/money/payments/payments.ts'
import type { addCardInput } from '#shared/money/payments/schemas/payments.ts'
import type { SetupState } from '../../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import type { CardOwner } from '../../rules.ts'
import { listCards, payer } from '../queries/cards.ts'
import { limitDeclines } from './limit-declines.ts'
import { rememberCard } from './remember-card.ts'
import { setUpCustomer } from './set-up-customer.ts'

/**
 * Saves a card without a payment. As with charges, row and idempotency key are stored before calling the
 * provider, so that submitting a form twice saves one card.
 */
export const addCard = (ctx: UserCtx, input: z.output<typeof addCardInput>): Promise<CardSetupDto> =>
  limitDeclines(
    ctx,
    {
      requestKey: `card:${ctx.actor.userId}:${input.request_id}`,
      agencyId: ctx.actor.role === 'client' ? ctx.reach.agencyId : null,
    },
    () => saveCard(ctx, input),
  )

/** Saves the card; the caller must have counted the attempt. */
export async function saveCard(ctx: UserCtx, input: z.output<typeof addCardInput>): Promise<CardSetupDto> {
  const { owner, provider } = await payer(ctx)
  provider.requireMethod(input.method)
  const customer = await setUpCustomer(ctx, owner.account)
  const setup = await openSetup(ctx, { owner, customer }, `${ctx.actor.userId}:${input.request_id}`)
  if (setup.status !== 'pending') return toSetup(ctx, setup.id, null)
  const state =
    setup.provider_setup_id === null
      ? await provider.setUpCard({
          customer,
          method: input.method,
          idempotencyKey: setup.idempotency_key,
        })
      : await provider.retrieveSetup(setup.provider_setup_id)
  await settleSetup(ctx, setup.id, state)
  return toSetup(ctx, setup.id, state)
}

async function openSetup(
  ctx: UserCtx,
  { owner, customer }: { owner: CardOwner; customer: string },
  requestKey: string,
) {
  const now = toInstant(ctx.now)
  await insertInto(ctx, 'card_setups')
    .values({
      id: newId(),
      user_id: owner.userId,
      provider: owner.provider,
      account: owner.account,
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
  return selectFrom(ctx, 'card_setups')
    .select(['id', 'status', 'provider_setup_id', 'idempotency_key'])
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
}

/** Continues after the card's authentication, using the provider's current state. */
export async function confirmCard(ctx: UserCtx, input: z.output<typeof idInput>): Promise<CardSetupDto> {
  const setup = await selectFrom(ctx, 'card_setups')
    .select(['provider_setup_id', 'provider', 'account'])
    .where('id', '=', input.id)
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  const setupId = setup?.provider_setup_id ?? null
  if (setup === undefined || setupId === null) throw notFound('This card')
  const provider = await providerOf(ctx, setup.account)
  if (provider.name !== setup.provider) throw notFound('This card')
  const state = await provider.retrieveSetup(setupId)
  await settleSetup(ctx, input.id, state)
  return toSetup(ctx, input.id, state)
}

/** pending → succeeded | failed; saves the card in the same transaction. */
export function settleSetup(ctx: Ctx, id: string, state: SetupState): Promise<void> {
  return transact(ctx, async (tx) => {
    const instant = toInstant(ctx.now)
    const setup = await updateTable(tx, 'card_setups')
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
      .returning(['user_id', 'provider', 'account'])
      .executeTakeFirst()
    if (setup === undefined || state.status !== 'succeeded' || state.savedCard === null) return
    const { user_id: userId, provider, account } = setup
    const cardId = await rememberCard(tx, { userId, provider, account }, state.savedCard)
    await updateTable(tx, 'card_setups').set({ card_id: cardId }).where('id', '=', id).execute()
  })
}

async function toSetup(ctx: UserCtx, id: string, state: SetupState | null): Promise<CardSetupDto> {
  const setup = await selectFrom(ctx, 'card_setups')
    .select(['status', 'failure_message', 'card_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const waiting = state?.status === 'requires_action' && setup.status === 'pending'
  const cards = setup.card_id === null ? [] : await listCards(ctx)
  return {
    setup_id: id,
    status: waiting ? 'requires_action' : setup.status,
    client_secret: waiting ? state.clientSecret : null,
    failure: setup.failure_message,
    card: cards.find((card) => card.id === setup.card_id) ?? null,
  }
}
