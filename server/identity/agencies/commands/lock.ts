import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'

export interface PayingAgency {
  id: AgencyId
  name: string
  owner_id: string
  status: 'active' | 'trial'
}

/**
 * Locks the agency until the transaction ends, as `transactIn` does, where only the transaction finds out which one it
 * is. The id may come from a provider; returns null if the agency doesn't exist.
 */
export async function lockAgency(tx: Tx, agencyId: string): Promise<PayingAgency | null> {
  const agency = await updateTable(tx, 'agencies')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', (eb) => eb.val(agencyId).$castTo<AgencyId>())
    .returning(['id', 'name', 'owner_id', 'status'])
    .executeTakeFirst()
  return agency ?? null
}
