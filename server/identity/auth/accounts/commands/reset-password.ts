import type { z } from 'zod'
import type { PasswordResetDto } from '#shared/identity/auth.ts'
import type { resetPasswordInput } from '#shared/identity/schemas/auth.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { asPerson } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { countLinkUse, resetSignInLimits } from '../../limits.ts'
import { hashPassword, requireStrongPassword } from '../../passwords.ts'
import { consumeToken } from '../../tokens/commands/consume-token.ts'
import { endEarlierAccess } from '../../tokens/commands/end-earlier-access.ts'
import { deleteTokens } from '../../tokens/commands/issue-token.ts'
import { findPerson, toPerson } from '../queries/person.ts'
import { lockAccount } from './lock-account.ts'

const TITLE = 'Password Update Failed'

/**
 * Sets a new password with an emailed link and ends all sessions; a signed-in caller gives the old password
 * instead. A second factor of an account whose email was never confirmed ends, too.
 */
export async function resetPassword(
  ctx: RequestCtx,
  input: z.output<typeof resetPasswordInput>,
): Promise<PasswordResetDto> {
  await countLinkUse(ctx, ctx.request.ip)
  const { token } = input
  if (!token) {
    throw new AppError('UNAUTHORIZED', 'Please open the link in your password email.', {
      reason: 'session_missing',
      title: TITLE,
    })
  }
  await requireStrongPassword(ctx.services.config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  const { email, factorEnded } = await transact(ctx, async (tx) => {
    const userId = await userToReset(tx, token)
    // Waits for anyone signing in with the old password, who is then signed out like the others.
    await lockAccount(tx, userId)
    const factorEnded = await endEarlierAccess(tx, userId)
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, email_verified_at: toInstant(tx.now) })
      .where('id', '=', userId)
      .execute()
    await deleteTokens(tx, userId, 'reset_password')
    const row = await findPerson(tx, userId)
    if (row === undefined) throw linkExpired()
    const { name, email } = row
    await record(asPerson(tx, toPerson(row)), 'password.reset', {
      id: userId,
      userId,
      to: { name, email },
      factorEnded,
    })
    return { email, factorEnded }
  })
  await resetSignInLimits(ctx, email)
  return { two_factor_ended: factorEnded }
}

async function userToReset(tx: Tx, token: string): Promise<string> {
  const userId = await consumeToken(tx, token, 'reset_password')
  if (userId === null) throw linkExpired()
  return userId
}

const linkExpired = (): AppError =>
  new AppError('BAD_REQUEST', 'This link has already been used or has expired. Please request a new one.', {
    reason: 'bad_token',
    title: TITLE,
  })
