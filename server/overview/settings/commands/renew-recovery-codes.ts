import type { RecoveryCodesDto } from '#shared/identity/two-factor.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { hasTwoFactor } from '../../../identity/auth/queries/two-factor.ts'
import { requireCode, requireOwnPassword } from '../../../identity/auth/re-auth.ts'
import { endUserSessions } from '../../../identity/auth/tokens/commands/end-sessions.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../../identity/auth/two-factor.ts'

/** Creates ten new recovery codes and invalidates the old ones. */
export async function renewRecoveryCodes(
  ctx: UserRequest,
  input: { password: string; code: string },
): Promise<RecoveryCodesDto> {
  await requireOwnPassword(ctx, input.password)
  if (!(await hasTwoFactor(ctx, ctx.actor.userId)))
    throw new AppError('CONFLICT', 'Two-factor sign-in is off.')
  await requireCode(ctx, input.code)
  return transact(ctx, async (tx) => {
    await endUserSessions(tx, ctx.actor.userId, ctx.sessionId)
    await record(tx, 'two-factor.recovery-codes', { id: ctx.actor.userId, userId: ctx.actor.userId })
    return replaceRecoveryCodes(tx)
  })
}

export async function replaceRecoveryCodes(tx: Tx<UserCtx>): Promise<RecoveryCodesDto> {
  const codes = newRecoveryCodes()
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', tx.actor.userId).execute()
  await tx.db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: tx.actor.userId, code_hash: hashRecoveryCode(code), used_at: null })),
    )
    .execute()
  return { recovery_codes: codes }
}
