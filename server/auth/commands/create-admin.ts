import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { emailText, requiredText } from '#shared/text.ts'
import { transact } from '../../db/transaction.ts'
import type { Services } from '../../trpc/context.ts'
import { createProfile, createUser } from '../../users/commands.ts'
import { hashPassword, requireStrongPassword } from '../passwords.ts'

type AdminServices = Pick<Services, 'db' | 'config' | 'clock'>

export const adminInput = z.strictObject({
  email: emailText(),
  name: requiredText('Please give a name.'),
})

/** A random password of 20 characters, for the person to change. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

/** Creates a platform administrator with a confirmed e-mail; CONFLICT when the e-mail has an account. */
export async function createPlatformAdmin(
  { db, config, clock }: AdminServices,
  input: z.input<typeof adminInput> & { password: string },
): Promise<void> {
  const { email, name } = adminInput.parse({ email: input.email, name: input.name })
  await requireStrongPassword({ ...config, demo: false }, input.password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  const now = clock()
  await transact(db, async (trx) => {
    const userId = await createUser(trx, { email, passwordHash, verified: true, now })
    await createProfile(trx, { userId, email, name, role: 'super_admin', agencyId: null, now })
  })
}

/** At the first start, the administrator the environment names; later starts change nothing. */
export async function ensureFirstAdmin(services: AdminServices): Promise<boolean> {
  const { firstAdmin } = services.config
  if (firstAdmin === null) return false
  const existing = await services.db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'super_admin')
    .executeTakeFirst()
  if (existing !== undefined) return false
  await createPlatformAdmin(services, { ...firstAdmin, name: 'Administrator' })
  return true
}
