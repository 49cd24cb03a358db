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

/** Ends all of the caller's tokens at once; says how many there were. */
export function revokeAllApiTokens(ctx: UserCtx): Promise<{ revoked: number }> {
  const { userId, name, email } = ctx.actor
  return transact(ctx, async (tx) => {
    const gone = await deleteFrom(tx, 'api_tokens').where('user_id', '=', userId).returning('id').execute()
    const revoked = gone.length
    if (revoked > 0) {
      await record(tx, 'api-token.revoked-all', { id: userId, userId, revoked, to: { name, email } })
    }
    return { revoked }
  })
}
