import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { removeMember } from '../../../identity/auth/access/commands/remove-member.ts'

/** Removes an account from its client; throws NOT_FOUND if it isn't the account of a client. */
export function removeClientAccount(ctx: AgencyCtx, { user_id }: { user_id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    if (!(await removeAccount(tx, user_id))) throw notFound('This account')
  })
}

/** Ends the account's access; it no longer belongs to the client. Returns false if it doesn't anyway. */
export async function removeAccount(tx: Tx, userId: string): Promise<boolean> {
  const account = await selectFrom(tx, 'profiles')
    .select(['email', 'agency_id'])
    .where('user_id', '=', userId)
    .where('client_id', 'is not', null)
    .executeTakeFirst()
  if (account?.agency_id == null) return false
  await record(tx, 'member.removed', { id: userId, email: account.email, role: 'client' })
  await removeMember(tx, { userId, agencyId: account.agency_id })
  return true
}
