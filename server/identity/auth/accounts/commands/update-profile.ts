import type { z } from 'zod'
import type { SessionDto } from '#shared/identity/auth.ts'
import type { updateProfileInput } from '#shared/identity/schemas/auth.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { countRename } from '../../limits.ts'
import { getSession } from '../../queries/session.ts'
import { rememberName } from './remember-name.ts'

/** Updates the given fields only and returns the profile. */
export async function updateProfile(
  ctx: UserCtx,
  input: z.output<typeof updateProfileInput>,
): Promise<SessionDto> {
  const { userId, name: before, email } = ctx.actor
  const { name, company } = input
  const isRenamed = name !== undefined && name !== before
  if (isRenamed) await countRename(ctx, userId)
  await transact(ctx, async (tx) => {
    if (isRenamed) await rememberName(tx, { userId, name: before, email })
    await updateTable(tx, 'profiles')
      .set({ updated_at: toInstant(tx.now) })
      .$if(name !== undefined, (query) => query.set({ name }))
      .$if(company !== undefined, (query) => query.set({ company }))
      .where('user_id', '=', userId)
      .execute()
    await record(tx, 'profile.updated', { id: userId, userId })
  })
  return getSession(ctx)
}
