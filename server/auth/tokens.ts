import type { Db, Trx } from '../db/schema.ts'
import { addMinutes, toInstant } from '../db/values.ts'
import { hashSecret, newSecret } from './sessions.ts'

export type TokenPurpose = 'verify_email' | 'reset_password'

const LIFETIME_MINUTES: Record<TokenPurpose, number> = { verify_email: 7 * 24 * 60, reset_password: 30 }

/** A new secret for a mailed link; earlier links of the same purpose stop working. */
export async function issueToken(
  trx: Trx,
  userId: string,
  purpose: TokenPurpose,
  now: Date,
  minutes = LIFETIME_MINUTES[purpose],
): Promise<string> {
  const secret = newSecret()
  await deleteTokens(trx, userId, purpose)
  await trx
    .insertInto('tokens')
    .values({
      token_hash: hashSecret(secret),
      user_id: userId,
      purpose,
      created_at: toInstant(now),
      expires_at: toInstant(addMinutes(now, minutes)),
    })
    .execute()
  return secret
}

/** Takes the token out of use and says whose it was; null when it is unknown, used or expired. */
export async function consumeToken(
  trx: Trx,
  secret: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<string | null> {
  const token = await trx
    .deleteFrom('tokens')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
  return token !== undefined && token.expires_at > toInstant(now) ? token.user_id : null
}

export async function deleteTokens(trx: Trx, userId: string, purpose: TokenPurpose): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<=', toInstant(now)).execute()
}
