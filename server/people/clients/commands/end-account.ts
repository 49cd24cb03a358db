import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { removeMember } from '../../../identity/auth/access/commands/remove-member.ts'

/** Ends a client account's access; it no longer belongs to the client. */
export async function endClientAccount(tx: Tx, userId: string): Promise<void> {
  const account = await selectFrom(tx, 'profiles')
    .select(['email', 'agency_id'])
    .where('user_id', '=', userId)
    .where('client_id', 'is not', null)
    .executeTakeFirst()
  if (account?.agency_id == null) return
  await record(tx, 'member.removed', { id: userId, email: account.email })
  await removeMember(tx, { userId, agencyId: account.agency_id })
}
