import type { Ctx } from '../../../../base/core/context.ts'
import { deleteFrom, selectFrom } from '../../../../base/core/rows/rows.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { INSTANCE } from '../../rules.ts'

/** Deletes a user's cards at all providers before their account is deleted. */
export async function eraseCards(ctx: Ctx, userId: string): Promise<void> {
  const customers = await selectFrom(ctx, 'payment_customers')
    .select(['account', 'provider', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .execute()
  const inUse = customers.length === 0 ? [] : await accountsInUse(ctx)
  for (const customer of customers.filter(({ account }) => inUse.includes(account))) {
    const provider = await providerOf(ctx, customer.account)
    if (provider.name !== customer.provider) continue
    await provider.removeCustomer(customer.provider_customer_id).catch((error: unknown) => {
      // An agency's invalid keys must not prevent people from leaving.
      if (customer.account === INSTANCE) throw error
      ctx.services.log.warn({ err: error, account: customer.account }, 'a customer could not be removed')
    })
  }
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await deleteFrom(ctx, table).where('user_id', '=', userId).execute()
  }
}
