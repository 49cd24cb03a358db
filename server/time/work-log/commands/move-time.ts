import { batchesOf } from '#shared/base/paging.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { lockAgency } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { projectRate } from '../queries/work.ts'
import { lockOf, movedRate } from '../rules.ts'

const IDS_AT_ONCE = 500

/** Moves everyone's open time of a task along to its new project; locked time stays where it was recorded. */
export async function moveTimeOfTask(tx: Tx, moved: PayloadOf<'task.moved'>): Promise<void> {
  // A platform administrator's transaction doesn't exclude the agency's, which may be invoicing these hours.
  await lockAgency(tx, moved.agencyId)
  const entries = (await timeOfTask(tx, moved)).filter((entry) => lockOf(entry) === null)
  if (entries.length === 0) return
  const from = await projectRate(tx, moved.fromProjectId)
  const to = await projectRate(tx, moved.projectId)
  const byRate = Map.groupBy(entries, (entry) => movedRate(entry, { from, to, owner: entry.owner_rate ?? 0 }))
  for (const [billing_rate, group] of byRate) {
    for (const batch of batchesOf(group, IDS_AT_ONCE)) {
      const ids = batch.map((entry) => entry.id)
      await updateTable(tx, 'time_entries')
        .set((eb) => ({
          project_id: moved.projectId,
          billing_rate,
          version: eb('version', '+', 1),
          updated_at: toInstant(tx.now),
        }))
        .where('id', 'in', ids)
        .execute()
    }
  }
  await warnOfBudget(tx, moved.projectId)
}

const timeOfTask = (tx: Tx, { id, agencyId, fromProjectId }: PayloadOf<'task.moved'>) =>
  selectFrom(tx, 'time_entries')
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .leftJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
    .select([
      'time_entries.id',
      'time_entries.employee_id',
      'time_entries.invoice_id',
      'time_entries.payout_id',
      'time_entries.billing_rate',
      'time_entries.cost_rate',
      'timesheets.status as timesheet_status',
      'profiles.billing_rate as owner_rate',
    ])
    .where('time_entries.agency_id', '=', agencyId)
    .where('time_entries.task_id', '=', id)
    .where('time_entries.project_id', '=', fromProjectId)
    .execute()
