import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { emailText, requiredText } from '#shared/text.ts'
import type { Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { hashPassword, requireStrongPassword } from '../passwords.ts'
import { createProfile, createUser } from './create-user.ts'

export const adminInput = z.strictObject({
  email: emailText(),
  name: requiredText('Please give a name.'),
})

/** A random password of 20 characters, for the person to change. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

/** Creates a platform administrator with a confirmed e-mail; CONFLICT when the e-mail has an account. */
export async function createPlatformAdmin(
  ctx: Ctx,
  input: z.input<typeof adminInput> & { password: string },
): Promise<void> {
  const { email, name } = adminInput.parse({ email: input.email, name: input.name })
  await requireStrongPassword({ ...ctx.services.config, demo: false }, input.password, {
    short: 'Password too short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password, 'known')
  await transact(ctx, async (tx) => {
    const userId = await createUser(tx, { email, passwordHash, verified: true })
    await createProfile(tx, { userId, email, name, role: 'super_admin', agencyId: null })
  })
}

/** At the first start, the administrator the environment names; later starts change nothing. */
export async function ensureFirstAdmin(ctx: Ctx): Promise<boolean> {
  const { firstAdmin } = ctx.services.config
  if (firstAdmin === null) return false
  if (await hasAdmin(ctx)) return false
  try {
    await createPlatformAdmin(ctx, { ...firstAdmin, name: 'Administrator' })
    return true
  } catch (error) {
    // Another process started at the same moment and was first.
    if (error instanceof AppError && error.code === 'CONFLICT' && (await hasAdmin(ctx))) return false
    throw error
  }
}

async function hasAdmin(ctx: Ctx): Promise<boolean> {
  const existing = await selectFrom(ctx, 'profiles')
    .select('id')
    .where('role', '=', 'super_admin')
    .executeTakeFirst()
  return existing !== undefined
}
