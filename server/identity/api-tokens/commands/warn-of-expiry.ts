import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'

/** Days before its expiry that a token's owner is warned, once each. */
const FIRST_DAYS = 14
const LAST_DAYS = 3
/** Tokens unused for this long aren't worth a warning. */
const USED_DAYS = 30

/** Warns the owners of tokens in use that expire soon. */
export async function warnOfExpiry(ctx: Ctx): Promise<void> {
  const expiring = await selectFrom(ctx, 'api_tokens')
    .select(['id', 'user_id', 'name', 'expires_at'])
    .where('expires_at', '>', toInstant(ctx.now))
    .where('expires_at', '<=', toInstant(addDays(ctx.now, FIRST_DAYS)))
    .where('last_used_at', '>', toInstant(addDays(ctx.now, -USED_DAYS)))
    .orderBy('id')
    .execute()
  const of = ({ id, name }: (typeof expiring)[number]) => ({ id, agencyId: null, name: `“${name}”` })
  const last = toInstant(addDays(ctx.now, LAST_DAYS))
  await workThrough(ctx, { work: 'token-expiry', of }, expiring, (token) => {
    const { id, user_id: userId, name, expires_at: expiresAt } = token
    return transactIn(ctx, null, (tx) =>
      record(tx, 'api-token.expiring', { id, userId, name, expiresAt, isLast: expiresAt <= last }),
    )
  })
}
