import type { z } from 'zod'
import type { SessionDto, updateProfileInput } from '#shared/auth.ts'
import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getSession } from '../queries/session.ts'

/** Writes the given fields only and returns the fresh profile. */
export async function updateProfile(
  ctx: UserCtx,
  input: z.output<typeof updateProfileInput>,
): Promise<SessionDto> {
  const { userId } = ctx.actor
  await transact(ctx, async (tx) => {
    const { name, company } = input
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
