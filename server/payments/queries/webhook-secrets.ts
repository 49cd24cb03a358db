import { readInstanceKey } from '../../core/config.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { openSecret } from '../../core/secret-box.ts'
import { findAccount } from './accounts.ts'

/** What signs the events of an account with own keys; null for any other and for ones that are not there. */
export async function webhookSecretOf(ctx: Ctx, id: string): Promise<string | null> {
  const row = await findAccount(ctx, id)
  if (row?.kind !== 'keys' || row.webhook_secret === null) return null
  try {
    return openSecret(readInstanceKey(ctx.services.config.dataDir), row.webhook_secret)
  } catch (error) {
    ctx.services.log.error(
      { err: error, account: id },
      'the signing secret of a payment account can’t be read',
    )
    return null
  }
}

/** Our account of one that Stripe names; null where it is connected to no agency. */
export async function connectedAccount(ctx: Ctx, providerAccountId: string): Promise<string | null> {
  const row = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('id')
    .where('kind', '=', 'connect')
    .where('provider_account_id', '=', providerAccountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
