import type { z } from 'zod'
import type { reAuthInput } from '#shared/identity/schemas/two-factor.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { RequestCtx, UserRequest } from '../../base/core/context.ts'
import { findAccount } from './accounts/queries/person.ts'
import { countCode, countReAuth } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { spendCode } from './proof/commands/spend-code.ts'
import { hasTwoFactor } from './queries/two-factor.ts'

export type ReAuth = z.output<typeof reAuthInput>

/**
 * Requires the caller's password before an irreversible action, and returns its hash; attempts are counted per session.
 * Rejects access tokens.
 */
export async function requireOwnPassword(
  ctx: UserRequest,
  password: string,
  title = 'Wrong Password',
): Promise<string> {
  if (ctx.actor.scopes !== undefined) {
    throw new AppError('FORBIDDEN', 'Access tokens can’t do this. Please sign in to the portal.', {
      reason: 'people_only',
    })
  }
  const attempt = await countReAuth(ctx)
  const account = await findAccount(ctx, ctx.actor.email)
  const isRight = await verifyPassword(account?.password_hash ?? null, password, 'known')
  if (account === undefined || !isRight) throw wrongPassword(title)
  await attempt.refund()
  return account.password_hash
}

export const wrongPassword = (title: string): AppError =>
  new AppError('BAD_REQUEST', 'The current password is incorrect.', { reason: 'wrong_password', title })

/** Consumes a TOTP or recovery code; attempts are counted. */
export const requireCode = (ctx: UserRequest, code: string): Promise<void> =>
  requireCodeOf(ctx, ctx.actor.userId, code)

async function requireCodeOf(ctx: RequestCtx, userId: string, code: string): Promise<void> {
  const attempt = await countCode(ctx, userId)
  if (!(await spendCode(ctx, userId, code))) {
    throw new AppError('BAD_REQUEST', 'This code is wrong or has already been used.', {
      reason: 'wrong_code',
    })
  }
  await attempt.refund()
}

/**
 * Confirms the caller's identity as for sign-in: password, and a code if two-factor authentication is on. Returns the
 * password's hash.
 */
export async function reAuthenticate(ctx: UserRequest, proof: ReAuth, title?: string): Promise<string> {
  const passwordHash = await requireOwnPassword(ctx, proof.password, title)
  await requireSecondFactor(ctx, ctx.actor.userId, proof.code)
  return passwordHash
}

/** Requires a code of the person whose password was checked, if two-factor authentication is on. */
export async function requireSecondFactor(
  ctx: RequestCtx,
  userId: string,
  code: string | undefined,
): Promise<void> {
  if (!(await hasTwoFactor(ctx, userId))) return
  if (code === undefined) {
    const message = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
    throw new AppError('BAD_REQUEST', message, { reason: 'code_missing', fields: { code: message } })
  }
  await requireCodeOf(ctx, userId, code)
}
