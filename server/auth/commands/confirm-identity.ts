import type { UserCtx, UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { type ReAuth, reAuthenticate } from '../re-auth.ts'

const VALID_MINUTES = 5

/** Notes on the session that its holder has just proved again who they are: good for one thing, soon. */
export async function confirmIdentity(ctx: UserRequest, proof: ReAuth): Promise<{ ok: true }> {
  await reAuthenticate(ctx, proof)
  await ctx.db
    .updateTable('sessions')
    .set({ confirmed_at: toInstant(ctx.now) })
    .where('id', '=', ctx.sessionId ?? '')
    .execute()
  return { ok: true }
}

/** Uses the confirmation up; FORBIDDEN without a recent one. */
export async function spendConfirmation(ctx: UserCtx & { sessionId: string | null }): Promise<void> {
  const spent = await ctx.db
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('id', '=', ctx.sessionId ?? '')
    .where('confirmed_at', '>', toInstant(addMinutes(ctx.now, -VALID_MINUTES)))
    .returning('id')
    .executeTakeFirst()
  if (spent !== undefined) return
  throw new AppError('FORBIDDEN', 'Please confirm that it is you first.', { reason: 'confirmation_missing' })
}
