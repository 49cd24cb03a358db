import type { z } from 'zod'
import type { SignInDto } from '#shared/identity/auth.ts'
import type { verifyTwoFactorInput } from '#shared/identity/schemas/two-factor.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { RequestCtx } from '../../../../base/core/context.ts'
import { findAccount, findPerson } from '../../accounts/queries/person.ts'
import { countCode } from '../../limits.ts'
import { countTry, endChallenges } from '../../proof/commands/issue-challenge.ts'
import { spendCode } from '../../proof/commands/spend-code.ts'
import { enter } from './sign-in.ts'

/** The second step of signing in, with five attempts per correct password. */
export async function verifyTwoFactor(
  ctx: RequestCtx,
  input: z.output<typeof verifyTwoFactorInput>,
): Promise<SignInDto> {
  const userId = await countTry(ctx, input.challenge)
  if (userId === null) throw challengeExpired()
  const attempt = await countCode(ctx, userId)
  if (!(await spendCode(ctx, userId, input.code))) {
    throw new AppError('UNAUTHORIZED', 'This code is wrong or has already been used.', {
      reason: 'wrong_code',
      title: 'Login Failed',
    })
  }
  await attempt.refund()
  const person = await findPerson(ctx, userId)
  const account = person && (await findAccount(ctx, person.email))
  if (account === undefined) throw challengeExpired()
  return enter(ctx, account, async (tx) => {
    // A new password has ended it at this moment.
    if (!(await endChallenges(tx, userId))) throw challengeExpired()
  })
}

const challengeExpired = (): AppError =>
  new AppError('UNAUTHORIZED', 'This sign-in took too long or had too many attempts. Please sign in again.', {
    reason: 'challenge_gone',
    title: 'Login Failed',
  })
