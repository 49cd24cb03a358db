import { addInterval } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'

export interface PaidPlan {
  agencyId: AgencyId
  planId: string
  provider: 'test' | 'stripe'
  customerId: string | null
  methodId: string | null
  card: { brand: string; last4: string } | null
}

/** Puts the agency on the plan it has just paid for, from today; a paid plan ends the trial. */
export async function activateSubscription(trx: Trx, now: Date, paid: PaidPlan): Promise<void> {
  const [plan, agency] = await Promise.all([
    trx
      .selectFrom('plans')
      .select(['price', 'currency', 'billing_interval'])
      .where('id', '=', paid.planId)
      .executeTakeFirstOrThrow(),
    trx.selectFrom('agencies').select('status').where('id', '=', paid.agencyId).executeTakeFirstOrThrow(),
  ])
  const instant = toInstant(now)
  const terms = {
    plan_id: paid.planId,
    status: 'active' as const,
    price: plan.price ?? 0,
    currency: plan.currency,
    billing_interval: plan.billing_interval,
    period_start: instant,
    period_end: toInstant(addInterval(now, plan.billing_interval)),
    cancel_at_period_end: 0,
    canceled_at: null,
    provider: paid.provider,
    provider_customer_id: paid.customerId,
    provider_method_id: paid.methodId,
    card_brand: paid.card?.brand ?? null,
    card_last4: paid.card?.last4 ?? null,
    updated_at: instant,
  }
  const converted = agency.status === 'trial' ? 1 : 0
  await trx
    .insertInto('agency_subscriptions')
    .values({
      agency_id: paid.agencyId,
      ...terms,
      converted_from_trial: converted,
      version: 1,
      created_at: instant,
    })
    .onConflict((conflict) =>
      conflict.column('agency_id').doUpdateSet((eb) => ({
        ...terms,
        converted_from_trial: converted === 1 ? 1 : eb.ref('agency_subscriptions.converted_from_trial'),
        version: eb('agency_subscriptions.version', '+', 1),
      })),
    )
    .execute()
  await trx
    .updateTable('agencies')
    .set({ status: 'active', updated_at: instant })
    .where('id', '=', paid.agencyId)
    .execute()
}

/** The next period at the price agreed, following the old one whenever its charge came through. */
export async function extendSubscription(
  trx: Trx,
  now: Date,
  paid: Pick<PaidPlan, 'agencyId' | 'planId'>,
): Promise<void> {
  const running = await trx
    .selectFrom('agency_subscriptions')
    .select(['period_end', 'billing_interval'])
    .where('agency_id', '=', paid.agencyId)
    .where('plan_id', '=', paid.planId)
    .executeTakeFirst()
  if (running === undefined) return
  const { period_end: start, billing_interval: interval } = running
  await trx
    .updateTable('agency_subscriptions')
    .set((eb) => ({
      status: 'active',
      canceled_at: null,
      period_start: start,
      period_end: toInstant(addInterval(new Date(start), interval)),
      version: eb('version', '+', 1),
      updated_at: toInstant(now),
    }))
    .where('agency_id', '=', paid.agencyId)
    .execute()
}
