import type { SavedCardDto } from '#shared/payments.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { cardsOf, listCards, payer, renewingMethods } from '../queries/cards.ts'
import { moveRenewals, renewOnCard } from './move-renewals.ts'
import { announceCards, lockCards, makeDefault } from './remember-card.ts'

/**
 * Removes a saved card. A plan that renews on it goes on with the next one; where there is none, the card
 * stays. Our row goes first: what the provider then fails to forget, the next comparison removes again.
 */
export async function removeCard(ctx: UserCtx, input: { id: string }): Promise<SavedCardDto[]> {
  const { owner, provider } = await payer(ctx)
  const { card, successor, plans } = await transact(ctx, async (tx) => {
    await lockCards(tx, owner)
    const cards = await cardsOf(tx, owner).execute()
    const card = cards.find(({ id }) => id === input.id)
    if (card === undefined) throw notFound('This card')
    const successor = cards.find(({ id }) => id !== input.id) ?? null
    const plans = (await renewingMethods(tx, ctx.actor.userId)).filter(
      (plan) => plan.provider_method_id === card.provider_method_id,
    )
    if (plans.length > 0 && successor === null) {
      throw new AppError(
        'CONFLICT',
        'Your plan renews on this card. Add another card first, or cancel the plan.',
        { reason: 'renews_plan' },
      )
    }
    const now = toInstant(ctx.now)
    await updateTable(tx, 'saved_cards')
      .set({ removed_at: now, is_default: 0, updated_at: now })
      .where('id', '=', card.id)
      .execute()
    if (successor !== null) {
      if (card.is_default === 1) await makeDefault(tx, owner, successor.id)
      for (const plan of plans) await moveRenewals(tx, plan, successor)
    }
    await announceCards(tx, owner)
    return { card, plans, successor: card.is_default === 1 || plans.length > 0 ? successor : null }
  })
  if (successor !== null) {
    await provider.setDefaultCard({
      customer: successor.provider_customer_id,
      method: successor.provider_method_id,
    })
    for (const plan of plans) await renewOnCard(ctx, plan, successor.provider_method_id)
  }
  await provider.removeCard(card.provider_method_id)
  return listCards(ctx)
}
