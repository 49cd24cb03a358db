import type { RecoveryCodesDto, TwoFactorSetupDto } from '#shared/identity/two-factor.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { sealForInstance } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { renewSession } from '../../../identity/auth/access/commands/renew-session.ts'
import { requireConfirmedEmail } from '../../../identity/auth/accounts/queries/confirmed-email.ts'
import { hasTwoFactor } from '../../../identity/auth/queries/two-factor.ts'
import { requireCode, requireOwnPassword } from '../../../identity/auth/re-auth.ts'
import { endKeys } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { newTwoFactorSetup } from '../../../identity/auth/two-factor.ts'
import { replaceRecoveryCodes } from './renew-recovery-codes.ts'

/** Creates a secret; codes are only required once `confirmTwoFactor` has verified the first one. */
export async function setUpTwoFactor(
  ctx: UserRequest,
  input: { password: string },
): Promise<TwoFactorSetupDto> {
  const { config } = ctx.services
  await requireConfirmedEmail(ctx)
  await requireOwnPassword(ctx, input.password)
  if (await hasTwoFactor(ctx, ctx.actor.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is already on.')
  const setup = newTwoFactorSetup(config.appName, ctx.actor.email)
  const row = {
    sealed_secret: sealForInstance(config, setup.secret),
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

/**
 * Enables two-factor authentication with a first code, ends all other access, and returns the recovery codes,
 * which are shown only once.
 */
export async function confirmTwoFactor(ctx: UserRequest, input: { code: string }): Promise<RecoveryCodesDto> {
  if (await hasTwoFactor(ctx, ctx.actor.userId))
    throw new AppError('CONFLICT', 'Two-factor sign-in is already on.')
  await requireCode(ctx, input.code)
  const { cookie, codes } = await transact(ctx, async (tx) => {
    // Fails if a concurrent call was first or the secret was replaced, which resets the step to 0.
    const confirmed = await tx.db
      .updateTable('two_factors')
      .set({ confirmed_at: toInstant(ctx.now) })
      .where('user_id', '=', ctx.actor.userId)
      .where('confirmed_at', 'is', null)
      .where('last_step', '>', 0)
      .returning('user_id')
      .executeTakeFirst()
    if (confirmed === undefined) {
      throw new AppError('CONFLICT', 'Two-factor sign-in was changed in the meantime. Please check it again.')
    }
    await endKeys(tx, ctx.actor.userId, ctx.sessionId)
    await record(tx, 'two-factor.enabled', { id: ctx.actor.userId, userId: ctx.actor.userId })
    return { codes: await replaceRecoveryCodes(tx), cookie: await renewSession(tx) }
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return codes
}
