import type { SavedCardDto } from '#shared/payments.ts'
import type { UserCtx } from '../../core/context.ts'
import { transact } from '../../core/transaction.ts'
import { listCards, payer, savedCard } from '../queries/cards.ts'
import { announceCards, lockCards, makeDefault } from './remember-card.ts'

/** Chooses the card that forms offer first. */
export async function setDefaultCard(ctx: UserCtx, input: { id: string }): Promise<SavedCardDto[]> {
  const { owner, provider } = await payer(ctx)
  const card = await savedCard(ctx, owner, input.id)
  await provider.setDefaultCard({ customer: card.provider_customer_id, method: card.provider_method_id })
  await transact(ctx, async (tx) => {
    await lockCards(tx, owner)
    await savedCard(tx, owner, input.id)
    await makeDefault(tx, owner, input.id)
    await announceCards(tx, owner)
  })
  return listCards(ctx)
}
