import type { ProjectBudgetDto } from '#shared/timesheets.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { fromFlag } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { type RatedSeconds, useBudget, valueTime } from '../rules.ts'

const MAX_BUDGETS = 100

/** One project's budget, use and profitability. */
export async function getProjectTime(db: Db, scope: Scope, projectId: string): Promise<ProjectBudgetDto> {
  const rows = await projectSettings(db, scope).where('projects.id', '=', projectId).execute()
  const [budget] = await withUse(db, rows)
  if (budget === undefined) throw notFound('This project')
  return budget
}

/** Projects that have a budget, the most used first. */
export async function listBudgets(db: Db, scope: Scope): Promise<ProjectBudgetDto[]> {
  const rows = await projectSettings(db, scope)
    .where('projects.budget_kind', 'is not', null)
    .where('projects.archived_at', 'is', null)
    .orderBy('projects.created_at', 'desc')
    .limit(MAX_BUDGETS)
    .execute()
  return (await withUse(db, rows)).toSorted((a, b) => b.used_percent - a.used_percent)
}

type SettingsRow = Awaited<ReturnType<ReturnType<typeof projectSettings>['executeTakeFirstOrThrow']>>

function projectSettings(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('projects')
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
    .$if(agencyId !== null, (query) => query.where('projects.agency_id', '=', agencyId))
}

async function withUse(db: Db, projects: SettingsRow[]): Promise<ProjectBudgetDto[]> {
  if (projects.length === 0) return []
  const sums: (RatedSeconds & { project_id: string | null })[] = await db
    .selectFrom('time_entries')
    .select((eb) => [
      'project_id',
      'billable',
      'billing_rate',
      'cost_rate',
      'invoice_id',
      eb.fn.sum<number>('duration_seconds').as('seconds'),
    ])
    .where(
      'project_id',
      'in',
      projects.map((project) => project.id),
    )
    .groupBy(['project_id', 'billable', 'billing_rate', 'cost_rate', 'invoice_id'])
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
