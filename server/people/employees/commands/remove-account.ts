import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { removeMember } from '../../../identity/auth/access/commands/remove-member.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'

/** Removes the contributor's account from the agency, so that it can join another; their record remains. */
export function removeEmployeeAccount(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    if ((await removeAccountsOf(tx, id)) === 0) throw notFound('This account')
  })
}

/** Ends the access of the contributor's accounts; returns how many there were. */
export async function removeAccountsOf(tx: Tx<AgencyCtx>, employeeId: string): Promise<number> {
  const accounts = await selectFrom(tx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'users.email'])
    .where('profiles.employee_id', '=', employeeId)
    .where('users.password_hash', '!=', DELETED_PASSWORD)
    .execute()
  for (const { user_id: id, email } of accounts) {
    await record(tx, 'member.removed', { id, email, role: 'employee' })
    await removeMember(tx, { userId: id, agencyId: tx.reach.agencyId })
  }
  return accounts.length
}
