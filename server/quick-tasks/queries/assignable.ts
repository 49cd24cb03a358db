import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { findPerson } from '../../people/queries.ts'

/** Oneself, or somebody of `people.list`; NOT_FOUND for anybody else. */
export async function requireAssignable(ctx: UserCtx, userId: string): Promise<string> {
  if (userId === ctx.actor.userId) return userId
  const person = await findPerson(ctx, userId)
  if (person === null) throw notFound('This person')
  return person.user_id
}
