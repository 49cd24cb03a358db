import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'

/** Which invitations: those of a record to an address, or those for a contact at any address. */
export type Invited =
  | { clientId: string; email: string; contactId?: string }
  | { employeeId: string; email: string }

/** Withdraws open invitations whose address or access has changed. */
export async function withdrawInvitations(tx: Tx, invited: Invited): Promise<void> {
  const open = await selectFrom(tx, 'invitations')
    .select(['id', 'email'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => {
      if ('employeeId' in invited) return eb.and({ employee_id: invited.employeeId, email: invited.email })
      const ofRecord = eb.and({ client_id: invited.clientId, email: invited.email })
      return invited.contactId === undefined
        ? ofRecord
        : eb.or([ofRecord, eb('contact_id', '=', invited.contactId)])
    })
    .execute()
  for (const { id, email } of open) {
    await updateTable(tx, 'invitations')
      .set({ revoked_at: toInstant(tx.now) })
      .where('id', '=', id)
      .execute()
    await record(tx, 'invitation.revoked', { id, email })
  }
}
