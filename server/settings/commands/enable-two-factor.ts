import type { RecoveryCodesDto, TwoFactorSetupDto } from '#shared/two-factor.ts'
import { endKeys } from '../../auth/commands/end-earlier-access.ts'
import { renewSession } from '../../auth/commands/renew-session.ts'
import { hasTwoFactor } from '../../auth/queries/two-factor.ts'
import { requireCode, requireOwnPassword } from '../../auth/re-auth.ts'
import { newTwoFactorSetup } from '../../auth/two-factor.ts'
import { readInstanceKey } from '../../core/config.ts'
import type { UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { sealSecret } from '../../core/secret-box.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { replaceRecoveryCodes } from './renew-recovery-codes.ts'

/** Offers a secret; nothing asks for codes before `confirmTwoFactor` has seen the first one. */
export async function setUpTwoFactor(
  ctx: UserRequest,
  input: { password: string },
): Promise<TwoFactorSetupDto> {
  const { config } = ctx.services
  await requireOwnPassword(ctx, input.password)
  if (await hasTwoFactor(ctx, ctx.actor.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is on already.')
  const setup = newTwoFactorSetup(config.appName, ctx.actor.email)
  const row = {
    sealed_secret: sealSecret(readInstanceKey(config.dataDir), setup.secret),
    confirmed_at: null,
    last_step: 0,
    created_at: toInstant(ctx.now),
  }
  await ctx.db
    .insertInto('two_factors')
    .values({ user_id: ctx.actor.userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('two_factors.confirmed_at', 'is', null),
    )
    .execute()
  return setup
}

/** Switches the second factor on by a code of the app, ends every other way in, and tells the recovery codes once. */
export async function confirmTwoFactor(ctx: UserRequest, input: { code: string }): Promise<RecoveryCodesDto> {
  if (await hasTwoFactor(ctx, ctx.actor.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is on already.')
  await requireCode(ctx, input.code)
  const { cookie, codes } = await transact(ctx, async (tx) => {
    await tx.db
      .updateTable('two_factors')
      .set({ confirmed_at: toInstant(ctx.now) })
      .where('user_id', '=', ctx.actor.userId)
      .execute()
    await endKeys(tx, ctx.actor.userId, ctx.sessionId)
    await record(tx, 'two-factor.enabled', { id: ctx.actor.userId, userId: ctx.actor.userId })
    return { codes: await replaceRecoveryCodes(tx), cookie: await renewSession(tx) }
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return codes
}
