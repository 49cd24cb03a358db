import type { z } from 'zod'
import { links } from '#shared/links.ts'
import { BUDGET_THRESHOLDS, type ProjectBudgetDto, type projectTimeInput } from '#shared/timesheets.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope, Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import { notify } from '../../notifications/commands/notify.ts'
import { agencyOwners } from '../../notifications/queries/recipients.ts'
import { getProjectTime } from '../queries/budgets.ts'

/** Sets a project's rate, budget and whether its client sees the hours. Recorded time keeps its rates. */
export function saveProjectTime(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectTimeInput>,
): Promise<ProjectBudgetDto> {
  return transact(db, async (trx) => {
    const project = await trx
      .selectFrom('projects')
      .select(['name', 'version'])
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.project_id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.version !== undefined && input.version !== project.version) throw conflict('This project')
    await trx
      .updateTable('projects')
      .set({
        share_hours: toFlag(input.share_hours),
        billing_rate: input.billing_rate,
        budget_kind: input.budget?.kind ?? null,
        budget_amount: input.budget?.amount ?? null,
        version: project.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.project_id)
      .where('version', '=', project.version)
      .execute()
    await recordActivity(trx, scope, {
      action: 'project.time-settings',
      subject: { type: 'project', id: input.project_id },
      touches: ['projects', 'timesheets', 'workLog'],
      summary: `Time settings of ${project.name} changed`,
    })
    return getProjectTime(trx, scope, input.project_id)
  })
}

/**
 * Tells the agency's owners, whoever recorded the time, that a project's hours reached a threshold of its
 * budget: once each, and anew for a budget that was changed.
 */
export async function warnOfBudget(trx: Trx, scope: Scope, projectId: string | null): Promise<void> {
  if (scope.agencyId === null || projectId === null) return
  // Held until the transaction ends: of two entries at once, one finds that the owners know.
  const budgeted = await trx
    .updateTable('projects')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', projectId)
    .where('budget_kind', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (budgeted === undefined) return
  const { budget, used_percent, project_name } = await getProjectTime(trx, scope, projectId)
  const threshold = BUDGET_THRESHOLDS.findLast((percent) => used_percent >= percent)
  if (budget === null || threshold === undefined) return
  await notify(
    trx,
    { userId: null, agencyId: scope.agencyId, now: scope.now },
    {
      event: 'budget',
      userIds: await agencyOwners(trx, scope.agencyId),
      title:
        threshold === 100
          ? `${project_name} has used up its budget`
          : `${project_name} has used ${used_percent}% of its budget`,
      link: links.project(projectId),
      group: `budget:${projectId}:${budget.kind}:${budget.amount}:${threshold}`,
      once: true,
    },
  )
}
