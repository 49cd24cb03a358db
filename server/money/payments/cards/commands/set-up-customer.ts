import { isSavedCard } from '#shared/money/payments/payments.ts'
import { modeOf, type PaymentProvider } from '../../../../base/adapters/payments/payment-provider.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { type CardOwner, INSTANCE } from '../../rules.ts'
import { savedCard } from '../queries/cards.ts'
import { forgetCustomer } from './remember-card.ts'

/** The provider's customer for this user at an account, created with their first saved card. */
export async function setUpCustomer(ctx: UserCtx, account: string): Promise<string> {
  const provider = await providerOf(ctx, account)
  const find = () =>
    selectFrom(ctx, 'payment_customers')
      .select('provider_customer_id')
      .where('provider', '=', provider.name)
      .where('account', '=', account)
      .where('user_id', '=', ctx.actor.userId)
  const existing = (await find().executeTakeFirst())?.provider_customer_id
  if (existing !== undefined) {
    if (!(await provider.isCustomerGone(existing))) return existing
    await transact(ctx, (tx) => forgetCustomer(tx, { provider: provider.name, account }, existing))
  }
  const { stripe } = ctx.services.config
  const mode = stripe === null ? provider.name : modeOf(stripe.secretKey)
  const { email, name } = ctx.actor
  const key = `customer:${ctx.actor.userId}:${account === INSTANCE ? mode : account}`
  let created = await provider.createCustomer({ email, name, idempotencyKey: key })
  // For a day, the response to a key is repeated, even if its customer was deleted since.
  while (await provider.isCustomerGone(created)) {
    created = await provider.createCustomer({ email, name, idempotencyKey: `${key}:${created}` })
  }
  await insertInto(ctx, 'payment_customers')
    .values({
      provider: provider.name,
      account,
      user_id: ctx.actor.userId,
      provider_customer_id: created,
      cards_checked_at: null,
      created_at: toInstant(ctx.now),
    })
    // A concurrent call may have stored the customer, violating either unique key.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).provider_customer_id
}

/** A card chosen in a form, as needed for the charge. */
export interface ChosenCard {
  provider: PaymentProvider
  account: string
  method: string
  customer: string | null
  saveCard: boolean
}

/** A new card by its token, to be saved if requested, or one of the caller's saved cards. */
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
      provider,
      account: owner.account,
      method: card.provider_method_id,
      customer: card.provider_customer_id,
      saveCard: false,
    }
  }
  provider.requireMethod(input.method)
  const customer = input.save_card ? await setUpCustomer(ctx, owner.account) : null
  return { provider, account: owner.account, method: input.method, customer, saveCard: input.save_card }
}

const ownerAt = (ctx: UserCtx, provider: PaymentProvider, account: string | null): CardOwner => ({
  userId: ctx.actor.userId,
  provider: provider.name,
  account: account ?? INSTANCE,
})
