import type { Trx } from '../../db/schema.ts'
import { newId, toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import type { KeptCard } from '../../services/payment-provider.ts'

/** Whose cards, at which provider. */
export interface CardOwner {
  userId: string
  provider: 'test' | 'stripe'
}

/** Holds a user's cards until the transaction ends, so that there is always one default. */
export async function lockCards(trx: Trx, owner: CardOwner): Promise<void> {
  await trx
    .updateTable('payment_customers')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('provider', '=', owner.provider)
    .where('user_id', '=', owner.userId)
    .execute()
}

/**
 * Writes what the provider says of a kept card and returns its id; the first card is the default. A card
 * removed here stays removed, however late the news.
 */
export async function rememberCard(trx: Trx, now: Date, owner: CardOwner, card: KeptCard): Promise<string> {
  await lockCards(trx, owner)
  const instant = toInstant(now)
  const details = {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    updated_at: instant,
  }
  const { id } = await trx
    .insertInto('saved_cards')
    .values({
      id: newId(),
      user_id: owner.userId,
      provider: owner.provider,
      provider_method_id: card.id,
      ...details,
      is_default: 0,
      removed_at: null,
      created_at: instant,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider', 'provider_method_id']).doUpdateSet(details),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await ensureDefault(trx, now, owner)
  await publishChange(trx, { agencyId: null, now }, { domains: ['payments'], userId: owner.userId })
  return id
}

/** Where cards are left but no default is, the newest becomes it. */
export async function ensureDefault(trx: Trx, now: Date, owner: CardOwner): Promise<void> {
  const [first] = await trx
    .selectFrom('saved_cards')
    .select(['id', 'is_default'])
    .where('user_id', '=', owner.userId)
    .where('provider', '=', owner.provider)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .execute()
  if (first !== undefined && first.is_default === 0) await makeDefault(trx, now, owner, first.id)
}

export async function makeDefault(trx: Trx, now: Date, owner: CardOwner, id: string): Promise<void> {
  await trx
    .updateTable('saved_cards')
    .set({ is_default: 0 })
    .where('user_id', '=', owner.userId)
    .where('provider', '=', owner.provider)
    .where('is_default', '=', 1)
    .execute()
  await trx
    .updateTable('saved_cards')
    .set({ is_default: 1, updated_at: toInstant(now) })
    .where('id', '=', id)
    .execute()
}

/** Takes cards off the offer; what is left has a default again. */
export async function dropCards(trx: Trx, now: Date, owner: CardOwner, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await lockCards(trx, owner)
  const instant = toInstant(now)
  await trx
    .updateTable('saved_cards')
    .set({ removed_at: instant, is_default: 0, updated_at: instant })
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  await ensureDefault(trx, now, owner)
  await publishChange(trx, { agencyId: null, now }, { domains: ['payments'], userId: owner.userId })
}
