import type { z } from 'zod'
import {
  REDIRECT_AFTER_DEMO_SIGN_IN_MS,
  REDIRECT_AFTER_SIGN_IN_MS,
  type SignInDto,
  type signInInput,
} from '#shared/auth.ts'
import { isRole } from '#shared/roles.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { deviceName } from '../../settings/rules.ts'
import type { Context } from '../../trpc/context.ts'
import { recordSignIn } from '../../users/commands.ts'
import { DEMO_PASSWORD, isDemoEmail } from '../demo-accounts.ts'
import { maySignIn } from '../gate.ts'
import { countAccountMail, countSignIn } from '../limits.ts'
import { mailVerification } from '../mails.ts'
import { verifyPassword } from '../passwords.ts'
import { type AccountRow, findAccount } from '../queries.ts'
import { blankSessionCookie, endSession, startSession } from '../sessions.ts'
import { hasTwoFactor } from '../two-factor.ts'
import { issueChallenge } from './challenge.ts'

const TITLE = 'Login Failed'

/**
 * Signs in and sets the cookie, or asks for the second factor. A wrong password and an unknown e-mail
 * get the same answer and timing.
 */
export async function signIn(ctx: Context, input: z.output<typeof signInInput>): Promise<SignInDto> {
  const { db, config, clock } = ctx.services
  const attempt = await countSignIn(db, input.email, ctx.request.ip)
  const account = await findAccount(db, input.email)
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password)
  const isPublic = input.password === DEMO_PASSWORD && !config.demo
  if (account === null || !isRight || isPublic) {
    await recordRefusal(db, clock(), account, input.email)
    throw new AppError('UNAUTHORIZED', 'Invalid email or password.', {
      reason: 'wrong_credentials',
      title: TITLE,
    })
  }
  await attempt.refund()
  if (await hasTwoFactor(db, account.user_id)) {
    const challenge = await issueChallenge(db, account.user_id, clock())
    return { redirect_delay_ms: REDIRECT_AFTER_SIGN_IN_MS, two_factor_required: true, challenge }
  }
  return enter(ctx, account)
}

/** Opens the session of somebody who has proved who they are, if they may come in. */
export async function enter(
  ctx: Context,
  account: AccountRow,
  alongside: (trx: Trx) => Promise<void> = async () => {},
): Promise<SignInDto> {
  const { db, config, clock } = ctx.services
  const person = await requireAdmission(ctx, account)
  const cookie = await transact(db, async (trx) => {
    await alongside(trx)
    await recordAudit(
      trx,
      {
        now: clock(),
        userId: account.user_id,
        name: account.name ?? account.email,
        role: isRole(person.role) ? person.role : null,
        agencyId: account.agency_id,
      },
      {
        action: 'session.sign-in',
        subject: { type: 'user', id: account.user_id },
        detail: `${deviceName(ctx.request.userAgent)}, ${ctx.request.ip}`,
      },
    )
    return openSession(ctx, trx, person)
  })
  ctx.setCookie(cookie)
  const isDemo = config.demo && isDemoEmail(account.email)
  return {
    redirect_delay_ms: isDemo ? REDIRECT_AFTER_DEMO_SIGN_IN_MS : REDIRECT_AFTER_SIGN_IN_MS,
    two_factor_required: false,
    challenge: null,
  }
}

const recordRefusal = (db: Db, now: Date, account: AccountRow | null, email: string): Promise<void> =>
  recordAudit(
    db,
    { now, userId: account?.user_id, name: account?.name ?? undefined, agencyId: account?.agency_id },
    {
      action: 'session.sign-in-failed',
      subject: { type: 'user', id: account?.user_id ?? 'unknown' },
      detail: email,
    },
  )

interface Person {
  user_id: string
  email: string
  role: string
}

/** Opens a session inside the transaction and ends the one before it; returns the cookie to set. */
export async function openSession(
  { services, sessionId, request }: Context,
  trx: Trx,
  person: Person,
): Promise<string> {
  const { config, clock } = services
  if (sessionId !== null) await endSession(trx, sessionId)
  await recordSignIn(trx, person.user_id, clock())
  const change = { domains: ['settings'], userId: person.user_id }
  await publishChange(trx, { agencyId: null, now: clock() }, change)
  const session = await startSession({ db: trx, config, clock }, person.user_id, {
    short: person.role === 'super_admin' || (config.demo && isDemoEmail(person.email)),
    ip: request.ip,
    user_agent: request.userAgent?.slice(0, 300) ?? null,
  })
  return session.cookie
}

/** Ends the caller's session everywhere it is open; fine when there is none. */
export async function signOut({ services, scope, sessionId, setCookie }: Context): Promise<{ ok: true }> {
  if (sessionId !== null) {
    await transact(services.db, async (trx) => {
      await endSession(trx, sessionId)
      if (scope !== null) {
        await publishChange(trx, scope, {
          domains: ['auth', 'settings'],
          agencyId: null,
          userId: scope.userId,
        })
      }
    })
  }
  setCookie(blankSessionCookie(services))
  return { ok: true }
}

/** Refuses people whose password is right but who may not come in, and says why. */
async function requireAdmission({ services }: Context, account: AccountRow): Promise<Person> {
  const { db, config, clock } = services
  const { user_id, email, role } = account
  if (role === null) {
    throw new AppError('UNAUTHORIZED', 'Login failed', { reason: 'profile_missing', title: TITLE })
  }
  if (!maySignIn({ ...account, role })) {
    const message =
      role === 'client' && account.disabled_at === null
        ? 'Portal access is switched off for your account. Please contact your agency.'
        : 'Your account is deactivated. Please contact your agency.'
    throw new AppError('FORBIDDEN', message, { reason: 'access_disabled', title: TITLE })
  }
  if (config.requireEmailVerification && account.email_verified_at === null) {
    await countAccountMail(db, email)
    const recipient = { userId: user_id, email, name: account.name ?? email }
    await transact(db, (trx) => mailVerification(trx, config, recipient, clock()))
    const message = 'Please confirm your email first. We have sent you a new link.'
    throw new AppError('FORBIDDEN', message, { reason: 'email_unverified', title: TITLE })
  }
  return { user_id, email, role }
}
