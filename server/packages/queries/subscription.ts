import {
  addInterval,
  type PlanChangePreview,
  type SubscriptionDto,
  type SubscriptionStatus,
} from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import { trialDaysLeft } from '#shared/trial.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { addMinutes, fromFlag, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { type ProviderName, providerName } from '../../services/payment-provider.ts'
import { type SubscriptionTerms, subscriptionProvider } from '../../services/subscription-provider.ts'
import { getDefaultPlan, getPlan } from '../queries.ts'

/** Whether the platform holds agencies to the limits of their plans. */
export type PlanLimits = Pick<Config, 'enforcePlanLimits'>

/** The plan of the caller's agency; null for people without one. */
export async function getSubscription(
  db: Db,
  config: PlanLimits,
  scope: Scope,
): Promise<SubscriptionDto | null> {
  const subscription = await planWithUsage(db, config, scope)
  if (subscription === null || scope.role === 'agency_admin') return subscription
  return { ...subscription, ...ONLY_THE_PLAN }
}

/** What is paid for the plan, how, and what is used of it concerns the owner alone. */
const ONLY_THE_PLAN = {
  status: 'active',
  price: 0,
  period_end: null,
  cancel_at_period_end: false,
  card: null,
  overdue: null,
  trial: null,
  usage: null,
  changeable: false,
} as const

type PlanWithUsage = SubscriptionDto & { usage: NonNullable<SubscriptionDto['usage']> }

async function planWithUsage(db: Db, config: PlanLimits, scope: Scope): Promise<PlanWithUsage | null> {
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
  const overdue = live?.status === 'past_due' ? await overdueBill(db, live) : null
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
    overdue,
    trial: agency.status === 'trial' ? trialOf(agency.trial_ends_at, scope.now) : null,
    usage: {
      members: { used: usage.members, limit: plan.member_limit },
      projects: { used: usage.projects, limit: plan.project_limit },
      limits_enforced: config.enforcePlanLimits,
    },
    changeable: true,
  }
}

async function overdueBill(
  db: Db,
  { provider_subscription_id: id }: { provider_subscription_id: string | null },
): Promise<SubscriptionDto['overdue']> {
  if (id === null) return null
  const bill = await db
    .selectFrom('payments')
    .select(['amount', 'failure_message as failure'])
    .where('provider_subscription_id', '=', id)
    .where('status', 'in', ['failed', 'pending'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return bill ?? null
}

function trialOf(endsAt: string | null, now: Date): SubscriptionDto['trial'] {
  if (endsAt === null) return null
  const days = trialDaysLeft(endsAt, now)
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
  const subscription = await planWithUsage(db, config, scope)
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

/** A subscription the provider in use keeps, and charges for. */
export interface RunningSubscription {
  id: string
  planId: string
  status: SubscriptionStatus
  version: number
  endsWithPeriod: boolean
}

/** Null for an ended one, a plan the platform gave, or one of a provider that is not configured any more. */
export function runningSubscription(
  provider: ProviderName | null,
  row: Awaited<ReturnType<typeof currentSubscription>>,
): RunningSubscription | null {
  if (row === undefined || row.provider !== provider || row.provider_subscription_id === null) return null
  if (row.status !== 'active' && row.status !== 'past_due') return null
  return {
    id: row.provider_subscription_id,
    planId: row.plan_id,
    status: row.status,
    version: row.version,
    endsWithPeriod: fromFlag(row.cancel_at_period_end),
  }
}

export interface PlanChange {
  preview: PlanChangePreview
  running: RunningSubscription | null
  terms: SubscriptionTerms
  prorationDate: Date
}

const PREVIEW_MINUTES = 60

/** What choosing the plan costs, in the provider's own figures where a running one is changed. */
export async function previewChange(
  services: PaymentServices,
  scope: Scope & { agencyId: AgencyId },
  input: { plan_id: string; proration_date?: string | undefined },
): Promise<PlanChange> {
  const { db } = services
  const plan = await getPlan(db, input.plan_id)
  if (plan.status === 'archived') throw notFound('This plan')
  if (plan.price === null) throw new AppError('BAD_REQUEST', 'This plan has a price on request. Contact us.')
  const { price, currency, interval } = plan
  const terms = { planId: plan.id, planName: plan.name, price, currency, interval }
  const running = runningSubscription(
    providerName(services.config),
    await currentSubscription(db, scope.agencyId),
  )
  if (running?.status === 'past_due') {
    throw new AppError('CONFLICT', 'Please pay what is overdue before you change the plan.')
  }
  if (running?.planId === plan.id) throw new AppError('CONFLICT', 'Your agency is on this plan already.')
  const prorationDate = dateOf(input.proration_date, scope.now)
  const bill =
    running === null
      ? {
          lines: [{ kind: 'plan' as const, amount: price }],
          due: price,
          balance: 0,
          periodEnd: toInstant(addInterval(scope.now, interval)),
        }
      : await subscriptionProvider(services).preview({ id: running.id, terms, prorationDate })
  const unused = bill.lines.find((line) => line.kind === 'unused')?.amount ?? 0
  const preview = {
    plan,
    from: running === null ? null : (await getPlan(db, running.planId)).name,
    lines: bill.lines,
    due_now: bill.due,
    credit: unused === 0 ? 0 : -unused,
    balance: bill.balance,
    currency,
    next_charge_at: bill.periodEnd,
    next_charge: Math.max(0, price - bill.balance),
    proration_date: toInstant(prorationDate),
  }
  return { preview, running, terms, prorationDate }
}

/** Whole seconds, as providers count; a preview that was looked at for an hour is not kept to any more. */
function dateOf(shown: string | undefined, now: Date): Date {
  const date = shown === undefined ? now : new Date(shown)
  if (date > addMinutes(now, 1) || date < addMinutes(now, -PREVIEW_MINUTES)) {
    throw new AppError('CONFLICT', 'The price has changed meanwhile. Please choose the plan again.')
  }
  return new Date(1000 * Math.floor(date.getTime() / 1000))
}
