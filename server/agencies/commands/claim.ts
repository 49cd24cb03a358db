import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'

export interface PayingAgency {
  id: AgencyId
  name: string
  owner_id: string
  status: 'active' | 'trial'
}

/**
 * Held until the transaction ends: one change of an agency's plan, or of what its plan limits, at a time. The
 * id may come from a provider; null where there is no such agency any more.
 */
export async function lockAgency(tx: Tx, agencyId: string): Promise<PayingAgency | null> {
  const agency = await updateTable(tx, 'agencies')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', (eb) => eb.val(agencyId).$castTo<AgencyId>())
    .returning(['id', 'name', 'owner_id', 'status'])
    .executeTakeFirst()
  return agency ?? null
}
