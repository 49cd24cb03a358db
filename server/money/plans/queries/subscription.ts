import type { AgencyId } from '#shared/base/roles.ts'
import { trialDaysLeft } from '#shared/identity/trial.ts'
import {
  addInterval,
  type PlanChangePreview,
  type PlanDto,
  type SubscriptionDto,
  type SubscriptionStatus,
} from '#shared/money/plans/packages.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { type ProviderName, providerName } from '../../../base/adapters/payments/payment-provider.ts'
import type { SubscriptionTerms } from '../../../base/adapters/payments/subscription-provider.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Config } from '../../../base/core/config.ts'
import type { AgencyCtx, Ctx, UserCtx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { addMinutes, fromFlag, toInstant } from '../../../base/db/values.ts'
import { countUsage, GIGABYTE } from '../../../identity/agencies/queries/limits.ts'
import { planPayer, requirePayer } from './payer.ts'
import { getDefaultPlan, getPlan } from './plans.ts'

/** Whether the platform enforces plan limits. */
export type PlanLimits = Pick<Config, 'enforcePlanLimits'>

/** The plan of the caller's agency; null without an agency. */
export async function getSubscription(ctx: UserCtx, config: PlanLimits): Promise<SubscriptionDto | null> {
  const subscription = await planWithUsage(ctx, config)
  if (subscription === null || ctx.actor.role === 'agency_admin') return subscription
  return { ...subscription, ...ONLY_THE_PLAN }
}

/** Price, payment, and usage are only shown to owners. */
const ONLY_THE_PLAN = {
  status: 'active',
  price: 0,
  period_end: null,
  cancel_at_period_end: false,
  card: null,
  other_payer: null,
  overdue: null,
  trial: null,
  usage: null,
  changeable: false,
} as const

type PlanWithUsage = SubscriptionDto & { usage: NonNullable<SubscriptionDto['usage']> }

async function planWithUsage(caller: UserCtx, config: PlanLimits): Promise<PlanWithUsage | null> {
  const { agencyId } = caller.reach
  if (agencyId === null) return null
  // Counts the whole agency's usage, whatever the caller can see.
  const ctx = inAgency(caller, { agencyId })
  const [subscription, agency, usage, payer] = await Promise.all([
    currentSubscription(ctx, agencyId),
    selectFrom(ctx, 'agencies')
      .select(['status', 'trial_ends_at'])
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow(),
    countUsage(ctx, agencyId),
    planPayer(ctx),
  ])
  const running = runningSubscription(providerName(caller.services.config), subscription)
  const live = subscription !== undefined && subscription.status !== 'canceled' ? subscription : undefined
  const overdue = live?.status === 'past_due' ? await overdueBill(ctx, live) : null
  const plan = live === undefined ? await getDefaultPlan(ctx) : await getPlan(ctx, live.plan_id)
  return {
    plan,
    status: live?.status ?? (agency.status === 'trial' ? 'trialing' : (subscription?.status ?? 'active')),
    price: live?.status === 'active' || live?.status === 'past_due' ? live.price : 0,
    currency: live?.currency ?? plan.currency,
    interval: live?.billing_interval ?? plan.interval,
    period_end: live?.period_end ?? null,
    cancel_at_period_end: live !== undefined && fromFlag(live.cancel_at_period_end),
    card: live?.card_last4 ? { brand: live.card_brand ?? 'card', last4: live.card_last4 } : null,
    other_payer:
      running === null || payer === undefined || payer.userId === caller.actor.userId
        ? null
        : { name: payer.ownsAgency ? payer.name : null },
    overdue,
    trial: agency.status === 'trial' ? trialOf(agency.trial_ends_at, ctx.now) : null,
    usage: {
      members: { used: usage.members, limit: plan.member_limit },
      projects: { used: usage.projects, limit: plan.project_limit },
      storage: { used: usage.storage, limit: storageLimit(plan, caller.services.config) },
      limits_enforced: config.enforcePlanLimits,
    },
    changeable: true,
  }
}

/** In bytes: the plan's limit or the installation's, whichever is lower. */
function storageLimit(
  { storage_limit_gb: ofPlan }: PlanDto,
  { storageLimitGb: ofAll }: Config,
): number | null {
  const limits = [ofPlan, ofAll].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.min(...limits) * GIGABYTE
}

async function overdueBill(
  ctx: Ctx,
  { provider_subscription_id: id }: { provider_subscription_id: string | null },
): Promise<SubscriptionDto['overdue']> {
  if (id === null) return null
  const bill = await selectFrom(ctx, 'payments')
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

export const currentSubscription = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'agency_subscriptions').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

/** A subscription at the configured provider that is being charged. */
export interface RunningSubscription {
  id: string
  planId: string
  status: SubscriptionStatus
  version: number
  endsWithPeriod: boolean
}

/** Null for ended ones, granted plans, and those of a provider no longer configured. */
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

/** The cost of choosing a plan, computed by the provider if it changes a running subscription. */
export async function previewChange(
  ctx: AgencyCtx,
  input: { plan_id: string; proration_date?: string | undefined },
): Promise<PlanChange> {
  const plan = await getPlan(ctx, input.plan_id)
  if (plan.status === 'archived') throw notFound('This plan')
  if (plan.price === null)
    throw new AppError('BAD_REQUEST', 'The price of this plan is on request. Contact us.')
  const { price, currency, interval } = plan
  const terms = { planId: plan.id, planName: plan.name, price, currency, interval }
  const running = runningSubscription(
    providerName(ctx.services.config),
    await currentSubscription(ctx, ctx.reach.agencyId),
  )
  if (running !== null) await requirePayer(ctx)
  if (running?.status === 'past_due') {
    throw new AppError('CONFLICT', 'Pay the overdue amount before you change the plan.')
  }
  if (running?.planId === plan.id) throw new AppError('CONFLICT', 'Your agency is already on this plan.')
  const prorationDate = dateOf(input.proration_date, ctx.now)
  const bill =
    running === null
      ? {
          lines: [{ kind: 'plan' as const, amount: price }],
          due: price,
          balance: 0,
          periodEnd: toInstant(addInterval(ctx.now, interval)),
        }
      : await subscriptionProvider(ctx.services).preview({ id: running.id, terms, prorationDate })
  const unused = bill.lines.find((line) => line.kind === 'unused')?.amount ?? 0
  const preview = {
    plan,
    from: running === null ? null : (await getPlan(ctx, running.planId)).name,
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

/** In whole seconds, as providers use; a preview older than an hour isn't honored. */
function dateOf(shown: string | undefined, now: Date): Date {
  const date = shown === undefined ? now : new Date(shown)
  if (date > addMinutes(now, 1) || date < addMinutes(now, -PREVIEW_MINUTES)) {
    throw new AppError('CONFLICT', 'The price has changed in the meantime. Choose the plan again.')
  }
  return new Date(1000 * Math.floor(date.getTime() / 1000))
}
