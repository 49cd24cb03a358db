import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import type { Context } from '../../trpc/context.ts'
import { endEarlierAccess } from '../earlier-access.ts'
import { countLinkUse } from '../limits.ts'
import { consumeToken } from '../tokens.ts'

/** Confirms the e-mail a registration link was sent to; BAD_REQUEST for a used or expired link. */
export async function verifyEmail(ctx: Context, input: { token: string }): Promise<{ ok: true }> {
  const { db, clock } = ctx.services
  await countLinkUse(db, ctx.request.ip)
  await transact(db, async (trx) => {
    const userId = await consumeToken(trx, input.token, 'verify_email', clock())
    if (userId === null) {
      throw new AppError(
        'BAD_REQUEST',
        'This link was used already or has expired. Sign in to get a new one.',
        {
          reason: 'bad_token',
          title: 'Email Confirmation Failed',
        },
      )
    }
    await trx
      .updateTable('users')
      .set({ email_verified_at: toInstant(clock()) })
      .where('id', '=', userId)
      .execute()
    await endEarlierAccess(trx, userId, ctx.scope?.userId === userId ? ctx.sessionId : null)
    await publishChange(trx, { agencyId: null, now: clock() }, { domains: ['auth'], userId })
  })
  return { ok: true }
}
