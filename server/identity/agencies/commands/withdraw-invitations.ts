import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'

/**
 * Which invitations: those of a record, to an address or to any, those for a contact at any address, those to become
 * a contributor with an address, or those that a person sent.
 */
export type Invited =
  | { clientId: string; email?: string; contactId?: string }
  | { employeeId: string; email?: string }
  | { contributorEmail: string }
  | { invitedBy: string }

/** Withdraws open invitations whose address or access has changed, or whose sender has lost access. */
export async function withdrawInvitations(tx: Tx, invited: Invited): Promise<void> {
  const open = await selectFrom(tx, 'invitations')
    .select(['id', 'email'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((eb) => {
      if ('invitedBy' in invited) return eb('invited_by', '=', invited.invitedBy)
      if ('contributorEmail' in invited) return eb.and({ role: 'employee', email: invited.contributorEmail })
      if ('employeeId' in invited) {
        const { employeeId: employee_id, email } = invited
        return eb.and(email === undefined ? { employee_id } : { employee_id, email })
      }
      const { clientId: client_id, email } = invited
      const ofRecord = eb.and(email === undefined ? { client_id } : { client_id, email })
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
