import type { Tx } from '../../core/context.ts'
import { updateTable } from '../../core/rows.ts'

/** Called when an invitation is accepted: the account is this contact's from now on. */
export async function linkContact(
  tx: Tx,
  invitation: { clientId: string; email: string; userId: string },
): Promise<void> {
  await updateTable(tx, 'client_contacts')
    .set({ user_id: invitation.userId })
    .where('client_id', '=', invitation.clientId)
    .where('email', '=', invitation.email)
    .execute()
}
