import type { KeptCard } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import type { CardOwner } from '../rules.ts'

/** Holds a user's cards until the transaction ends, so that there is always one default. */
export async function lockCards(tx: Tx, owner: CardOwner): Promise<void> {
  await updateTable(tx, 'payment_customers')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('provider', '=', owner.provider)
    .where('account', '=', owner.account)
    .where('user_id', '=', owner.userId)
    .execute()
}

/**
 * Writes what the provider says of a kept card and returns its id; the first card is the default. A card
 * removed here stays removed, however late the event.
 */
export async function rememberCard(tx: Tx, owner: CardOwner, card: KeptCard): Promise<string> {
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

/** Where cards are left but no default is, the newest becomes it. */
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

/** Takes cards off the offer; what is left has a default again. */
export async function dropCards(tx: Tx, owner: CardOwner, ids: string[]): Promise<void> {
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

/** Refreshes the owner's screens alone. */
export const announceCards = (tx: Tx, { userId }: CardOwner): Promise<void> =>
  record(tx, 'card.changed', { id: userId, agencyId: null, userId })
