import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import { addInterval } from '#shared/money/plans/packages.ts'
import type { AgencyFactsDto } from '#shared/overview/agencies.ts'
import type { agencyPlanInput } from '#shared/overview/schemas/agencies.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { renewOnTerms } from '../../../../money/plans/commands/renew-on-terms.ts'
import { getPlan } from '../../../../money/plans/queries/plans.ts'
import { currentSubscription } from '../../../../money/plans/queries/subscription.ts'
import { getAgency } from '../queries/agencies.ts'

/** Moves the agency to another plan at the platform's request; nothing is charged before the next renewal. */
export async function changePlan(
  ctx: UserCtx,
  input: z.output<typeof agencyPlanInput>,
): Promise<AgencyFactsDto> {
  const found = await getAgency(ctx, input.id)
  await renewOnTerms(ctx, found.id, input.plan_id)
  return transactIn(ctx, input.id, async (tx) => {
    const agency = await getAgency(tx, input.id)
    const agencyId = agency.id
    const to = await putOnPlan(tx, agencyId, input.plan_id)
    const { name, plan: from } = agency
    await record(tx, 'agency.plan-changed', { id: agencyId, agencyId, name, from, to })
    return getAgency(tx, agencyId)
  })
}

/** Updates the subscription's plan and returns its name; the current period and card don't change. */
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
    past_due_since: null,
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
