import type { RecoveryCodesDto } from '#shared/two-factor.ts'
import { endUserSessions } from '../../auth/commands/end-sessions.ts'
import { hasTwoFactor } from '../../auth/queries/two-factor.ts'
import { requireCode, requireOwnPassword } from '../../auth/re-auth.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../auth/two-factor.ts'
import type { Tx, UserCtx, UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'

/** Ten new recovery codes; the earlier ones stop working. */
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
