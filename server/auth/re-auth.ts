import type { UserRequest } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { countReAuth } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { findAccount } from './queries/person.ts'

/** Asks for the caller's password again before something that cannot be undone; guesses are counted by session. */
export async function requireOwnPassword(
  ctx: UserRequest,
  password: string,
  title = 'Wrong Password',
): Promise<void> {
  const attempt = await countReAuth(ctx)
  const account = await findAccount(ctx, ctx.actor.email)
  if (!(await verifyPassword(account?.password_hash ?? null, password))) {
    throw new AppError('BAD_REQUEST', 'The current password is not right.', {
      reason: 'wrong_password',
      title,
    })
  }
  await attempt.refund()
}
