import type { z } from 'zod'
import type { addCardInput, CardSetupDto, confirmPaymentInput } from '#shared/payments.ts'
import type { SetupState } from '../../adapters/payment-provider.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { listCards, payer } from '../queries/cards.ts'
import { providerOf } from '../queries/provider.ts'
import type { CardOwner } from '../rules.ts'
import { requireMethod } from './charge.ts'
import { rememberCard } from './remember-card.ts'
import { customerOf } from './set-up-customer.ts'
import { limitDeclines } from './track-declines.ts'

/**
 * Saves a card without paying. As with a charge, the row and its idempotency key are stored before the
 * provider is asked, and a form sent twice saves one card.
 */
export const addCard = (ctx: UserCtx, input: z.output<typeof addCardInput>): Promise<CardSetupDto> =>
  limitDeclines(ctx, { agencyId: ctx.actor.role === 'client' ? ctx.reach.agencyId : null }, () =>
    saveCard(ctx, input),
  )

/** The saving itself, for who has counted the try already. */
export async function saveCard(ctx: UserCtx, input: z.output<typeof addCardInput>): Promise<CardSetupDto> {
  const { owner, provider } = await payer(ctx)
  requireMethod(provider, input.method)
  const customer = await customerOf(ctx, owner.account)
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

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmCard(
  ctx: UserCtx,
  input: z.output<typeof confirmPaymentInput>,
): Promise<CardSetupDto> {
  const setup = await selectFrom(ctx, 'card_setups')
    .select(['provider_setup_id', 'provider', 'account'])
    .where('id', '=', input.id)
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  const setupId = setup?.provider_setup_id ?? null
  if (setup === undefined || setupId === null) throw notFound('This card')
  const provider = await providerOf(ctx, setup.account)
  if (provider.name !== setup.provider) throw notFound('This card')
  const state =
    input.test_approved !== undefined && provider.answerSetup
      ? await provider.answerSetup(setupId, input.test_approved)
      : await provider.retrieveSetup(setupId)
  await settleSetup(ctx, input.id, state)
  return toSetup(ctx, input.id, state)
}

/** Pending → succeeded | failed; the card is saved in the same transaction. */
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
    if (setup === undefined || state.status !== 'succeeded' || state.kept === null) return
    const { user_id: userId, provider, account } = setup
    const cardId = await rememberCard(tx, { userId, provider, account }, state.kept)
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
