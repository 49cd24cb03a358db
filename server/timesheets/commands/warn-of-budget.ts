import { BUDGET_THRESHOLDS } from '#shared/timesheets.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { inAgency } from '../../core/reach.ts'
import { updateTable } from '../../core/rows.ts'
import { getProjectTime } from '../queries/budgets.ts'

/**
 * Tells the agency's owners, whoever recorded the time, that a project's hours reached a threshold of its
 * budget: once each, and anew for a budget that was changed.
 */
export async function warnOfBudget(tx: Tx, projectId: string | null): Promise<void> {
  const { agencyId } = tx.reach
  if (agencyId === null || projectId === null) return
  // Everybody's hours count, of which contributors and clients see their own.
  const agency = inAgency(tx, { agencyId })
  // Held until the transaction ends: of two entries at once, one finds that the owners know.
  const budgeted = await updateTable(agency, 'projects')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', projectId)
    .where('budget_kind', 'is not', null)
    .returning('id')
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
