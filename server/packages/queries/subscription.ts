import {
  addInterval,
  type PlanChangePreview,
  prorate,
  type SubscriptionDto,
  unusedShare,
} from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { fromFlag, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { getDefaultPlan, getPlan } from '../queries.ts'

/** Whether the platform holds agencies to the limits of their plans. */
export type PlanLimits = Pick<Config, 'enforcePlanLimits'>

/** The plan of the caller's agency with its usage; null for people without one. */
export async function getSubscription(
  db: Db,
  config: PlanLimits,
  scope: Scope,
): Promise<SubscriptionDto | null> {
  if (scope.agencyId === null) return null
  const [subscription, agency, usage] = await Promise.all([
    currentSubscription(db, scope.agencyId),
    db
      .selectFrom('agencies')
      .select(['status', 'trial_ends_at'])
      .where('id', '=', scope.agencyId)
      .executeTakeFirstOrThrow(),
    countUsage(db, scope.agencyId),
  ])
  const live = subscription !== undefined && subscription.status !== 'canceled' ? subscription : undefined
  const plan = live === undefined ? await getDefaultPlan(db) : await getPlan(db, live.plan_id)
  return {
    plan,
    status: live?.status ?? (agency.status === 'trial' ? 'trialing' : (subscription?.status ?? 'active')),
    price: live?.status === 'active' || live?.status === 'past_due' ? live.price : 0,
    currency: live?.currency ?? plan.currency,
    interval: live?.billing_interval ?? plan.interval,
    period_end: live?.period_end ?? null,
    cancel_at_period_end: live !== undefined && fromFlag(live.cancel_at_period_end),
    card: live?.card_last4 ? { brand: live.card_brand ?? 'card', last4: live.card_last4 } : null,
    trial: agency.status === 'trial' ? trialOf(agency.trial_ends_at, scope.now) : null,
    usage: {
      members: { used: usage.members, limit: plan.member_limit },
      projects: { used: usage.projects, limit: plan.project_limit },
      limits_enforced: config.enforcePlanLimits,
    },
    changeable: scope.role === 'agency_admin',
  }
}

function trialOf(endsAt: string | null, now: Date): SubscriptionDto['trial'] {
  if (endsAt === null) return null
  const days = Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / 86_400_000))
  return { ends_at: endsAt, days_left: days, ended: days === 0 }
}

export const currentSubscription = (db: Db, agencyId: AgencyId) =>
  db.selectFrom('agency_subscriptions').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

async function countUsage(db: Db, agencyId: AgencyId): Promise<{ members: number; projects: number }> {
  const [members, projects] = await Promise.all([
    db
      .selectFrom('employees')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { members: members.count, projects: projects.count }
}

/** Refuses one more project or member where the platform enforces plan limits. */
export async function requireRoom(
  db: Db,
  config: PlanLimits,
  scope: Scope,
  what: 'members' | 'projects',
): Promise<void> {
  if (!config.enforcePlanLimits) return
  const subscription = await getSubscription(db, config, scope)
  if (subscription === null) return
  if (subscription.trial?.ended) {
    throw new AppError('FORBIDDEN', 'Your trial has ended. Choose a plan to go on.', {
      reason: 'trial_ended',
    })
  }
  const { used, limit } = subscription.usage[what]
  if (limit !== null && used >= limit) {
    throw new AppError('FORBIDDEN', `Your plan is limited to ${limit} ${what}. Choose a larger one.`, {
      reason: 'plan_limit',
    })
  }
}

/** What choosing the plan costs now: its price less what is left of the paid period. */
export async function previewChange(
  db: Db,
  scope: Scope & { agencyId: AgencyId },
  input: { plan_id: string },
): Promise<PlanChangePreview> {
  const plan = await getPlan(db, input.plan_id)
  if (plan.status === 'archived') throw notFound('This plan')
  if (plan.price === null) throw new AppError('BAD_REQUEST', 'This plan has a price on request. Contact us.')
  const running = await currentSubscription(db, scope.agencyId)
  const unused =
    running?.status === 'active'
      ? unusedShare(running.price, new Date(running.period_start), new Date(running.period_end), scope.now)
      : 0
  const { due, credit } = prorate(plan.price, unused)
  return {
    plan,
    due_now: due,
    credit,
    currency: plan.currency,
    next_charge_at: toInstant(addInterval(scope.now, plan.interval)),
    next_charge: plan.price,
  }
}
