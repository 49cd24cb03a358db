import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskStatus } from '#shared/work/tasks.ts'
import type { Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { positionBetween } from '../rules.ts'

/** A position above the column's first task. */
export async function topOf(tx: Tx, agencyId: AgencyId, status: TaskStatus): Promise<number> {
  const first = await selectFrom(tx, 'tasks')
    .select('order_position')
    .where('agency_id', '=', agencyId)
    .where('status', '=', status)
    .orderBy('order_position')
    .limit(1)
    .executeTakeFirst()
  return positionBetween(undefined, first?.order_position) ?? 0
}
