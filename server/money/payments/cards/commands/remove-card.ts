import type { SavedCardDto } from '#shared/money/payments/payments.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { cardsOf, listCards, payer, renewingMethods } from '../queries/cards.ts'
import { moveRenewals, renewOnCard } from './move-renewals.ts'
import { announceCards, lockCards, makeDefault } from './remember-card.ts'

/**
 * Removes a saved card. A plan renewing on it switches to the next one; if there is none, the card can't be
 * removed. Our row is removed first: if the provider fails, the next comparison retries.
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
    await announceCards(tx, owner, 'card.removed')
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
