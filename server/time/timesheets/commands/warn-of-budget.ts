import { BUDGET_THRESHOLDS } from '#shared/time/timesheets.ts'
import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { getProjectTime } from '../queries/budgets.ts'

/**
 * Notifies the agency's owners when a project's hours reach a threshold of its budget, whoever recorded the
 * time; once per threshold, and again after the budget changes.
 */
export async function warnOfBudget(tx: Tx, projectId: string | null): Promise<void> {
  const { agencyId } = tx.reach
  if (agencyId === null || projectId === null) return
  // All hours count, of which contributors and clients only see their own.
  const agency = inAgency(tx, { agencyId })
  const budgeted = await selectFrom(agency, 'projects')
    .select('id')
    .where('id', '=', projectId)
    .where('budget_kind', 'is not', null)
    .executeTakeFirst()
  if (budgeted === undefined) return
  const { budget, used_percent, project_name } = await getProjectTime(agency, projectId)
  const threshold = BUDGET_THRESHOLDS.findLast((percent) => used_percent >= percent)
  if (budget === null || threshold === undefined) return
  await record(tx, 'project.budget-reached', {
    id: projectId,
    name: project_name,
    threshold,
    usedPercent: used_percent,
    budget,
  })
}
