import type { z } from 'zod'
import type { reAuthInput } from '#shared/two-factor.ts'
import type { UserRequest } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { spendCode } from './commands/spend-code.ts'
import { countCode, countReAuth } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { findAccount } from './queries/person.ts'
import { hasTwoFactor } from './queries/two-factor.ts'

export type ReAuth = z.output<typeof reAuthInput>

/** Asks for the caller's password again before something that cannot be undone; guesses are counted by session. */
export async function requireOwnPassword(
  ctx: UserRequest,
  password: string,
  title = 'Wrong Password',
): Promise<void> {
  const attempt = await countReAuth(ctx)
  const account = await findAccount(ctx, ctx.actor.email)
  if (!(await verifyPassword(account?.password_hash ?? null, password, 'known'))) {
    throw new AppError('BAD_REQUEST', 'The current password is not right.', {
      reason: 'wrong_password',
      title,
    })
  }
  await attempt.refund()
}

/** Uses up a code of the app, or a recovery code; guesses are counted. */
export async function requireCode(ctx: UserRequest, code: string): Promise<void> {
  const attempt = await countCode(ctx, ctx.actor.userId)
  if (!(await spendCode(ctx, ctx.actor.userId, code))) {
    throw new AppError('BAD_REQUEST', 'This code is wrong or was used already.', { reason: 'wrong_code' })
  }
  await attempt.refund()
}

/** Asks who somebody is as signing in does: the password, and a code where two-factor sign-in is on. */
export async function reAuthenticate(ctx: UserRequest, proof: ReAuth): Promise<void> {
  await requireOwnPassword(ctx, proof.password)
  if (!(await hasTwoFactor(ctx, ctx.actor.userId))) return
  if (proof.code === undefined) {
    const message = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
    throw new AppError('BAD_REQUEST', message, { reason: 'code_missing', fields: { code: message } })
  }
  await requireCode(ctx, proof.code)
}
