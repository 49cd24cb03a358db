import { providerName } from '../../adapters/payment-provider.ts'
import type { Ctx } from '../../core/context.ts'
import { deleteFrom, selectFrom } from '../../core/rows.ts'
import { paymentProvider } from '../queries/provider.ts'

/** Forgets a user's cards everywhere, before their account goes. */
export async function forgetCards(ctx: Ctx, userId: string): Promise<void> {
  const name = providerName(ctx.services.config)
  const customer =
    name === null
      ? undefined
      : await selectFrom(ctx, 'payment_customers')
          .select('provider_customer_id')
          .where('user_id', '=', userId)
          .where('provider', '=', name)
          .executeTakeFirst()
  if (customer !== undefined)
    await paymentProvider(ctx.services).removeCustomer(customer.provider_customer_id)
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await deleteFrom(ctx, table).where('user_id', '=', userId).execute()
  }
}
