import type { ApiTokenDto } from '#shared/api-tokens.ts'
import { parseScopes } from '#shared/token-scopes.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** All tokens of the caller, newest first; never the tokens themselves. */
export async function listApiTokens(ctx: UserCtx): Promise<ApiTokenDto[]> {
  const rows = await selectFrom(ctx, 'api_tokens')
    .select(['id', 'name', 'hint', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'last_used_over'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, scopes: parseScopes(row.scopes) }))
}
