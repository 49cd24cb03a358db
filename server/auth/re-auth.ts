import { AppError } from '../errors.ts'
import type { Context } from '../trpc/context.ts'
import { countSignIn } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { findAccount } from './queries.ts'
import type { Scope } from './scope.ts'

/** Asks for the own password again before something that cannot be taken back; guesses count as sign-ins. */
export async function requireOwnPassword(
  { services: { db }, request }: Context,
  scope: Scope,
  password: string,
  title = 'Wrong Password',
): Promise<void> {
  const attempt = await countSignIn(db, scope.email, request.ip)
  const account = await findAccount(db, scope.email)
  if (!(await verifyPassword(account?.password_hash ?? null, password))) {
    throw new AppError('BAD_REQUEST', 'The current password is not right.', {
      reason: 'wrong_password',
      title,
    })
  }
  await attempt.refund()
}
