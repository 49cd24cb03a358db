import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openForInstance } from '../../../../base/core/secret-box.ts'
import { type AccountRow, findAccount } from './accounts.ts'
import { keysOf } from './provider.ts'

/** The webhook signing secret of an account with its own keys; null for other or missing accounts. */
export async function webhookSecretOf(ctx: Ctx, id: string): Promise<string | null> {
  const row = await findAccount(ctx, id)
  if (row?.kind !== 'keys' || row.webhook_secret === null) return null
  try {
    return openForInstance(ctx.services.config, row.webhook_secret)
  } catch (error) {
    ctx.services.log.error(
      { err: error, account: id },
      'the signing secret of a payment account can’t be read',
    )
    return null
  }
}

/** Agencies' accounts with the portal's own secret key, whose events are signed with the portal's secret, too. */
export async function accountsWithPortalKeys(ctx: Ctx): Promise<string[]> {
  const { stripe } = ctx.services.config
  if (stripe === null) return []
  const rows = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .selectAll()
    .where('kind', '=', 'keys')
    .where('secret_hint', '=', stripe.secretKey.slice(-4))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter((row) => hasPortalKeys(ctx, row)).map(({ id }) => id)
}

/** Whether the account's secret key is the portal's. */
export const hasPortalKeys = ({ services }: Ctx, row: AccountRow): boolean =>
  services.config.stripe !== null &&
  row.kind === 'keys' &&
  keysOf(services, row)?.secretKey === services.config.stripe.secretKey

/** Our id for a connected Stripe account; null if it isn't connected to an agency. */
export async function connectedAccount(ctx: Ctx, providerAccountId: string): Promise<string | null> {
  const row = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('id')
    .where('kind', '=', 'connect')
    .where('provider_account_id', '=', providerAccountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
