import { AppError } from '../../../../base/core/calls/errors.ts'
import type { UserCtx, UserRequest } from '../../../../base/core/context.ts'
import { isRecent } from '../../../../base/db/elapsed.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { type ReAuth, reAuthenticate } from '../../re-auth.ts'

const VALID_MINUTES = 5

/** Marks the session as recently confirmed, for a single use within a short time. */
export async function confirmIdentity(ctx: UserRequest, proof: ReAuth): Promise<{ ok: true }> {
  await reAuthenticate(ctx, proof)
  await ctx.db
    .updateTable('sessions')
    .set({ confirmed_at: toInstant(ctx.now) })
    .where('id', '=', ctx.sessionId ?? '')
    .execute()
  return { ok: true }
}

/** Consumes the confirmation; throws FORBIDDEN without a recent one. */
export async function spendConfirmation(ctx: UserCtx & { sessionId: string | null }): Promise<void> {
  const spent = await ctx.db
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('id', '=', ctx.sessionId ?? '')
    .where(isRecent('confirmed_at', ctx.now, VALID_MINUTES))
    .returning('id')
    .executeTakeFirst()
  if (spent !== undefined) return
  throw new AppError('FORBIDDEN', 'Please confirm your identity first.', { reason: 'confirmation_missing' })
}
