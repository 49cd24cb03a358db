import type { z } from 'zod'
import { API_TOKEN_PREFIX, type apiTokenInput, type NewApiTokenDto } from '#shared/api-tokens.ts'
import { recordAudit } from '../audit/commands.ts'
import type { Scope } from '../auth/scope.ts'
import { hashSecret, newSecret } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { addDays, newId, toInstant } from '../db/values.ts'
import { notFound } from '../errors.ts'

/** Makes a token that acts as its owner; only its hash is kept. */
export function createApiToken(
  db: Db,
  scope: Scope,
  input: z.output<typeof apiTokenInput>,
): Promise<NewApiTokenDto> {
  const token = `${API_TOKEN_PREFIX}${newSecret()}`
  return transact(db, async (trx) => {
    const row = {
      id: newId(),
      name: input.name,
      hint: token.slice(-4),
      access: input.access,
      created_at: toInstant(scope.now),
      expires_at: toInstant(addDays(scope.now, input.expires_in_days)),
      last_used_at: null,
    }
    await trx
      .insertInto('api_tokens')
      .values({ ...row, user_id: scope.userId, token_hash: hashSecret(token) })
      .execute()
    await recordAudit(trx, scope, {
      action: 'api-token.created',
      subject: { type: 'api_token', id: row.id },
      detail: `${row.name} (${row.access}), until ${row.expires_at.slice(0, 10)}`,
    })
    return { ...row, token }
  })
}

/** Ends a token at once. */
export function revokeApiToken(db: Db, scope: Scope, id: string): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const token = await trx
      .deleteFrom('api_tokens')
      .where('user_id', '=', scope.userId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (token === undefined) throw notFound('This token')
    await recordAudit(trx, scope, {
      action: 'api-token.revoked',
      subject: { type: 'api_token', id },
      detail: token.name,
    })
    return { id }
  })
}

/** Notes that a token was used, to the minute, so that a busy program does not write at every call. */
export async function touchApiToken(db: Db, id: string, now: Date): Promise<void> {
  const minute = `${toInstant(now).slice(0, 16)}:00.000Z`
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: minute })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minute)]))
    .execute()
}
