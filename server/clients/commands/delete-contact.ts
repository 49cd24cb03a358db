import { withdrawInvitations } from '../../agencies/commands/withdraw-invitations.ts'
import { shutOut } from '../../auth/commands/end-sessions.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { findContact } from '../queries/contacts.ts'

/** Removes the person and their way into the portal; their account belongs to no client any more. */
export function deleteContact(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
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
