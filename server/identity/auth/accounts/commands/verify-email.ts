import { AppError } from '../../../../base/core/calls/errors.ts'
import type { RequestCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { countLinkUse } from '../../limits.ts'
import { consumeToken } from '../../tokens/commands/consume-token.ts'
import { endEarlierAccess } from '../../tokens/commands/end-earlier-access.ts'

/** Confirms the email that the link was sent to; throws BAD_REQUEST for a used or expired link. */
export async function verifyEmail(ctx: RequestCtx, input: { token: string }): Promise<{ ok: true }> {
  await countLinkUse(ctx, ctx.request.ip)
  await transact(ctx, async (tx) => {
    const userId = await consumeToken(tx, input.token, 'verify_email')
    if (userId === null) {
      throw new AppError(
        'BAD_REQUEST',
        'This link has already been used or has expired. Sign in to get a new one.',
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
