import type { z } from 'zod'
import {
  monthlyPrice,
  type PackageAnalyticsDto,
  type PackageDto,
  type PlanDto,
  type planListInput,
} from '#shared/packages.ts'
import type { Db } from '../db/schema.ts'
import { addDays, fromFlag, toInstant } from '../db/values.ts'
import { notFound } from '../errors.ts'

/** The catalogue on offer (or what was archived), in its order. */
export async function listPlans(db: Db, input: z.output<typeof planListInput>): Promise<PlanDto[]> {
  const rows = await planRows(db)
    .where('status', '=', input.archived ? 'archived' : 'active')
    .$if(!!input.kind, (query) => query.where('kind', '=', input.kind ?? 'package'))
    .orderBy('sort_order')
    .orderBy('created_at')
    .execute()
  return withFeatures(db, rows)
}

export async function getPlan(db: Db, id: string): Promise<PlanDto> {
  const rows = await planRows(db).where('id', '=', id).execute()
  const [plan] = await withFeatures(db, rows)
  if (plan === undefined) throw notFound('This plan')
  return plan
}

/** The plan an agency is on when it has chosen none: the first of the picker. */
export async function getDefaultPlan(db: Db): Promise<PlanDto> {
  const [plan] = await listPlans(db, { kind: 'subscription', archived: false })
  if (plan === undefined) throw notFound('This plan')
  return plan
}

/** Plans with what they bring in, for the platform's administrator. */
export async function listPackages(db: Db, input: z.output<typeof planListInput>): Promise<PackageDto[]> {
  const [plans, figures] = await Promise.all([listPlans(db, input), subscribersByPlan(db)])
  return plans.map((plan) => ({
    ...plan,
    ...(figures.get(plan.id) ?? { subscribers: 0, paying: 0, revenue: 0 }),
  }))
}

interface PlanFigures {
  subscribers: number
  paying: number
  /** Minor units a month. */
  revenue: number
}

async function subscribersByPlan(db: Db): Promise<Map<string, PlanFigures>> {
  const rows = await db
    .selectFrom('agency_subscriptions')
    .select(['plan_id', 'status', 'billing_interval'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('price').as('price')])
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

/** Subscribers, monthly recurring revenue, how many trials became paying, how many left. */
export async function getPackageAnalytics(db: Db, now: Date): Promise<PackageAnalyticsDto> {
  const [active, archived, trials, left] = await Promise.all([
    listPackages(db, { archived: false }),
    listPackages(db, { archived: true }),
    countTrials(db, now),
    countLeft(db, now),
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

/** Trials that are over: those that became paying, and those that ran out. */
async function countTrials(db: Db, now: Date): Promise<{ converted: number; ended: number }> {
  const [paid, expired] = await Promise.all([
    db
      .selectFrom('agency_subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('converted_from_trial', '=', 1)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('agencies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'trial')
      .where('trial_ends_at', '<', toInstant(now))
      .executeTakeFirstOrThrow(),
  ])
  return { converted: paid.count, ended: paid.count + expired.count }
}

async function countLeft(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('agency_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'canceled')
    .where('canceled_at', '>=', toInstant(addDays(now, -30)))
    .executeTakeFirstOrThrow()
  return row.count
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof planRows>['executeTakeFirstOrThrow']>>

const planRows = (db: Db) =>
  db
    .selectFrom('plans')
    .select([
      'id',
      'kind',
      'name',
      'description',
      'price',
      'currency',
      'billing_interval',
      'member_limit',
      'project_limit',
      'storage_limit_gb',
      'popular',
      'status',
      'version',
    ])

async function withFeatures(db: Db, rows: PlanRow[]): Promise<PlanDto[]> {
  if (rows.length === 0) return []
  const features = await db
    .selectFrom('plan_features')
    .select(['plan_id', 'text'])
    .where(
      'plan_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute()
  const byPlan = Map.groupBy(features, (feature) => feature.plan_id)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    price: row.price,
    currency: row.currency,
    interval: row.billing_interval,
    billing: row.billing_interval === 'month' ? 'Monthly' : 'Yearly',
    features: (byPlan.get(row.id) ?? []).map((feature) => feature.text),
    member_limit: row.member_limit,
    project_limit: row.project_limit,
    storage_limit_gb: row.storage_limit_gb,
    popular: fromFlag(row.popular),
    status: row.status,
    version: row.version,
  }))
}
