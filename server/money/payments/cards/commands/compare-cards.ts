import type { PaymentProvider } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { addDays, addMinutes, toInstant } from '../../../../base/db/values.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import type { CardOwner } from '../../rules.ts'
import { dropCards, rememberCard } from './remember-card.ts'

const BATCH = 50
const QUIET_MINUTES = 10

/**
 * Compares customers' saved cards with the provider's once a day: adds and updates cards whose event was
 * missed, drops those removed there, and removes there those removed here. Returns the number of customers
 * compared.
 */
export async function compareCards(ctx: Ctx): Promise<number> {
  let compared = 0
  for (const account of await accountsInUse(ctx)) {
    try {
      compared += await compareAt(ctx, account, await providerOf(ctx, account))
    } catch (error) {
      ctx.services.log.warn({ err: error, account }, 'the saved cards of an account could not be compared')
    }
  }
  return compared
}

async function compareAt(ctx: Ctx, account: string, provider: PaymentProvider): Promise<number> {
  const due = await selectFrom(ctx, 'payment_customers')
    .select(['user_id', 'provider_customer_id'])
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    .where((eb) =>
      eb.or([
        eb('cards_checked_at', 'is', null),
        eb('cards_checked_at', '<', toInstant(addDays(ctx.now, -1))),
      ]),
    )
    .orderBy('cards_checked_at')
    .limit(BATCH)
    .execute()
  for (const customer of due) {
    try {
      const owner = { userId: customer.user_id, provider: provider.name, account }
      await compare(ctx, { owner, provider }, customer.provider_customer_id)
    } catch (error) {
      ctx.services.log.warn({ err: error, userId: customer.user_id }, 'saved cards could not be compared')
    }
  }
  return due.length
}

async function compare(
  ctx: Ctx,
  { owner, provider }: { owner: CardOwner; provider: PaymentProvider },
  customer: string,
): Promise<void> {
  const providerCards = await provider.listCards(customer)
  const stale = await transact(ctx, async (tx) => {
    const ourCards = await selectFrom(tx, 'saved_cards')
      .select(['id', 'provider_method_id', 'removed_at', 'created_at'])
      .where('user_id', '=', owner.userId)
      .where('provider', '=', owner.provider)
      .where('account', '=', owner.account)
      .execute()
    const removed = new Set(
      ourCards.filter((card) => card.removed_at !== null).map((card) => card.provider_method_id),
    )
    const providerIds = new Set(providerCards.map((card) => card.id))
    for (const card of providerCards) {
      if (!removed.has(card.id)) await rememberCard(tx, owner, card)
    }
    // Ignore cards saved while the list was being fetched.
    const settled = toInstant(addMinutes(ctx.now, -QUIET_MINUTES))
    const missing = ourCards.filter(
      (card) =>
        card.removed_at === null && card.created_at < settled && !providerIds.has(card.provider_method_id),
    )
    await dropCards(
      tx,
      owner,
      missing.map((card) => card.id),
    )
    await updateTable(tx, 'payment_customers')
      .set({ cards_checked_at: toInstant(ctx.now) })
      .where('provider', '=', owner.provider)
      .where('account', '=', owner.account)
      .where('user_id', '=', owner.userId)
      .execute()
    return providerCards.filter((card) => removed.has(card.id))
  })
  for (const card of stale) await provider.removeCard(card.id)
}
