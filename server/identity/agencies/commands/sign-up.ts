import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { BY_INVITATION } from '#shared/base/errors.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { signUpInput } from '#shared/identity/schemas/auth.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { RequestCtx, Services, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { asPerson, type Person } from '../../../base/core/rows/reach.ts'
import { transact } from '../../../base/core/transaction.ts'
import { openSession } from '../../auth/access/commands/open-session.ts'
import { createProfile, createUser } from '../../auth/accounts/commands/create-user.ts'
import { requestVerification } from '../../auth/accounts/commands/request-verification.ts'
import { findAccount } from '../../auth/accounts/queries/person.ts'
import { countSignUp, countTakenAddress, mayTellOfSignUp } from '../../auth/limits.ts'
import { hashPassword, requireStrongPassword } from '../../auth/passwords.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import { createAgency } from './create.ts'

type SignUp = z.output<typeof signUpInput>

const TITLE = 'Registration Failed'
/** Longer than registering takes, so that response times don't reveal whether an address is known. */
const ANSWER_AFTER_MS = 250

/** Registers and signs in, or leaves the account pending until its email is confirmed. */
export async function signUp(ctx: RequestCtx, input: SignUp): Promise<{ signed_in: boolean }> {
  const { config } = ctx.services
  await countSignUp(ctx, ctx.request.ip)
  const { registration } = await getPlatformRow(ctx)
  if (registration === 'invitation') {
    throw new AppError('FORBIDDEN', BY_INVITATION, { reason: 'by_invitation', title: TITLE })
  }
  await requireStrongPassword(config, input.password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  if (config.requireEmailVerification) {
    await Promise.all([registerQuietly(ctx, input, passwordHash), sleep(ANSWER_AFTER_MS)])
    return { signed_in: false }
  }
  const attempt = await countTakenAddress(ctx, ctx.request.ip)
  const cookies = await transact(ctx, async (tx) => {
    const { userId, email } = await registerPerson(tx, input, passwordHash)
    return openSession(tx, { user_id: userId, email, role: input.role })
  })
  await attempt.refund()
  for (const cookie of cookies) ctx.setCookie(cookie)
  return { signed_in: true }
}

/** Responds the same if the address already has an account, and informs its owner by mail. */
async function registerQuietly(ctx: RequestCtx, input: SignUp, passwordHash: string): Promise<void> {
  try {
    await transact(ctx, (tx) => registerPerson(tx, input, passwordHash))
  } catch (error) {
    if (!isTaken(error)) throw error
    await notifyOwner(ctx, input.email)
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof AppError && error.details.reason === 'email_taken'

async function notifyOwner(ctx: RequestCtx, address: string): Promise<void> {
  const account = await findAccount(ctx, address)
  if (account === undefined || account.disabled_at !== null) return
  if (!(await mayTellOfSignUp(ctx, address))) return
  const { user_id: id, email, name } = account
  await transact(ctx, (tx) => record(tx, 'user.registered-again', { id, to: { email, name } }))
}

/** Creates user, agency, and profile in one transaction. */
export async function registerPerson(
  tx: Tx,
  input: Omit<SignUp, 'password'>,
  passwordHash: string,
): Promise<Person> {
  const { log } = tx.services
  const { email, name, role } = input
  const userId = await attempt(log, 'Failed to create user', () =>
    createUser(tx, { email, passwordHash, verified: false }),
  )
  const agencyName = input.agency_name ?? ''
  let agencyId: AgencyId | null = null
  if (role === 'agency_admin') {
    agencyId = await attempt(log, 'Failed to create agency: it could not be saved. Please try again.', () =>
      createAgency(tx, { name: agencyName, ownerId: userId, timezone: input.timezone }),
    )
  }
  await createProfile(tx, { userId, email, name, role, agencyId })
  const person: Person = { userId, name, email, role, agencyId, clientId: null, employeeId: null }
  const registered = asPerson(tx, person)
  if (agencyId === null) await record(registered, 'user.registered', { id: userId, name })
  else await record(registered, 'agency.registered', { id: agencyId, name: agencyName })
  await requestVerification(registered, { userId, email, name })
  return person
}

/** Names the step that failed without exposing the database's error. */
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
