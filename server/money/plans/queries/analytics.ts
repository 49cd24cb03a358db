import type { z } from 'zod'
import { monthlyPrice, type PackageAnalyticsDto, type PackageDto } from '#shared/money/plans/packages.ts'
import type { planListInput } from '#shared/money/plans/schemas/packages.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { listPlans } from './plans.ts'

/** Plans with their revenue, for the platform's administrator. */
export async function listPackages(ctx: Ctx, input: z.output<typeof planListInput>): Promise<PackageDto[]> {
  const [plans, figures] = await Promise.all([listPlans(ctx, input), subscribersByPlan(ctx)])
  return plans.map((plan) => ({
    ...plan,
    ...(figures.get(plan.id) ?? { subscribers: 0, paying: 0, revenue: 0 }),
  }))
}

interface PlanFigures {
  subscribers: number
  paying: number
  /** Minor units per month. */
  revenue: number
}

async function subscribersByPlan(ctx: Ctx): Promise<Map<string, PlanFigures>> {
  const rows = await selectFrom(ctx, 'agency_subscriptions')
    .select(['plan_id', 'status', 'billing_interval'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), sumOf(eb.ref('price')).as('price')])
    .where('status', '!=', 'canceled')
    .groupBy(['plan_id', 'status', 'billing_interval'])
    .execute()
  const figures = new Map<string, PlanFigures>()
  for (const row of rows) {
    const plan = figures.get(row.plan_id) ?? { subscribers: 0, paying: 0, revenue: 0 }
    plan.subscribers += row.count
    if (row.status === 'active') {
      plan.paying += row.count
      plan.revenue += monthlyPrice(row.price, row.billing_interval)
    }
    figures.set(row.plan_id, plan)
  }
  return figures
}

/** Subscribers, monthly recurring revenue, trial conversions, and churn. */
export async function getPackageAnalytics(ctx: Ctx): Promise<PackageAnalyticsDto> {
  const [active, archived, trials, left] = await Promise.all([
    listPackages(ctx, { archived: false }),
    listPackages(ctx, { archived: true }),
    countTrials(ctx),
    countLeft(ctx),
  ])
  const plans = [...active, ...archived.filter((plan) => plan.subscribers > 0)]
  const sum = (pick: (plan: PackageDto) => number) => plans.reduce((total, plan) => total + pick(plan), 0)
  const mrr = sum((plan) => plan.revenue)
  const subscribers = sum((plan) => plan.subscribers)
  return {
    subscribers,
    paying: sum((plan) => plan.paying),
    mrr,
    arr: 12 * mrr,
    currency: plans[0]?.currency ?? 'USD',
    trial_conversion: percent(trials.converted, trials.ended),
    churn: percent(left, subscribers + left),
    plans: plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      kind: plan.kind,
      subscribers: plan.subscribers,
      paying: plan.paying,
      mrr: plan.revenue,
    })),
  }
}

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole)

/** Finished trials: converted and expired. */
async function countTrials(ctx: Ctx): Promise<{ converted: number; ended: number }> {
  const [paid, expired] = await Promise.all([
    selectFrom(ctx, 'agency_subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('converted_from_trial', '=', 1)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'agencies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'trial')
      .where('trial_ends_at', '<', toInstant(ctx.now))
      .executeTakeFirstOrThrow(),
  ])
  return { converted: paid.count, ended: paid.count + expired.count }
}

async function countLeft(ctx: Ctx): Promise<number> {
  const row = await selectFrom(ctx, 'agency_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'canceled')
    .where('canceled_at', '>=', toInstant(addDays(ctx.now, -30)))
    .executeTakeFirstOrThrow()
  return row.count
}
