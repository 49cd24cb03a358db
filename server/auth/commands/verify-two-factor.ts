import type { z } from 'zod'
import type { SignInDto } from '#shared/auth.ts'
import type { verifyTwoFactorInput } from '#shared/two-factor.ts'
import type { RequestCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { countCode } from '../limits.ts'
import { findAccount, findPerson } from '../queries/person.ts'
import { countTry, endChallenges } from './issue-challenge.ts'
import { enter } from './sign-in.ts'
import { spendCode } from './spend-code.ts'

/** The second step of signing in: five tries for each right password. */
export async function verifyTwoFactor(
  ctx: RequestCtx,
  input: z.output<typeof verifyTwoFactorInput>,
): Promise<SignInDto> {
  const userId = await countTry(ctx, input.challenge)
  if (userId === null) throw gone()
  const attempt = await countCode(ctx, userId)
  if (!(await spendCode(ctx, userId, input.code))) {
    throw new AppError('UNAUTHORIZED', 'This code is wrong or was used already.', {
      reason: 'wrong_code',
      title: 'Login Failed',
    })
  }
  await attempt.refund()
  const person = await findPerson(ctx, userId)
  const account = person && (await findAccount(ctx, person.email))
  if (account === undefined) throw gone()
  return enter(ctx, account, (tx) => endChallenges(tx, userId))
}

const gone = (): AppError =>
  new AppError('UNAUTHORIZED', 'This sign-in took too long or had too many tries. Please sign in again.', {
    reason: 'challenge_gone',
    title: 'Login Failed',
  })
