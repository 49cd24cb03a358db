import type { z } from 'zod'
import type { AgencyFactsDto, agencyPlanInput, extendTrialInput } from '#shared/agencies.ts'
import { addInterval } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { renewOnTerms } from '../../packages/commands/terms.ts'
import { currentSubscription } from '../../packages/queries/subscription.ts'
import { getPlan } from '../../packages/queries.ts'
import type { Services } from '../../trpc/context.ts'
import { getAgency } from '../queries/platform.ts'
import { extendedTrialEnd } from '../rules.ts'

/** Puts the agency on another plan by the platform's word: nothing is charged before the next renewal. */
export async function changePlan(
  services: Pick<Services, 'db' | 'config'>,
  scope: Scope,
  input: z.output<typeof agencyPlanInput>,
): Promise<AgencyFactsDto> {
  const found = await getAgency(services.db, scope, input.id)
  await renewOnTerms(services, scope, found.id as AgencyId, input.plan_id)
  return transact(services.db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    const agencyId = agency.id as AgencyId
    const plan = await putOnPlan(trx, scope, agencyId, input.plan_id)
    await recordActivity(trx, scope, {
      action: 'subscription.changed',
      subject: { type: 'subscription', id: agencyId },
      summary: `Plan changed to ${plan}`,
      agencyId,
      touches: ['packages', 'agencies'],
    })
    await recordAudit(trx, scope, {
      action: 'agency.plan-changed',
      subject: { type: 'agency', id: agencyId },
      detail: `${agency.name}: ${agency.plan} → ${plan}`,
      agencyId,
    })
    return getAgency(trx, scope, agencyId)
  })
}

/** Writes the subscription's plan and returns its name; a running period and its card stay. */
export async function putOnPlan(trx: Trx, scope: Scope, agencyId: AgencyId, planId: string): Promise<string> {
  const plan = await getPlan(trx, planId)
  if (plan.status === 'archived') throw notFound('This plan')
  const { status, trial_ends_at } = await trx
    .selectFrom('agencies')
    .select(['status', 'trial_ends_at'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const current = await currentSubscription(trx, agencyId)
  const now = toInstant(scope.now)
  const terms = {
    plan_id: plan.id,
    price: plan.price ?? 0,
    currency: plan.currency,
    billing_interval: plan.interval,
    updated_at: now,
  }
  if (current !== undefined && current.status !== 'canceled') {
    await trx
      .updateTable('agency_subscriptions')
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
      isTrial && trial_ends_at !== null ? trial_ends_at : toInstant(addInterval(scope.now, plan.interval)),
    cancel_at_period_end: 0,
    canceled_at: null,
    provider_subscription_id: null,
  }
  await trx
    .insertInto('agency_subscriptions')
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

/** Gives a trial more days; CONFLICT when the agency is past its trial. */
export function extendTrial(
  db: Db,
  scope: Scope,
  input: z.output<typeof extendTrialInput>,
): Promise<AgencyFactsDto> {
  return transact(db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    if (agency.status !== 'trial') throw new AppError('CONFLICT', 'This agency is not in trial any more.')
    const agencyId = agency.id as AgencyId
    const endsAt = toInstant(extendedTrialEnd(agency.trial_ends_at, input.days, scope.now))
    await trx
      .updateTable('agencies')
      .set({ trial_ends_at: endsAt, updated_at: toInstant(scope.now) })
      .where('id', '=', agencyId)
      .execute()
    await trx
      .updateTable('agency_subscriptions')
      .set({ period_end: endsAt, updated_at: toInstant(scope.now) })
      .where('agency_id', '=', agencyId)
      .where('status', '=', 'trialing')
      .execute()
    await recordActivity(trx, scope, {
      action: 'agency.trial-extended',
      subject: { type: 'agency', id: agencyId },
      summary: `Trial extended to ${endsAt.slice(0, 10)}`,
      agencyId,
      touches: ['agencies', 'packages', 'auth'],
    })
    await recordAudit(trx, scope, {
      action: 'agency.trial-extended',
      subject: { type: 'agency', id: agencyId },
      detail: `${agency.name}: ${input.days} days, until ${endsAt.slice(0, 10)}`,
      agencyId,
    })
    return getAgency(trx, scope, agencyId)
  })
}
