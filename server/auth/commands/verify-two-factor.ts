import type { z } from 'zod'
import type { SignInDto } from '#shared/auth.ts'
import type { verifyTwoFactorInput } from '#shared/two-factor.ts'
import { AppError } from '../../errors.ts'
import type { Context } from '../../trpc/context.ts'
import { countCode } from '../limits.ts'
import { findAccount, getRecipient } from '../queries.ts'
import { spendCode } from '../two-factor.ts'
import { countTry, endChallenges } from './challenge.ts'
import { enter } from './sign-in.ts'

/** The second step of signing in: five tries for each right password. */
export async function verifyTwoFactor(
  ctx: Context,
  input: z.output<typeof verifyTwoFactorInput>,
): Promise<SignInDto> {
  const { db, clock } = ctx.services
  const userId = await countTry(db, input.challenge, clock())
  if (userId === null) throw gone()
  const attempt = await countCode(db, userId)
  if (!(await spendCode(ctx.services, userId, input.code))) {
    throw new AppError('UNAUTHORIZED', 'This code is wrong or was used already.', {
      reason: 'wrong_code',
      title: 'Login Failed',
    })
  }
  await attempt.refund()
  const { email } = await getRecipient(db, userId)
  const account = await findAccount(db, email)
  if (account === null) throw gone()
  return enter(ctx, account, (trx) => endChallenges(trx, userId))
}

const gone = (): AppError =>
  new AppError('UNAUTHORIZED', 'This sign-in took too long or had too many tries. Please sign in again.', {
    reason: 'challenge_gone',
    title: 'Login Failed',
  })
