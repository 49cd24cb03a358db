import type { SavedCardDto } from '#shared/payments.ts'
import type { UserCtx } from '../../core/context.ts'
import { transact } from '../../core/transaction.ts'
import { listCards, savedCard } from '../queries/cards.ts'
import { paymentProvider } from '../queries/provider.ts'
import { announceCards, lockCards, makeDefault } from './remember-card.ts'

/** Chooses the card that forms offer first. */
export async function setDefaultCard(ctx: UserCtx, input: { id: string }): Promise<SavedCardDto[]> {
  const card = await savedCard(ctx, input.id)
  const provider = paymentProvider(ctx.services)
  await provider.setDefaultCard({ customer: card.provider_customer_id, method: card.provider_method_id })
  const owner = { userId: ctx.actor.userId, provider: provider.name }
  await transact(ctx, async (tx) => {
    await lockCards(tx, owner)
    await savedCard(tx, input.id)
    await makeDefault(tx, owner, input.id)
    await announceCards(tx, owner)
  })
  return listCards(ctx)
}
