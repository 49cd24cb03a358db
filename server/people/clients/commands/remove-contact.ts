import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { shutOut } from '../../../identity/auth/access/commands/end-sessions.ts'
import { findContact } from '../queries/contacts.ts'

/** Removes the contact and their portal access; their account no longer belongs to a client. */
export function removeContact(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const contact = await findContact(tx, id)
    await deleteFrom(tx, 'client_contacts').where('id', '=', id).execute()
    await withdrawInvitations(tx, { clientId: contact.client_id, email: contact.email, contactId: id })
    if (contact.user_id !== null) {
      await updateTable(tx, 'profiles')
        .set({ agency_id: null, client_id: null, updated_at: toInstant(tx.now) })
        .where('user_id', '=', contact.user_id)
        .where('agency_id', '=', ctx.reach.agencyId)
        .execute()
      await record(tx, 'member.removed', { id: contact.user_id, email: contact.email })
      await shutOut(tx, [contact.user_id])
    }
    await record(tx, 'client.contact-removed', { id: contact.client_id, name: contact.name })
  })
}
