import { isSavedCard } from '#shared/payments.ts'
import { cardsNotConfigured, providerName } from '../../adapters/payment-provider.ts'
import type { UserCtx } from '../../core/context.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { savedCard } from '../queries/cards.ts'
import { paymentProvider } from '../queries/provider.ts'
import { requireMethod } from './charge.ts'

/** The provider's customer behind this user, made with the first card they keep. */
export async function customerOf(ctx: UserCtx): Promise<string> {
  const provider = paymentProvider(ctx.services)
  const find = () =>
    selectFrom(ctx, 'payment_customers')
      .select('provider_customer_id')
      .where('provider', '=', provider.name)
      .where('user_id', '=', ctx.actor.userId)
  const known = await find().executeTakeFirst()
  if (known !== undefined) return known.provider_customer_id
  const created = await provider.createCustomer({
    email: ctx.actor.email,
    name: ctx.actor.name,
    idempotencyKey: `customer:${ctx.actor.userId}`,
  })
  await insertInto(ctx, 'payment_customers')
    .values({
      provider: provider.name,
      user_id: ctx.actor.userId,
      provider_customer_id: created,
      cards_checked_at: null,
      created_at: toInstant(ctx.now),
    })
    // The twin of this call may have stored the same customer: either of the two unique keys may say so.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).provider_customer_id
}

/** What a charge needs to know of the card chosen in a form. */
export interface ChosenCard {
  method: string
  customer: string | null
  saveCard: boolean
}

/** A new card by its token, to be kept where that was asked for, or one of the caller's saved cards. */
export async function chooseCard(
  ctx: UserCtx,
  input: { method: string; save_card: boolean },
): Promise<ChosenCard> {
  if (providerName(ctx.services.config) === null) throw cardsNotConfigured()
  if (isSavedCard(input.method)) {
    const card = await savedCard(ctx, input.method)
    return { method: card.provider_method_id, customer: card.provider_customer_id, saveCard: false }
  }
  requireMethod(ctx, input.method)
  const customer = input.save_card ? await customerOf(ctx) : null
  return { method: input.method, customer, saveCard: input.save_card }
}
