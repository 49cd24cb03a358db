import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { findPerson } from '../../people/queries.ts'

/** Requires the caller or someone in `people.list`; throws NOT_FOUND for anyone else. */
export async function requireAssignable(ctx: UserCtx, userId: string): Promise<string> {
  if (userId === ctx.actor.userId) return userId
  const person = await findPerson(ctx, userId)
  if (person === null) throw notFound('This person')
  return person.user_id
}
