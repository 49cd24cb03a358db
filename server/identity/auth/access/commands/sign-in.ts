import type { z } from 'zod'
import {
  REDIRECT_AFTER_DEMO_SIGN_IN_MS,
  REDIRECT_AFTER_SIGN_IN_MS,
  type SignInDto,
} from '#shared/identity/auth.ts'
import type { signInInput } from '#shared/identity/schemas/auth.ts'
import { AppError, agencyMoved } from '../../../../base/core/calls/errors.ts'
import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { asPerson } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { emailKey, findMovedKey } from '../../../../base/db/agency-move/moved-keys.ts'
import { lockAccount } from '../../accounts/commands/lock-account.ts'
import { requestVerification } from '../../accounts/commands/request-verification.ts'
import { type AccountRow, findAccount, maySignIn, toPerson } from '../../accounts/queries/person.ts'
import { DEMO_PASSWORD, isDemoEmail } from '../../demo-accounts.ts'
import { countAccountMail, countSignIn } from '../../limits.ts'
import { verifyPassword } from '../../passwords.ts'
import { issueChallenge } from '../../proof/commands/issue-challenge.ts'
import { hasTwoFactor } from '../../queries/two-factor.ts'
import { deviceName } from '../../rules.ts'
import { openSession } from './open-session.ts'

const TITLE = 'Login Failed'

/**
 * Signs in and sets the cookie, or asks for the second factor. A wrong password and an unknown email get the
 * same response in the same time.
 */
export async function signIn(ctx: RequestCtx, input: z.output<typeof signInInput>): Promise<SignInDto> {
  const account = await checkCredentials(ctx, input)
  if (await hasTwoFactor(ctx, account.user_id)) {
    const challenge = await transact(ctx, async (tx) => {
      if (!(await lockAccount(tx, account.user_id, account.password_hash))) throw wrongCredentials()
      return issueChallenge(tx, account.user_id)
    })
    return {
      redirect_delay_ms: REDIRECT_AFTER_SIGN_IN_MS,
      first: false,
      two_factor_required: true,
      challenge,
    }
  }
  return enter(ctx, account)
}

/** The account with this email and password; attempts are counted. */
export async function checkCredentials(
  ctx: RequestCtx,
  input: z.output<typeof signInInput>,
): Promise<AccountRow> {
  const { config } = ctx.services
  const account = await findAccount(ctx, input.email)
  const attempt = await countSignIn(ctx, input.email, account?.user_id)
  const by = attempt.known ? 'known' : 'stranger'
  const moved = account === undefined ? await findMovedKey(ctx.db, emailKey(input.email)) : undefined
  const stored = account?.password_hash ?? moved?.password_hash ?? null
  const isRight = await verifyPassword(stored, input.password, by)
  if (moved !== undefined && isRight) {
    await attempt.refund()
    throw agencyMoved(moved)
  }
  const isPublic = input.password === DEMO_PASSWORD && !config.demo
  if (account === undefined || !isRight || isPublic) {
    await transact(ctx, (tx) => recordRefusal(tx, account, input.email))
    throw wrongCredentials()
  }
  await attempt.refund()
  return account
}

export const wrongCredentials = (): AppError =>
  new AppError('UNAUTHORIZED', 'Invalid email or password.', { reason: 'wrong_credentials', title: TITLE })

/** Opens a session for someone who has authenticated, if they are admitted. */
export async function enter(
  ctx: RequestCtx,
  account: AccountRow,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<SignInDto> {
  const { config } = ctx.services
  const person = await requireAdmission(ctx, account)
  const cookies = await transact(ctx, async (tx) => {
    if (!(await lockAccount(tx, account.user_id, account.password_hash))) throw wrongCredentials()
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
    first: account.last_login === null,
    redirect_delay_ms: isDemo ? REDIRECT_AFTER_DEMO_SIGN_IN_MS : REDIRECT_AFTER_SIGN_IN_MS,
    two_factor_required: false,
    challenge: null,
  }
}

const recordRefusal = (tx: Tx, account: AccountRow | undefined, email: string): Promise<void> =>
  account === undefined
    ? record(tx, 'session.sign-in-failed', { id: 'unknown', email })
    : record(asPerson(tx, toPerson(account)), 'session.sign-in-failed', { id: account.user_id, email })

export function accountClosed({ role, disabled_at }: Pick<AccountRow, 'role' | 'disabled_at'>): AppError {
  const message =
    role === 'client' && disabled_at === null
      ? 'Portal access is turned off for your account. Please contact your agency.'
      : 'Your account is deactivated. Please contact your agency.'
  return new AppError('FORBIDDEN', message, { reason: 'access_disabled', title: TITLE })
}

/** Rejects people whose password is correct but who aren't admitted, with the reason. */
async function requireAdmission(ctx: RequestCtx, account: AccountRow) {
  const { user_id, email, role } = account
  if (role === null) {
    throw new AppError('UNAUTHORIZED', 'Login failed', { reason: 'profile_missing', title: TITLE })
  }
  if (!maySignIn(account)) throw accountClosed(account)
  if (ctx.services.config.requireEmailVerification && account.email_verified_at === null) {
    await countAccountMail(ctx, email)
    await transact(ctx, (tx) => requestVerification(tx, { userId: user_id, email, name: account.name }))
    const message = 'Please confirm your email first. We have sent you a new link.'
    throw new AppError('FORBIDDEN', message, { reason: 'email_unverified', title: TITLE })
  }
  return { user_id, email, role }
}
