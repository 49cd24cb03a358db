import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskStatus } from '#shared/work/tasks.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { positionBetween } from '../rules.ts'

/** For a new task, the position of the column's first: of equal ones, the newest is first. */
export const topForNew = async (tx: Tx, agencyId: AgencyId, status: TaskStatus): Promise<number> =>
  (await firstPosition(tx, agencyId, status)) ?? 0

/** For a task of another column, a position above its first. */
export const topOf = async (tx: Tx, agencyId: AgencyId, status: TaskStatus): Promise<number> =>
  positionBetween(undefined, await firstPosition(tx, agencyId, status)) ?? 0

async function firstPosition(tx: Tx, agencyId: AgencyId, status: TaskStatus): Promise<number | undefined> {
  // Also of tasks that a client can't see.
  const first = await selectFrom(acrossAgencies(tx), 'tasks')
    .select('order_position')
    .where('agency_id', '=', agencyId)
    .where('status', '=', status)
    .orderBy('order_position')
    .limit(1)
    .executeTakeFirst()
  return first?.order_position
}
