import type { ProviderCard } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import type { CardOwner } from '../../rules.ts'

/** Locks a user's cards until the transaction ends, so that there is always one default. */
export async function lockCards(tx: Tx, owner: CardOwner): Promise<void> {
  await updateTable(tx, 'payment_customers')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('provider', '=', owner.provider)
    .where('account', '=', owner.account)
    .where('user_id', '=', owner.userId)
    .execute()
}

/**
 * Stores a saved card and returns its id; the first card becomes the default. A card removed here stays
 * removed, however late the event.
 */
export async function rememberCard(tx: Tx, owner: CardOwner, card: ProviderCard): Promise<string> {
  await lockCards(tx, owner)
  const instant = toInstant(tx.now)
  const details = {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    updated_at: instant,
  }
  const { id } = await insertInto(tx, 'saved_cards')
    .values({
      id: newId(),
      user_id: owner.userId,
      provider: owner.provider,
      account: owner.account,
      provider_method_id: card.id,
      ...details,
      is_default: 0,
      removed_at: null,
      created_at: instant,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider', 'account', 'provider_method_id']).doUpdateSet(details),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await ensureDefault(tx, owner)
  await announceCards(tx, owner)
  return id
}

/** If there are cards but no default, makes the newest the default. */
export async function ensureDefault(tx: Tx, owner: CardOwner): Promise<void> {
  const [first] = await selectFrom(tx, 'saved_cards')
    .select(['id', 'is_default'])
    .where('user_id', '=', owner.userId)
    .where('provider', '=', owner.provider)
    .where('account', '=', owner.account)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .execute()
  if (first !== undefined && first.is_default === 0) await makeDefault(tx, owner, first.id)
}

export async function makeDefault(tx: Tx, owner: CardOwner, id: string): Promise<void> {
  await updateTable(tx, 'saved_cards')
    .set({ is_default: 0 })
    .where('user_id', '=', owner.userId)
    .where('provider', '=', owner.provider)
    .where('account', '=', owner.account)
    .where('is_default', '=', 1)
    .execute()
  await updateTable(tx, 'saved_cards')
    .set({ is_default: 1, updated_at: toInstant(tx.now) })
    .where('id', '=', id)
    .execute()
}

/** Removes cards and makes sure that there is a default among the rest. */
export async function removeCards(tx: Tx, owner: CardOwner, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await lockCards(tx, owner)
  const instant = toInstant(tx.now)
  await updateTable(tx, 'saved_cards')
    .set({ removed_at: instant, is_default: 0, updated_at: instant })
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  await ensureDefault(tx, owner)
  await announceCards(tx, owner)
}

/**
 * Forgets a customer that was deleted at the provider, and their cards, so that the next card gets a new one. Returns
 * whether it was known.
 */
export async function forgetCustomer(
  tx: Tx,
  { provider, account }: Pick<CardOwner, 'provider' | 'account'>,
  customer: string,
): Promise<boolean> {
  const forgotten = await deleteFrom(tx, 'payment_customers')
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('provider_customer_id', '=', customer)
    .returning('user_id')
    .executeTakeFirst()
  if (forgotten === undefined) return false
  const owner: CardOwner = { userId: forgotten.user_id, provider, account }
  const cards = await selectFrom(tx, 'saved_cards')
    .select('id')
    .where('user_id', '=', owner.userId)
    .where('provider', '=', provider)
    .where('account', '=', account)
    .where('removed_at', 'is', null)
    .execute()
  await removeCards(
    tx,
    owner,
    cards.map(({ id }) => id),
  )
  return true
}

/** Refreshes only the owner's screens. */
export const announceCards = (
  tx: Tx,
  { userId }: CardOwner,
  change: 'card.changed' | 'card.removed' = 'card.changed',
): Promise<void> => record(tx, change, { id: userId, agencyId: null, userId })
