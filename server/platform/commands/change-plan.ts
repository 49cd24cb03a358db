import type { z } from 'zod'
import type { AgencyFactsDto, agencyPlanInput } from '#shared/agencies.ts'
import { addInterval } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { renewOnTerms } from '../../packages/commands/renew-on-terms.ts'
import { getPlan } from '../../packages/queries/plans.ts'
import { currentSubscription } from '../../packages/queries/subscription.ts'
import { getAgency } from '../queries/agencies.ts'

/** Puts the agency on another plan by the platform's word: nothing is charged before the next renewal. */
export async function changePlan(
  ctx: UserCtx,
  input: z.output<typeof agencyPlanInput>,
): Promise<AgencyFactsDto> {
  const found = await getAgency(ctx, input.id)
  await renewOnTerms(ctx, found.id, input.plan_id)
  return transact(ctx, async (tx) => {
    const agency = await getAgency(tx, input.id)
    const agencyId = agency.id
    const to = await putOnPlan(tx, agencyId, input.plan_id)
    const { name, plan: from } = agency
    await record(tx, 'agency.plan-changed', { id: agencyId, agencyId, name, from, to })
    return getAgency(tx, agencyId)
  })
}

/** Writes the subscription's plan and returns its name; a running period and its card stay. */
export async function putOnPlan(tx: Tx<UserCtx>, agencyId: AgencyId, planId: string): Promise<string> {
  const plan = await getPlan(tx, planId)
  if (plan.status === 'archived') throw notFound('This plan')
  const { status, trial_ends_at } = await selectFrom(tx, 'agencies')
    .select(['status', 'trial_ends_at'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const current = await currentSubscription(tx, agencyId)
  const now = toInstant(tx.now)
  const terms = {
    plan_id: plan.id,
    price: plan.price ?? 0,
    currency: plan.currency,
    billing_interval: plan.interval,
    updated_at: now,
  }
  if (current !== undefined && current.status !== 'canceled') {
    await updateTable(tx, 'agency_subscriptions')
      .set({ ...terms, version: current.version + 1 })
      .where('agency_id', '=', agencyId)
      .where('version', '=', current.version)
      .execute()
    return plan.name
  }
  const isTrial = status === 'trial'
  const period = {
    status: isTrial ? ('trialing' as const) : ('active' as const),
    period_start: now,
    period_end:
      isTrial && trial_ends_at !== null ? trial_ends_at : toInstant(addInterval(tx.now, plan.interval)),
    cancel_at_period_end: 0,
    canceled_at: null,
    provider_subscription_id: null,
  }
  await insertInto(tx, 'agency_subscriptions')
    .values({
      agency_id: agencyId,
      ...terms,
      ...period,
      converted_from_trial: 0,
      provider: null,
      provider_customer_id: null,
      provider_method_id: null,
      card_brand: null,
      card_last4: null,
      version: 1,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('agency_id').doUpdateSet({ ...terms, ...period }))
    .execute()
  return plan.name
}
