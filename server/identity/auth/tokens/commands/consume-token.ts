import type { Tx } from '../../../../base/core/context.ts'
import { hashSecret } from '../../../../base/core/secret-box.ts'
import { toInstant } from '../../../../base/db/values.ts'
import type { TokenPurpose } from './issue-token.ts'

/** Consumes the token and returns its user; null if it is unknown, used, or expired. */
export async function consumeToken(tx: Tx, secret: string, purpose: TokenPurpose): Promise<string | null> {
  const token = await tx.db
    .deleteFrom('tokens')
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
  return token !== undefined && token.expires_at > toInstant(tx.now) ? token.user_id : null
}
