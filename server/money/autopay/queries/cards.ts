import { providerName } from '../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'
import { accountFor } from '../../payments/accounts/queries/accounts.ts'
import { cardsOf } from '../../payments/cards/queries/cards.ts'
import { INSTANCE } from '../../payments/rules.ts'
import type { MandateRow } from './mandates.ts'

type Mandate = Pick<MandateRow, 'agency_id' | 'client_id' | 'user_id' | 'provider' | 'account' | 'card_id'>

/** The card that a mandate charges, or why it can't be charged. */
export async function cardOfMandate(caller: Ctx, mandate: Mandate) {
  const ctx = acrossAgencies(caller)
  const owner = { userId: mandate.user_id, provider: mandate.provider, account: mandate.account }
  const account = await accountFor(ctx, mandate.agency_id)
  const isOfOther = account === INSTANCE && providerName(ctx.services.config) !== mandate.provider
  if (account !== mandate.account || isOfOther) return 'account_changed'
  const card = await cardsOf(ctx, owner).where('saved_cards.id', '=', mandate.card_id).executeTakeFirst()
  if (card === undefined) return 'card_removed'
  return (await mayPayFor(ctx, mandate)) ? card : 'payer_left'
}

/** A payer who can't sign in can't turn it off either, which the mandate promises. */
async function mayPayFor(ctx: Ctx, { agency_id, client_id, user_id }: Mandate): Promise<boolean> {
  const person = await selectMembers(ctx)
    .select('client_contacts.can_see_billing')
    .where('profiles.user_id', '=', user_id)
    .where('profiles.agency_id', '=', agency_id)
    .where('profiles.client_id', '=', client_id)
    .executeTakeFirst()
  return person !== undefined && person.can_see_billing !== 0
}
