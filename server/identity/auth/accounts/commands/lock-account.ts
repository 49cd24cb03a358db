import type { Tx } from '../../../../base/core/context.ts'

/**
 * Locks the account until the transaction ends. Returns false if it no longer has the password that was verified
 * before: what was proven with it no longer counts.
 */
export async function lockAccount(tx: Tx, userId: string, passwordHash?: string): Promise<boolean> {
  const account = await tx.db
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', userId)
    .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))
    .returning('id')
    .executeTakeFirst()
  return account !== undefined
}
