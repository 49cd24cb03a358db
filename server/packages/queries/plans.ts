import type { z } from 'zod'
import type { PlanDto, planListInput } from '#shared/packages.ts'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { whereSet } from '../../core/paging.ts'
import { fromFlag } from '../../db/values.ts'

/** The catalogue on offer (or what was archived), in its order. */
export async function listPlans(ctx: Ctx, input: z.output<typeof planListInput>): Promise<PlanDto[]> {
  const rows = await whereSet(planRows(ctx), 'plans.kind', input.kind)
    .where('status', '=', input.archived ? 'archived' : 'active')
    .orderBy('sort_order')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return withFeatures(ctx, rows)
}

export async function getPlan(ctx: Ctx, id: string): Promise<PlanDto> {
  const rows = await planRows(ctx).where('id', '=', id).execute()
  const [plan] = await withFeatures(ctx, rows)
  if (plan === undefined) throw notFound('This plan')
  return plan
}

/** The plan an agency is on when it has chosen none: the first of the picker. */
export async function getDefaultPlan(ctx: Ctx): Promise<PlanDto> {
  const [plan] = await listPlans(ctx, { kind: 'subscription', archived: false })
  if (plan === undefined) throw notFound('This plan')
  return plan
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof planRows>['executeTakeFirstOrThrow']>>

const planRows = (ctx: Ctx) =>
  ctx.db
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

async function withFeatures(ctx: Ctx, rows: PlanRow[]): Promise<PlanDto[]> {
  if (rows.length === 0) return []
  const features = await ctx.db
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
