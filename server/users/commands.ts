import type { AgencyId, Role } from '#shared/roles.ts'
import { isUniqueViolation } from '../db/dialect.ts'
import type { Trx } from '../db/schema.ts'
import { newId, toInstant } from '../db/values.ts'
import { AppError } from '../errors.ts'

export interface NewUser {
  /** Lower case. */
  email: string
  passwordHash: string
  verified: boolean
  now: Date
}

/** CONFLICT when the e-mail has an account. */
export async function createUser(trx: Trx, user: NewUser): Promise<string> {
  const id = newId()
  const now = toInstant(user.now)
  try {
    await trx
      .insertInto('users')
      .values({
        id,
        email: user.email,
        password_hash: user.passwordHash,
        email_verified_at: user.verified ? now : null,
        disabled_at: null,
        created_at: now,
      })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', 'An account with this email already exists.', {
      reason: 'email_taken',
      title: 'Registration Failed',
    })
  }
  return id
}

export interface NewProfile {
  userId: string
  email: string
  name: string
  role: Role
  agencyId: AgencyId | null
  clientId?: string | null
  employeeId?: string | null
  now: Date
}

export async function createProfile(trx: Trx, profile: NewProfile): Promise<void> {
  const now = toInstant(profile.now)
  await trx
    .insertInto('profiles')
    .values({
      id: newId(),
      user_id: profile.userId,
      email: profile.email,
      name: profile.name,
      role: profile.role,
      agency_id: profile.agencyId,
      client_id: profile.clientId ?? null,
      employee_id: profile.employeeId ?? null,
      avatar: null,
      company: null,
      created_at: now,
      updated_at: now,
      last_login: null,
    })
    .execute()
}

/** Notes that the person came in: who was active when is counted from these rows. */
export async function recordSignIn(trx: Trx, userId: string, now: Date): Promise<void> {
  const instant = toInstant(now)
  await trx.updateTable('profiles').set({ last_login: instant }).where('user_id', '=', userId).execute()
  await trx
    .insertInto('sign_in_events')
    .values({ id: newId(), user_id: userId, created_at: instant })
    .execute()
}
