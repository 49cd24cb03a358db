import type { PaymentProvider } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import type { WorkItem } from '../../../../base/core/work/items.ts'
import { itemsTurn } from '../../../../base/core/work/queries.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { isLongAgo } from '../../../../base/db/elapsed.ts'
import { addMinutes, toInstant } from '../../../../base/db/values.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { accountItems } from '../../book/queries/account-items.ts'
import type { CardOwner } from '../../rules.ts'
import { forgetCustomer, rememberCard, removeCards } from './remember-card.ts'

const BATCH = 50
const QUIET_MINUTES = 10
const DAY_MINUTES = 1440

/**
 * Compares customers' saved cards with the provider's once a day: adds and updates cards whose event was
 * missed, drops those removed there, and removes there those removed here. Returns the number of customers
 * compared.
 */
export async function compareCards(ctx: Ctx): Promise<number> {
  const working = {
    work: 'account-cards' as const,
    within: ['customer-cards'] as const,
    of: (item: WorkItem) => item,
  }
  return workThrough(ctx, working, await accountItems(ctx), async (account) =>
    compareAt(ctx, account, await providerOf(ctx, account.id)),
  )
}

async function compareAt(
  ctx: Ctx,
  { id: account, agencyId }: WorkItem,
  provider: PaymentProvider,
): Promise<number> {
  const due = await selectFrom(ctx, 'payment_customers')
    .select(['user_id', 'provider_customer_id'])
    .where('provider', '=', provider.name)
    .where('account', '=', account)
    .where(itemsTurn(ctx, 'customer-cards', 'payment_customers.provider_customer_id'))
    .where((eb) =>
      eb.or([eb('cards_checked_at', 'is', null), isLongAgo('cards_checked_at', ctx.now, DAY_MINUTES)]),
    )
    .orderBy('cards_checked_at')
    .limit(BATCH)
    .execute()
  const of = ({ provider_customer_id: id }: (typeof due)[number]) => ({ id, agencyId, name: 'a client' })
  return workThrough(ctx, { work: 'customer-cards', of }, due, async (customer) => {
    const owner = { userId: customer.user_id, provider: provider.name, account }
    await compare(ctx, { owner, provider }, customer.provider_customer_id)
    return 1
  })
}

async function compare(
  ctx: Ctx,
  { owner, provider }: { owner: CardOwner; provider: PaymentProvider },
  customer: string,
): Promise<void> {
  const providerCards = await provider.listCards(customer)
  if (providerCards === null) {
    await transact(ctx, (tx) => forgetCustomer(tx, owner, customer))
    return
  }
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
    await removeCards(
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
