import type { z } from 'zod'
import type { budgetListInput } from '#shared/time/schemas/timesheets.ts'
import type { ProjectBudgetDto } from '#shared/time/timesheets.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { type RatedSeconds, useBudget, valueTime } from '../rules.ts'

const MAX_BUDGETS = 100

/** One project's budget, its usage, and the value of its hours. */
export async function getProjectTime(ctx: Ctx, projectId: string): Promise<ProjectBudgetDto> {
  const rows = await projectSettings(ctx).where('projects.id', '=', projectId).execute()
  const [budget] = await withUse(ctx, rows)
  if (budget === undefined) throw notFound('This project')
  return budget
}

/** The budgets of the given projects, or of the newest with one, highest usage first. */
export async function listBudgets(
  ctx: Ctx,
  { project_ids: ids }: z.output<typeof budgetListInput>,
): Promise<ProjectBudgetDto[]> {
  const budgets =
    ids === undefined
      ? await withUse(ctx, await newestBudgeted(ctx).execute())
      : [...(await budgetsOf(ctx, ids)).values()]
  return budgets.toSorted((a, b) => b.used_percent - a.used_percent)
}

const newestBudgeted = (ctx: Ctx) =>
  projectSettings(ctx)
    .where('projects.budget_kind', 'is not', null)
    .where('projects.archived_at', 'is', null)
    .orderBy('projects.created_at', 'desc')
    .limit(MAX_BUDGETS)

/** The budgets of the given projects, by project. */
export async function budgetsOf(ctx: Ctx, projectIds: string[]): Promise<Map<string, ProjectBudgetDto>> {
  if (projectIds.length === 0) return new Map()
  const rows = await projectSettings(ctx)
    .where('projects.id', 'in', projectIds)
    .where('projects.budget_kind', 'is not', null)
    .execute()
  return new Map((await withUse(ctx, rows)).map((budget) => [budget.project_id, budget]))
}

type SettingsRow = Awaited<ReturnType<ReturnType<typeof projectSettings>['executeTakeFirstOrThrow']>>

function projectSettings(ctx: Ctx) {
  return selectFrom(ctx, 'projects')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .select([
      'projects.agency_id',
      'projects.id',
      'projects.name',
      'projects.share_hours',
      'projects.billing_rate',
      'projects.budget_kind',
      'projects.budget_amount',
      'agencies.currency',
    ])
}

async function withUse(ctx: Ctx, projects: SettingsRow[]): Promise<ProjectBudgetDto[]> {
  if (projects.length === 0) return []
  const sums: (RatedSeconds & { project_id: string | null })[] = await selectFrom(ctx, 'time_entries')
    .select((eb) => [
      'project_id',
      'billable',
      'billed_elsewhere',
      'billing_rate',
      'task_id',
      'invoice_id',
      'invoice_line_id',
      eb.fn.sum<number>('duration_seconds').as('seconds'),
    ])
    .where(
      'project_id',
      'in',
      projects.map((project) => project.id),
    )
    .groupBy([
      'project_id',
      'billable',
      'billed_elsewhere',
      'billing_rate',
      'task_id',
      'invoice_id',
      'invoice_line_id',
    ])
    .execute()
  const byProject = Map.groupBy(sums, (row) => row.project_id)
  return projects.map((project) => {
    const value = valueTime(byProject.get(project.id) ?? [])
    const { budget_kind: kind, budget_amount: amount } = project
    const budget = kind === null || amount === null ? null : { kind, amount }
    return {
      project_id: project.id,
      project_name: project.name,
      share_hours: fromFlag(project.share_hours),
      billing_rate: project.billing_rate,
      budget,
      ...value,
      ...useBudget(budget, value),
      currency: project.currency,
    }
  })
}
