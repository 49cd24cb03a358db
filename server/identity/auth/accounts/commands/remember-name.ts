import type { Tx } from '../../../../base/core/context.ts'

/** Remembers the name and address before a change, so that deleting the account also finds texts with them. */
export async function rememberName(
  tx: Tx,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<void> {
  await tx.db
    .insertInto('former_names')
    .values({ user_id: userId, name, email })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
