import type { Tx } from '../../../../base/core/context.ts'
import { hashSecret, newSecret } from '../../../../base/core/secret-box.ts'
import { addMinutes, toInstant } from '../../../../base/db/values.ts'

export type TokenPurpose = 'verify_email' | 'reset_password'

/** How long an emailed link works. */
export const LIFETIME_MINUTES: Record<TokenPurpose, number> = {
  verify_email: 7 * 24 * 60,
  reset_password: 30,
}

/** Creates a secret for an emailed link; earlier links for the same purpose become invalid. */
export async function issueToken(
  tx: Tx,
  userId: string,
  purpose: TokenPurpose,
  minutes = LIFETIME_MINUTES[purpose],
): Promise<string> {
  const secret = newSecret()
  await deleteTokens(tx, userId, purpose)
  await tx.db
    .insertInto('tokens')
    .values({
      token_hash: hashSecret(secret),
      user_id: userId,
      purpose,
      created_at: toInstant(tx.now),
      expires_at: toInstant(addMinutes(tx.now, minutes)),
    })
    .execute()
  return secret
}

export async function deleteTokens(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}
