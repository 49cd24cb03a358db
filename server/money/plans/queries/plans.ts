import type { z } from 'zod'
import type { PlanDto } from '#shared/money/plans/packages.ts'
import type { planListInput } from '#shared/money/plans/schemas/packages.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { fromFlag } from '../../../base/db/values.ts'

/** The offered (or archived) plans in catalog order. */
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

/** The plan of agencies that haven't chosen one: the first in the list. */
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
