import type { AgencyId } from '#shared/base/roles.ts'
import { paymentProvider } from '../../../../base/adapters/payments/instance-provider.ts'
import {
  type PaymentProvider,
  type ProviderName,
  providerName,
} from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies, inAgency } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { accountsInUse } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { INSTANCE } from '../../rules.ts'

/**
 * Deletes a user's cards at all providers before their account is deleted. A customer with a running plan, which would
 * end with it, only loses its cards.
 */
export async function eraseCards(ctx: Ctx, userId: string): Promise<void> {
  const customers = await selectFrom(ctx, 'payment_customers')
    .select(['account', 'provider', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .execute()
  const inUse = customers.length === 0 ? [] : await accountsInUse(ctx)
  for (const customer of customers.filter(({ account }) => inUse.includes(account))) {
    const provider = await providerOf(ctx, customer.account)
    if (provider.name !== customer.provider) continue
    await removeAt(ctx, provider, customer).catch((error: unknown) => {
      // An agency's invalid keys must not prevent people from leaving.
      if (customer.account === INSTANCE) throw error
      ctx.services.log.warn({ err: error, account: customer.account }, 'a customer could not be removed')
    })
  }
  for (const table of ['card_setups', 'saved_cards', 'payment_customers'] as const) {
    await deleteFrom(ctx, table).where('user_id', '=', userId).execute()
  }
}

async function removeAt(
  ctx: Ctx,
  provider: PaymentProvider,
  { account, provider_customer_id: id }: { account: string; provider_customer_id: string },
): Promise<void> {
  if (account !== INSTANCE || !(await hasRunningPlan(ctx, { provider: provider.name, customer: id }))) {
    return provider.removeCustomer(id)
  }
  for (const card of (await provider.listCards(id)) ?? []) await provider.removeCard(card.id)
}

const hasRunningPlan = async (
  ctx: Ctx,
  { provider, customer }: { provider: ProviderName; customer: string },
): Promise<boolean> =>
  (await selectFrom(acrossAgencies(ctx), 'agency_subscriptions')
    .select('agency_id')
    .where('provider', '=', provider)
    .where('provider_customer_id', '=', customer)
    .where('provider_subscription_id', 'is not', null)
    .where('status', 'in', ['active', 'past_due'])
    .executeTakeFirst()) !== undefined

/** Ended plans whose payer's account has been deleted. */
export const plansWithoutPayer = (ctx: Ctx) =>
  selectFrom(acrossAgencies(ctx), 'agency_subscriptions')
    .select(['agency_subscriptions.agency_id', 'agency_subscriptions.provider_customer_id as customer'])
    .where('agency_subscriptions.provider', '=', providerName(ctx.services.config))
    .where('agency_subscriptions.status', '=', 'canceled')
    .where('agency_subscriptions.provider_customer_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_customers')
            .select('payment_customers.user_id')
            .whereRef('payment_customers.provider', '=', 'agency_subscriptions.provider')
            .whereRef(
              'payment_customers.provider_customer_id',
              '=',
              'agency_subscriptions.provider_customer_id',
            ),
        ),
      ),
    )

/** Deletes the customer that was left at the provider for the agency's plan. */
export async function removeLeftCustomer(ctx: Ctx, agencyId: AgencyId): Promise<void> {
  const plan = await plansWithoutPayer(ctx)
    .where('agency_subscriptions.agency_id', '=', agencyId)
    .executeTakeFirst()
  if (!plan?.customer) return
  const { customer } = plan
  const provider = paymentProvider(ctx.services)
  if (await hasRunningPlan(ctx, { provider: provider.name, customer })) return
  await provider.removeCustomer(customer)
  await updateTable(inAgency(ctx, { agencyId }), 'agency_subscriptions')
    .set({ provider_customer_id: null })
    .where('agency_id', '=', agencyId)
    .where('provider_customer_id', '=', customer)
    .where('status', '=', 'canceled')
    .execute()
}
