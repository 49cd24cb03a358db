import type { z } from 'zod'
import type { signUpInput } from '#shared/auth.ts'
import { BY_INVITATION } from '#shared/errors.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import { createAgency } from '../../agencies/commands.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { notifyPlatform } from '../../notifications/commands/about-platform.ts'
import { getPlatformRow } from '../../platform/queries.ts'
import type { Context, Services } from '../../trpc/context.ts'
import { createProfile, createUser } from '../../users/commands.ts'
import { countSignUp } from '../limits.ts'
import { mailVerification } from '../mails.ts'
import { hashPassword, requireStrongPassword } from '../passwords.ts'
import { DEFAULT_CALENDAR, type Scope } from '../scope.ts'
import { openSession } from './sign-in.ts'

type SignUp = z.output<typeof signUpInput>

const TITLE = 'Registration Failed'

/** Registers and signs in at once, or leaves the account waiting for its e-mail to be confirmed. */
export async function signUp(ctx: Context, input: SignUp): Promise<{ signed_in: boolean }> {
  const { db, config } = ctx.services
  await countSignUp(db, ctx.request.ip)
  const { registration } = await getPlatformRow(db)
  if (registration === 'invitation') {
    throw new AppError('FORBIDDEN', BY_INVITATION, { reason: 'by_invitation', title: TITLE })
  }
  await requireStrongPassword(config, input.password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  const cookie = await transact(db, async (trx) => {
    const scope = await registerPerson(trx, ctx.services, input, passwordHash)
    if (config.requireEmailVerification) return null
    return openSession(ctx, trx, { user_id: scope.userId, email: scope.email, role: input.role })
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return { signed_in: cookie !== null }
}

/** User, agency and profile in the one transaction: when any of them fails, none exists. */
export async function registerPerson(
  trx: Trx,
  services: Pick<Services, 'config' | 'log' | 'clock'>,
  input: Omit<SignUp, 'password'>,
  passwordHash: string,
): Promise<Scope> {
  const { config, log } = services
  const now = services.clock()
  const { email, name, role } = input
  const userId = await attempt(log, 'Failed to create user', () =>
    createUser(trx, { email, passwordHash, verified: false, now }),
  )
  let agencyId: AgencyId | null = null
  if (role === 'agency_admin') {
    agencyId = await attempt(log, 'Failed to create agency: it could not be saved. Please try again.', () =>
      createAgency(trx, { name: input.agency_name ?? '', ownerId: userId, timezone: input.timezone, now }),
    )
  }
  await createProfile(trx, { userId, email, name, role, agencyId, now })
  const scope: Scope = {
    userId,
    name,
    email,
    role,
    agencyId,
    clientId: null,
    employeeId: null,
    ...DEFAULT_CALENDAR,
    now,
  }
  await recordActivity(trx, scope, {
    action: agencyId === null ? 'user.registered' : 'agency.registered',
    subject: agencyId === null ? { type: 'user', id: userId } : { type: 'agency', id: agencyId },
    summary: `${agencyId === null ? name : input.agency_name} registered`,
    touches: ['agencies'],
  })
  if (agencyId !== null) await notifyPlatform(trx, scope, `${input.agency_name} started a trial`)
  await mailVerification(trx, config, { userId, email, name }, now)
  return scope
}

/** Names the step that failed without telling the caller how the database said it. */
async function attempt<Result>(
  log: Services['log'],
  message: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof AppError) throw error
    log.error({ err: error }, message)
    throw new AppError('SERVICE_UNAVAILABLE', message, { title: TITLE })
  }
}
