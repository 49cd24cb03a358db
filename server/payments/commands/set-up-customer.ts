import { isSavedCard } from '#shared/payments.ts'
import type { PaymentProvider } from '../../adapters/payment-provider.ts'
import type { UserCtx } from '../../core/context.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { savedCard } from '../queries/cards.ts'
import { providerOf } from '../queries/provider.ts'
import { type CardOwner, INSTANCE } from '../rules.ts'
import { requireMethod } from './charge.ts'

/** The provider's customer behind this user at an account, made with the first card they keep there. */
export async function customerOf(ctx: UserCtx, account: string): Promise<string> {
  const provider = await providerOf(ctx, account)
  const find = () =>
    selectFrom(ctx, 'payment_customers')
      .select('provider_customer_id')
      .where('provider', '=', provider.name)
      .where('account', '=', account)
      .where('user_id', '=', ctx.actor.userId)
  const known = await find().executeTakeFirst()
  if (known !== undefined) return known.provider_customer_id
  const created = await provider.createCustomer({
    email: ctx.actor.email,
    name: ctx.actor.name,
    idempotencyKey: `customer:${ctx.actor.userId}${account === INSTANCE ? '' : `:${account}`}`,
  })
  await insertInto(ctx, 'payment_customers')
    .values({
      provider: provider.name,
      account,
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
  account: string
  method: string
  customer: string | null
  saveCard: boolean
}

/** A new card by its token, to be kept where that was asked for, or one of the caller's saved cards. */
export async function chooseCard(
  ctx: UserCtx,
  account: string | null,
  input: { method: string; save_card: boolean },
): Promise<ChosenCard> {
  const provider = await providerOf(ctx, account)
  const owner = ownerAt(ctx, provider, account)
  if (isSavedCard(input.method)) {
    const card = await savedCard(ctx, owner, input.method)
    return {
      account: owner.account,
      method: card.provider_method_id,
      customer: card.provider_customer_id,
      saveCard: false,
    }
  }
  requireMethod(provider, input.method)
  const customer = input.save_card ? await customerOf(ctx, owner.account) : null
  return { account: owner.account, method: input.method, customer, saveCard: input.save_card }
}

const ownerAt = (ctx: UserCtx, provider: PaymentProvider, account: string | null): CardOwner => ({
  userId: ctx.actor.userId,
  provider: provider.name,
  account: account ?? INSTANCE,
})
