import type { z } from 'zod'
import {
  REDIRECT_AFTER_DEMO_SIGN_IN_MS,
  REDIRECT_AFTER_SIGN_IN_MS,
  type SignInDto,
  type signInInput,
} from '#shared/auth.ts'
import type { RequestCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { asPerson } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { DEMO_PASSWORD, isDemoEmail } from '../demo-accounts.ts'
import { countAccountMail, countSignIn } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { type AccountRow, findAccount, maySignIn, toPerson } from '../queries/person.ts'
import { hasTwoFactor } from '../queries/two-factor.ts'
import { deviceName } from '../rules.ts'
import { issueChallenge } from './issue-challenge.ts'
import { openSession } from './open-session.ts'
import { requestVerification } from './request-verification.ts'

const TITLE = 'Login Failed'

/**
 * Signs in and sets the cookie, or asks for the second factor. A wrong password and an unknown e-mail
 * get the same answer and timing.
 */
export async function signIn(ctx: RequestCtx, input: z.output<typeof signInInput>): Promise<SignInDto> {
  const { config } = ctx.services
  const account = await findAccount(ctx, input.email)
  const attempt = await countSignIn(ctx, input.email, account?.user_id)
  const by = attempt.known ? 'known' : 'stranger'
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password, by)
  const isPublic = input.password === DEMO_PASSWORD && !config.demo
  if (account === undefined || !isRight || isPublic) {
    await transact(ctx, (tx) => recordRefusal(tx, account, input.email))
    throw new AppError('UNAUTHORIZED', 'Invalid email or password.', {
      reason: 'wrong_credentials',
      title: TITLE,
    })
  }
  await attempt.refund()
  if (await hasTwoFactor(ctx, account.user_id)) {
    const challenge = await issueChallenge(ctx, account.user_id)
    return { redirect_delay_ms: REDIRECT_AFTER_SIGN_IN_MS, two_factor_required: true, challenge }
  }
  return enter(ctx, account)
}

/** Opens the session of somebody who has proved who they are, if they may come in. */
export async function enter(
  ctx: RequestCtx,
  account: AccountRow,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SignInDto> {
  const { config } = ctx.services
  const person = await requireAdmission(ctx, account)
  const cookies = await transact(ctx, async (tx) => {
    await alongside(tx)
    await record(asPerson(tx, toPerson(account)), 'session.sign-in', {
      id: account.user_id,
      device: deviceName(ctx.request.userAgent),
      ip: ctx.request.ip,
    })
    return openSession(tx, person)
  })
  for (const cookie of cookies) ctx.setCookie(cookie)
  const isDemo = config.demo && isDemoEmail(account.email)
  return {
    redirect_delay_ms: isDemo ? REDIRECT_AFTER_DEMO_SIGN_IN_MS : REDIRECT_AFTER_SIGN_IN_MS,
    two_factor_required: false,
    challenge: null,
  }
}

const recordRefusal = (tx: Tx, account: AccountRow | undefined, email: string): Promise<void> =>
  account === undefined
    ? record(tx, 'session.sign-in-failed', { id: 'unknown', email })
    : record(asPerson(tx, toPerson(account)), 'session.sign-in-failed', { id: account.user_id, email })

/** Refuses people whose password is right but who may not come in, and says why. */
async function requireAdmission(ctx: RequestCtx, account: AccountRow) {
  const { user_id, email, role } = account
  if (role === null) {
    throw new AppError('UNAUTHORIZED', 'Login failed', { reason: 'profile_missing', title: TITLE })
  }
  if (!maySignIn(account)) {
    const message =
      role === 'client' && account.disabled_at === null
        ? 'Portal access is switched off for your account. Please contact your agency.'
        : 'Your account is deactivated. Please contact your agency.'
    throw new AppError('FORBIDDEN', message, { reason: 'access_disabled', title: TITLE })
  }
  if (ctx.services.config.requireEmailVerification && account.email_verified_at === null) {
    await countAccountMail(ctx, email)
    await transact(ctx, (tx) => requestVerification(tx, { userId: user_id, email, name: account.name }))
    const message = 'Please confirm your email first. We have sent you a new link.'
    throw new AppError('FORBIDDEN', message, { reason: 'email_unverified', title: TITLE })
  }
  return { user_id, email, role }
}
