import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'

/** Revokes one of the caller's tokens immediately. */
export function revokeApiToken(ctx: UserCtx, id: string): Promise<{ id: string }> {
  const { userId } = ctx.actor
  return transact(ctx, async (tx) => {
    const token = await deleteFrom(tx, 'api_tokens').where('id', '=', id).returning('name').executeTakeFirst()
    if (token === undefined) throw notFound('This token')
    await record(tx, 'api-token.revoked', { id, userId, name: token.name })
    return { id }
  })
}

/** Revokes all of the caller's tokens immediately; returns how many there were. */
export function revokeAllApiTokens(ctx: UserCtx): Promise<{ revoked: number }> {
  const { userId, name, email } = ctx.actor
  return transact(ctx, async (tx) => {
    const deleted = await deleteFrom(tx, 'api_tokens').where('user_id', '=', userId).returning('id').execute()
    const revoked = deleted.length
    if (revoked > 0) {
      await record(tx, 'api-token.revoked-all', { id: userId, userId, revoked, to: { name, email } })
    }
    return { revoked }
  })
}
