import type { Tx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'

interface Accepted {
  clientId: string
  /** The contact it was sent to; null where the address was none's. */
  contactId: string | null
  email: string
  userId: string
}

/** Called when an invitation is accepted: the account is this contact's from now on. False where there is none. */
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
