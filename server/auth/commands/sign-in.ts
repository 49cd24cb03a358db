import type { z } from 'zod'
import { REDIRECT_AFTER_DEMO_SIGN_IN_MS, REDIRECT_AFTER_SIGN_IN_MS, type signInInput } from '#shared/auth.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import type { Context } from '../../trpc/context.ts'
import { recordSignIn } from '../../users/commands.ts'
import { DEMO_PASSWORD, isDemoEmail } from '../demo-accounts.ts'
import { maySignIn } from '../gate.ts'
import { countAccountMail, countSignIn } from '../limits.ts'
import { mailVerification } from '../mails.ts'
import { verifyPassword } from '../passwords.ts'
import { type AccountRow, findAccount } from '../queries.ts'
import { blankSessionCookie, endSession, startSession } from '../sessions.ts'

const TITLE = 'Login Failed'

/** Signs in and sets the cookie; a wrong password and an unknown e-mail get the same answer and timing. */
export async function signIn(
  ctx: Context,
  input: z.output<typeof signInInput>,
): Promise<{ redirect_delay_ms: number }> {
  const { db, config } = ctx.services
  const attempt = await countSignIn(db, input.email, ctx.request.ip)
  const account = await findAccount(db, input.email)
  const isRight = await verifyPassword(account?.password_hash ?? null, input.password)
  const isPublic = input.password === DEMO_PASSWORD && !config.demo
  if (account === null || !isRight || isPublic) {
    throw new AppError('UNAUTHORIZED', 'Invalid email or password.', {
      reason: 'wrong_credentials',
      title: TITLE,
    })
  }
  await attempt.refund()
  const person = await requireAdmission(ctx, account)
  const cookie = await transact(db, (trx) => openSession(ctx, trx, person))
  ctx.setCookie(cookie)
  const isDemo = config.demo && isDemoEmail(input.email)
  return { redirect_delay_ms: isDemo ? REDIRECT_AFTER_DEMO_SIGN_IN_MS : REDIRECT_AFTER_SIGN_IN_MS }
}

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
        await publishChange(trx, scope, { domains: ['auth'], agencyId: null, userId: scope.userId })
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
