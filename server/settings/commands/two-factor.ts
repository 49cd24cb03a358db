import type { RecoveryCodesDto, TwoFactorSetupDto } from '#shared/two-factor.ts'
import { recordAudit } from '../../audit/commands.ts'
import { countCode } from '../../auth/limits.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { Scope } from '../../auth/scope.ts'
import { endUserSessions } from '../../auth/sessions.ts'
import {
  hashRecoveryCode,
  hasTwoFactor,
  newRecoveryCodes,
  newTwoFactorSetup,
  spendCode,
} from '../../auth/two-factor.ts'
import { readInstanceKey } from '../../config.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { sealSecret } from '../../services/secret-box.ts'
import type { Context } from '../../trpc/context.ts'

/** Offers a secret; nothing asks for codes before `confirmTwoFactor` has seen the first one. */
export async function setUpTwoFactor(
  ctx: Context,
  scope: Scope,
  input: { password: string },
): Promise<TwoFactorSetupDto> {
  const { db, config } = ctx.services
  await requireOwnPassword(ctx, scope, input.password)
  if (await hasTwoFactor(db, scope.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is on already.')
  const setup = newTwoFactorSetup(config.appName, scope.email)
  const row = {
    sealed_secret: sealSecret(readInstanceKey(config.dataDir), setup.secret),
    confirmed_at: null,
    last_step: 0,
    created_at: toInstant(scope.now),
  }
  await db
    .insertInto('two_factors')
    .values({ user_id: scope.userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('two_factors.confirmed_at', 'is', null),
    )
    .execute()
  return setup
}

/** Switches the second factor on by a code of the app, ends other sessions, and tells the recovery codes once. */
export async function confirmTwoFactor(
  ctx: Context,
  scope: Scope,
  input: { code: string },
): Promise<RecoveryCodesDto> {
  const { db } = ctx.services
  if (await hasTwoFactor(db, scope.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is on already.')
  await requireCode(ctx, scope, input.code)
  return transact(db, async (trx) => {
    await trx
      .updateTable('two_factors')
      .set({ confirmed_at: toInstant(scope.now) })
      .where('user_id', '=', scope.userId)
      .execute()
    await endUserSessions(trx, scope.userId, ctx.sessionId)
    await tell(trx, scope, 'two-factor.enabled', 'Other sessions ended')
    return replaceRecoveryCodes(trx, scope)
  })
}

/** Switches the second factor off by password and code. */
export async function disableTwoFactor(
  ctx: Context,
  scope: Scope,
  input: { password: string; code: string },
): Promise<{ ok: true }> {
  await requireOwnPassword(ctx, scope, input.password)
  await requireCode(ctx, scope, input.code)
  await transact(ctx.services.db, async (trx) => {
    await trx.deleteFrom('two_factors').where('user_id', '=', scope.userId).execute()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', scope.userId).execute()
    await endUserSessions(trx, scope.userId, ctx.sessionId)
    await tell(trx, scope, 'two-factor.disabled', 'By password and code; other sessions ended')
  })
  return { ok: true }
}

/** Ten new recovery codes; the earlier ones stop working. */
export async function renewRecoveryCodes(
  ctx: Context,
  scope: Scope,
  input: { password: string },
): Promise<RecoveryCodesDto> {
  await requireOwnPassword(ctx, scope, input.password)
  return transact(ctx.services.db, async (trx) => {
    if (!(await hasTwoFactor(trx, scope.userId))) throw new AppError('CONFLICT', 'Two-factor sign-in is off.')
    await endUserSessions(trx, scope.userId, ctx.sessionId)
    await tell(trx, scope, 'two-factor.recovery-codes', 'Ten new codes; other sessions ended')
    return replaceRecoveryCodes(trx, scope)
  })
}

async function requireCode({ services }: Context, scope: Scope, code: string): Promise<void> {
  const attempt = await countCode(services.db, scope.userId)
  if (!(await spendCode(services, scope.userId, code))) {
    throw new AppError('BAD_REQUEST', 'This code is wrong or was used already.', { reason: 'wrong_code' })
  }
  await attempt.refund()
}

async function replaceRecoveryCodes(trx: Trx, scope: Scope): Promise<RecoveryCodesDto> {
  const codes = newRecoveryCodes()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', scope.userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: scope.userId, code_hash: hashRecoveryCode(code), used_at: null })),
    )
    .execute()
  return { recovery_codes: codes }
}

async function tell(trx: Trx, scope: Scope, action: string, detail: string): Promise<void> {
  await recordAudit(trx, scope, { action, subject: { type: 'user', id: scope.userId }, detail })
  await publishChange(trx, scope, { domains: ['auth', 'settings'], userId: scope.userId })
}
