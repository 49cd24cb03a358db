import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { hashSecret, newSecret } from '../../../../base/core/secret-box.ts'
import { addMinutes, toInstant } from '../../../../base/db/values.ts'

const CHALLENGE_MINUTES = 5
const TRIES = 5

/** Stores that the password was correct until the code is entered; returns the challenge's secret. */
export async function issueChallenge(ctx: Ctx, userId: string): Promise<string> {
  const challenge = newSecret()
  await ctx.db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashSecret(challenge),
      user_id: userId,
      attempts: 0,
      expires_at: toInstant(addMinutes(ctx.now, CHALLENGE_MINUTES)),
    })
    .execute()
  return challenge
}

/** Counts one of five attempts; returns the challenge's user, or null if it has ended. */
export async function countTry(ctx: Ctx, challenge: string): Promise<string | null> {
  const row = await ctx.db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', hashSecret(challenge))
    .where('expires_at', '>', toInstant(ctx.now))
    .where('attempts', '<', TRIES)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Returns whether there were any. */
export async function endChallenges(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sign_in_challenges')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
