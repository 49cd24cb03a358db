import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'

/**
 * Locks a person's time until the transaction ends, so that what was read of it stays true: a week isn't submitted while
 * an entry of it is saved, and the same hours typed twice are recorded once. The person may have left the agency.
 */
export async function lockTime(tx: Tx, userId: string): Promise<void> {
  await updateTable(acrossAgencies(tx), 'profiles')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('user_id', '=', userId)
    .execute()
}
