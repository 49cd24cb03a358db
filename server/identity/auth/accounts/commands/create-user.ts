import type { AgencyId, Role } from '#shared/base/roles.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { insertInto } from '../../../../base/core/rows/rows.ts'
import { isUniqueViolation } from '../../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'

export interface NewUser {
  /** Lower case. */
  email: string
  passwordHash: string
  verified: boolean
}

/** Throws CONFLICT if the email has an account. */
export async function createUser(tx: Tx, user: NewUser): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  try {
    await tx.db
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
}

export async function createProfile(tx: Tx, profile: NewProfile): Promise<void> {
  const now = toInstant(tx.now)
  await insertInto(tx, 'profiles')
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
