import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'

/** Ends one of the caller's tokens at once. */
export function revokeApiToken(ctx: UserCtx, id: string): Promise<{ id: string }> {
  const { userId } = ctx.actor
  return transact(ctx, async (tx) => {
    const token = await deleteFrom(tx, 'api_tokens').where('id', '=', id).returning('name').executeTakeFirst()
    if (token === undefined) throw notFound('This token')
    await record(tx, 'api-token.revoked', { id, userId, name: token.name })
    return { id }
  })
}
