import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { endAccessOf } from '../../tokens/commands/end-earlier-access.ts'
import { discardUnsent } from './discard-unsent.ts'
import { handOverEvents } from './hand-over-events.ts'

interface Member {
  userId: string
  agencyId: AgencyId
}

/** Removes a person from the agency, ending all their access; their account then waits for an invitation. */
export async function removeMember(tx: Tx, { userId, agencyId }: Member): Promise<void> {
  await updateTable(tx, 'profiles')
    .set({ agency_id: null, client_id: null, employee_id: null, updated_at: toInstant(tx.now) })
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
  await updateTable(tx, 'client_contacts')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
  await deleteFrom(acrossAgencies(tx), 'notifications')
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .execute()
  await discardUnsent(tx, { userId, agencyId })
  await handOverEvents(tx, { userId, agencyId })
  await endAccessOf(tx, [userId])
}
