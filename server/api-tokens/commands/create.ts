import type { z } from 'zod'
import {
  API_TOKEN_PREFIX,
  type apiTokenInput,
  MAX_API_TOKENS,
  type NewApiTokenDto,
} from '#shared/api-tokens.ts'
import { requireKeyHolder } from '../../auth/key-holder.ts'
import { reAuthenticate } from '../../auth/re-auth.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { Tx, UserCtx, UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'

type NewApiToken = z.output<typeof apiTokenInput>

/** Makes a token for whoever proves again that they are its owner. */
export async function createApiToken(ctx: UserRequest, input: NewApiToken): Promise<NewApiTokenDto> {
  await requireKeyHolder(ctx)
  await reAuthenticate(ctx, input)
  return issueApiToken(ctx, input)
}

/** A token that acts as the caller within its scopes; only its hash is kept. */
function issueApiToken(ctx: UserCtx, input: NewApiToken): Promise<NewApiTokenDto> {
  const token = `${API_TOKEN_PREFIX}${newSecret()}`
  const { userId, name: ownerName, email } = ctx.actor
  return transact(ctx, async (tx) => {
    await requireRoom(tx)
    const row = {
      id: newId(),
      name: input.name,
      hint: token.slice(-4),
      created_at: toInstant(tx.now),
      expires_at: toInstant(addDays(tx.now, input.expires_in_days)),
      last_used_at: null,
      last_used_over: null,
    }
    const scopes = input.scopes.join(' ')
    await insertInto(tx, 'api_tokens')
      .values({ ...row, scopes, user_id: userId, token_hash: hashSecret(token) })
      .execute()
    await record(tx, 'api-token.created', {
      id: row.id,
      userId,
      name: row.name,
      scopes,
      until: row.expires_at.slice(0, 10),
      to: { name: ownerName, email },
    })
    return { ...row, scopes: input.scopes, token }
  })
}

/** Touching the owner's row first lets tokens made at the same time wait for each other. */
async function requireRoom(tx: Tx<UserCtx>): Promise<void> {
  const { userId } = tx.actor
  await tx.db
    .updateTable('users')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', userId)
    .execute()
  const { live } = await selectFrom(tx, 'api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', toInstant(tx.now))
    .executeTakeFirstOrThrow()
  if (live < MAX_API_TOKENS) return
  throw new AppError(
    'CONFLICT',
    `You have ${live} tokens, and ${MAX_API_TOKENS} is the most. Revoke one that isn't needed any more.`,
    { reason: 'too_many_tokens' },
  )
}
