import type { SavedCardDto } from '#shared/money/payments/payments.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { listCards, payer, savedCard } from '../queries/cards.ts'
import { announceCards, lockCards, makeDefault } from './remember-card.ts'

/** Sets the card that forms preselect. */
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
