import type { z } from 'zod'
import type { SessionDto, updateProfileInput } from '#shared/auth.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import type { Services } from '../../trpc/context.ts'
import { getSession } from '../queries.ts'
import type { Scope } from '../scope.ts'

/** Writes the given fields only and returns the fresh profile. */
export async function updateProfile(
  services: Services,
  scope: Scope,
  input: z.output<typeof updateProfileInput>,
): Promise<SessionDto> {
  await transact(services.db, async (trx) => {
    const { name, company } = input
    await trx
      .updateTable('profiles')
      .set({ updated_at: toInstant(scope.now) })
      .$if(name !== undefined, (query) => query.set({ name }))
      .$if(company !== undefined, (query) => query.set({ company }))
      .where('user_id', '=', scope.userId)
      .execute()
    await publishChange(trx, scope, { domains: ['auth', 'people'], userId: scope.userId })
  })
  return getSession(services, scope)
}
