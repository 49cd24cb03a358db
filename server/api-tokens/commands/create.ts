import type { z } from 'zod'
import { API_TOKEN_PREFIX, type apiTokenInput, type NewApiTokenDto } from '#shared/api-tokens.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'

/** Makes a token that acts as its owner; only its hash is kept. */
export function createApiToken(ctx: UserCtx, input: z.output<typeof apiTokenInput>): Promise<NewApiTokenDto> {
  const token = `${API_TOKEN_PREFIX}${newSecret()}`
  const { userId } = ctx.actor
  return transact(ctx, async (tx) => {
    const row = {
      id: newId(),
      name: input.name,
      hint: token.slice(-4),
      access: input.access,
      created_at: toInstant(tx.now),
      expires_at: toInstant(addDays(tx.now, input.expires_in_days)),
      last_used_at: null,
    }
    await insertInto(tx, 'api_tokens')
      .values({ ...row, user_id: userId, token_hash: hashSecret(token) })
      .execute()
    const { id, name, access } = row
    await record(tx, 'api-token.created', { id, userId, name, access, until: row.expires_at.slice(0, 10) })
    return { ...row, token }
  })
}
