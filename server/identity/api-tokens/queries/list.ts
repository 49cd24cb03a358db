import type { ApiTokenDto } from '#shared/identity/api-tokens.ts'
import { parseScopes } from '#shared/identity/token-scopes.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The caller's tokens, newest first, without their secrets. */
export async function listApiTokens(ctx: UserCtx): Promise<ApiTokenDto[]> {
  const rows = await selectFrom(ctx, 'api_tokens')
    .select(['id', 'name', 'hint', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'last_used_over'])
    .where('user_id', '=', ctx.actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, scopes: parseScopes(row.scopes) }))
}
