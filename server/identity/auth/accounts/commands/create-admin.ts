import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { emailText, requiredText } from '#shared/base/schemas/text.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { hashPassword, requireStrongPassword } from '../../passwords.ts'
import { createProfile, createUser } from './create-user.ts'

export const adminInput = z.strictObject({
  email: emailText(),
  name: requiredText('Please enter a name.'),
})

/** A random password of 20 characters, to be changed by the person. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

/** Creates a platform administrator with a confirmed email; throws CONFLICT if the email has an account. */
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

/** Creates the administrator set in the environment at the first start; a no-op later. */
export async function ensureFirstAdmin(ctx: Ctx): Promise<boolean> {
  const { firstAdmin } = ctx.services.config
  if (firstAdmin === null) return false
  if (await hasAdmin(ctx)) return false
  try {
    await createPlatformAdmin(ctx, { ...firstAdmin, name: 'Administrator' })
    return true
  } catch (error) {
    // Another process started at the same time and was first.
    if (error instanceof AppError && error.code === 'CONFLICT' && (await hasAdmin(ctx))) return false
    if (error instanceof AppError && error.details.reason === 'weak_password') {
      throw new Error(`ADMIN_PASSWORD can’t be used: ${error.message}`)
    }
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
