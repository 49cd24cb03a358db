import type { RequestCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { countLinkUse } from '../limits.ts'
import { consumeToken } from './consume-token.ts'
import { endEarlierAccess } from './end-earlier-access.ts'

/** Confirms the e-mail a registration link was sent to; BAD_REQUEST for a used or expired link. */
export async function verifyEmail(ctx: RequestCtx, input: { token: string }): Promise<{ ok: true }> {
  await countLinkUse(ctx, ctx.request.ip)
  await transact(ctx, async (tx) => {
    const userId = await consumeToken(tx, input.token, 'verify_email')
    if (userId === null) {
      throw new AppError(
        'BAD_REQUEST',
        'This link was used already or has expired. Sign in to get a new one.',
        { reason: 'bad_token', title: 'Email Confirmation Failed' },
      )
    }
    await endEarlierAccess(tx, userId, ctx.actor.userId === userId ? ctx.sessionId : null)
    await tx.db
      .updateTable('users')
      .set({ email_verified_at: toInstant(tx.now) })
      .where('id', '=', userId)
      .execute()
    await record(tx, 'user.verified', { id: userId, userId, agencyId: null })
  })
  return { ok: true }
}
