import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Entries with the same rate, project and version. */
export interface RecordedRates {
  project_id: string
  billing_rate: number
  version: number
  ids: string[]
}

/**
 * The rates of everyone's open time of tasks that the caller may change, except where it is their project's current
 * one, which the time gets again once it moves there.
 */
export async function recordedRates(ctx: Ctx, taskIds: readonly string[]): Promise<RecordedRates[]> {
  const rows = await selectFrom(acrossAgencies(ctx), 'time_entries')
    .innerJoin('tasks', (join) =>
      join
        .onRef('tasks.agency_id', '=', 'time_entries.agency_id')
        .onRef('tasks.id', '=', 'time_entries.task_id')
        .onRef('tasks.project_id', '=', 'time_entries.project_id'),
    )
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    )
    .select(['time_entries.id', 'time_entries.version', 'time_entries.billing_rate', 'tasks.project_id'])
    .where('tasks.id', 'in', taskIds)
    .where('time_entries.invoice_id', 'is', null)
    .where('time_entries.payout_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('projects.billing_rate', 'is', null),
        eb('projects.billing_rate', '!=', eb.ref('time_entries.billing_rate')),
      ]),
    )
    .execute()
  const groups = Map.groupBy(rows, (row) => `${row.project_id} ${row.billing_rate} ${row.version}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { project_id, billing_rate, version } = first
    return [{ project_id, billing_rate, version, ids: group.map(({ id }) => id) }]
  })
}
