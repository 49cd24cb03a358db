import type { ApiTokenDto } from '#shared/api-tokens.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'

/** The caller's own tokens, newest first; never the tokens themselves. */
export function listApiTokens(db: Db, scope: Scope): Promise<ApiTokenDto[]> {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'hint', 'access', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}
