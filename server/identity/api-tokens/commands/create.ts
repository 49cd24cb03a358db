import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { API_TOKEN_PREFIX, MAX_API_TOKENS, type NewApiTokenDto } from '#shared/identity/api-tokens.ts'
import type { apiTokenInput } from '#shared/identity/schemas/api-tokens.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { hashSecret, newSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { addDays, newId, toInstant } from '../../../base/db/values.ts'
import { lockAccount } from '../../auth/accounts/commands/lock-account.ts'
import { requireKeyHolder } from '../../auth/key-holder.ts'
import { reAuthenticate, wrongPassword } from '../../auth/re-auth.ts'

type NewApiToken = z.output<typeof apiTokenInput>

/** Creates a token after the caller has confirmed their identity. */
export async function createApiToken(ctx: UserRequest, input: NewApiToken): Promise<NewApiTokenDto> {
  await requireKeyHolder(ctx)
  const passwordHash = await reAuthenticate(ctx, input)
  return issueApiToken(ctx, input, passwordHash)
}

/** Creates a token that acts as the caller within its scopes; only its hash is stored. */
function issueApiToken(ctx: UserCtx, input: NewApiToken, passwordHash: string): Promise<NewApiTokenDto> {
  const token = `${API_TOKEN_PREFIX}${newSecret()}`
  const { userId, name: ownerName, email } = ctx.actor
  return transact(ctx, async (tx) => {
    if (!(await lockAccount(tx, userId, passwordHash))) throw wrongPassword('Wrong Password')
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
      until: dateInZone(new Date(row.expires_at), tx.actor.zone),
      to: { name: ownerName, email },
    })
    return { ...row, scopes: input.scopes, token }
  })
}

async function requireRoom(tx: Tx<UserCtx>): Promise<void> {
  const { userId } = tx.actor
  const { live } = await selectFrom(tx, 'api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', toInstant(tx.now))
    .executeTakeFirstOrThrow()
  if (live < MAX_API_TOKENS) return
  throw new AppError(
    'CONFLICT',
    `You have ${live} tokens, and ${MAX_API_TOKENS} is the limit. Revoke one you no longer need.`,
    { reason: 'too_many_tokens' },
  )
}
