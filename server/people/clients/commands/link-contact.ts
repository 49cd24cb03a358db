import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { endAccessOf } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { removeAccount } from './remove-account.ts'

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
  const contact = await selectFrom(tx, 'client_contacts')
    .select(['id', 'user_id'])
    .where('client_id', '=', clientId)
    .where('email', '=', email)
    .$if(contactId !== null, (query) =>
      query.where('id', '=', contactId ?? '').where('portal_access', '=', 1),
    )
    .executeTakeFirst()
  if (contact === undefined) return false
  await linkAccount(tx, contact, userId)
  return true
}

/**
 * Gives the account the contact's permissions. Another account that had them is removed: without a contact it
 * would see everything.
 */
export async function linkAccount(
  tx: Tx,
  { id, user_id: former }: { id: string; user_id: string | null },
  userId: string,
): Promise<void> {
  if (former === userId) return
  if (former !== null) await removeAccount(tx, former)
  await updateTable(tx, 'client_contacts').set({ user_id: null }).where('user_id', '=', userId).execute()
  await updateTable(tx, 'client_contacts').set({ user_id: userId }).where('id', '=', id).execute()
}

/** Makes an account's new permissions effective immediately. */
export const announceAccess = (tx: Tx, userId: string, mayEnter: boolean): Promise<void> =>
  mayEnter ? record(tx, 'client.contact-rights-changed', { id: userId, userId }) : endAccessOf(tx, [userId])
