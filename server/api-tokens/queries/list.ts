import type { ApiTokenDto } from '#shared/api-tokens.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** The caller's own tokens, newest first; never the tokens themselves. */
export function listApiTokens(ctx: UserCtx): Promise<ApiTokenDto[]> {
  return selectFrom(ctx, 'api_tokens')
    .select(['id', 'name', 'hint', 'access', 'created_at', 'expires_at', 'last_used_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}
