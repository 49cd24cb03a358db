import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { accountFor } from '../../payments/accounts/queries/accounts.ts'
import { cardsOf } from '../../payments/cards/queries/cards.ts'
import type { MandateRow } from './mandates.ts'

type Mandate = Pick<MandateRow, 'agency_id' | 'client_id' | 'user_id' | 'provider' | 'account' | 'card_id'>

/** The card that a mandate charges, or why it can't be charged. */
export async function cardOfMandate(caller: Ctx, mandate: Mandate) {
  const ctx = acrossAgencies(caller)
  const owner = { userId: mandate.user_id, provider: mandate.provider, account: mandate.account }
  if ((await accountFor(ctx, mandate.agency_id)) !== mandate.account) return 'account_changed'
  const card = await cardsOf(ctx, owner).where('saved_cards.id', '=', mandate.card_id).executeTakeFirst()
  if (card === undefined) return 'card_removed'
  return (await mayPayFor(ctx, mandate)) ? card : 'payer_left'
}

async function mayPayFor(ctx: Ctx, { agency_id, client_id, user_id }: Mandate): Promise<boolean> {
  const person = await selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('client_contacts as contact', (join) =>
      join
        .onRef('contact.user_id', '=', 'profiles.user_id')
        .onRef('contact.client_id', '=', 'profiles.client_id'),
    )
    .select('contact.can_see_billing')
    .where('profiles.user_id', '=', user_id)
    .where('profiles.agency_id', '=', agency_id)
    .where('profiles.client_id', '=', client_id)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return person !== undefined && person.can_see_billing !== 0
}
