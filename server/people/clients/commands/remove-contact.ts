import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { findAccount, requireContact } from '../queries/contacts.ts'
import { removeAccount } from './remove-account.ts'

/** Removes the contact and their portal access; their account no longer belongs to a client. */
export function removeContact(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const contact = await requireContact(tx, id)
    await withdrawInvitations(tx, { clientId: contact.client_id, email: contact.email, contactId: id })
    const userId = contact.user_id ?? (await findAccount(tx, contact))
    if (userId !== null) await removeAccount(tx, userId)
    await deleteFrom(tx, 'client_contacts').where('id', '=', id).execute()
    await record(tx, 'client.contact-removed', { id: contact.client_id, name: contact.name })
  })
}
