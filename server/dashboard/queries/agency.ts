import type { AgencyDashboard, ChecklistStep } from '#shared/dashboard.ts'
import { agencyCurrency } from '../../agencies/queries.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { toInstant } from '../../db/values.ts'
import { revenueBetween } from '../../finance/queries.ts'
import { countProjects } from '../../projects/queries.ts'
import { countTasks } from '../../tasks/queries.ts'
import { comparedPeriod, countFigure, percentFigure } from '../rules.ts'

export async function agencyDashboard(db: Db, scope: Scope): Promise<AgencyDashboard> {
  const [month, monthBefore] = [comparedPeriod(scope.now), comparedPeriod(scope.now, 1)]
  const agencyId = agencyFilter(scope)
  const [projects, tasks, clients, clientsBefore, currency, revenue, revenueBefore, checklist] =
    await Promise.all([
      countProjects(db, scope),
      countTasks(db, scope),
      countClients(db, scope),
      countClients(db, scope, toInstant(month.from)),
      agencyCurrency(db, scope.agencyId),
      revenueBetween(db, agencyId, month.from, month.to),
      revenueBetween(db, agencyId, monthBefore.from, monthBefore.to),
      firstSteps(db, scope),
    ])
  return {
    role: 'agency_admin',
    active_projects: projects.active,
    total_clients: countFigure(clients, clientsBefore),
    monthly_revenue: percentFigure(revenue, revenueBefore),
    currency,
    pending_tasks: tasks.total - tasks.done,
    checklist,
  }
}

/** Clients of today, or as many as there were before the instant. */
async function countClients(db: Db, scope: Scope, instant?: string): Promise<number> {
  const row = await db
    .selectFrom('clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_id', '=', agencyFilter(scope))
    .$if(instant === undefined, (query) => query.where('archived_at', 'is', null))
    .$if(instant !== undefined, (query) =>
      query
        .where('created_at', '<', instant ?? '')
        .where((eb) => eb.or([eb('archived_at', 'is', null), eb('archived_at', '>=', instant ?? '')])),
    )
    .executeTakeFirstOrThrow()
  return row.count
}

const STEP_TABLES = {
  client: 'clients',
  contributor: 'employees',
  project: 'projects',
  task: 'tasks',
} as const satisfies Record<ChecklistStep['key'], string>

/** What a new agency has yet to do for the first time; null when it did everything. */
async function firstSteps(db: Db, scope: Scope): Promise<ChecklistStep[] | null> {
  const steps = await Promise.all(
    Object.entries(STEP_TABLES).map(async ([key, table]) => {
      const row = await db
        .selectFrom(table)
        .select('id')
        .where('agency_id', '=', agencyFilter(scope))
        .limit(1)
        .executeTakeFirst()
      return { key: key as ChecklistStep['key'], done: row !== undefined }
    }),
  )
  return steps.every((step) => step.done) ? null : steps
}
