import type { Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'

interface Accepted {
  clientId: string
  /** The contact it was sent to; null if the address wasn't a contact's. */
  contactId: string | null
  email: string
  userId: string
}

/**
 * Links the account to the contact when an invitation is accepted; returns false if there is no such contact.
 */
export async function linkContact(
  tx: Tx,
  { clientId, contactId, email, userId }: Accepted,
): Promise<boolean> {
  const linked = await updateTable(tx, 'client_contacts')
    .set({ user_id: userId })
    .where('client_id', '=', clientId)
    .where('email', '=', email)
    .$if(contactId !== null, (query) =>
      query.where('id', '=', contactId ?? '').where('portal_access', '=', 1),
    )
    .returning('id')
    .execute()
  return linked.length > 0
}
