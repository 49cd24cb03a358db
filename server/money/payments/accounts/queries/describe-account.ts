import type { AgencyId } from '#shared/base/roles.ts'
import type { PaymentAccountDto } from '#shared/money/payments/payment-accounts.ts'
import { type InstanceAccount, instanceAccount } from '../../../../base/adapters/payments/payment-provider.ts'
import type { AgencyCtx, Ctx } from '../../../../base/core/context.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { agencyUrl } from '../../../../identity/agencies/queries/host.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { INSTANCE } from '../../rules.ts'
import { type AccountRow, accountFor, currentAccount } from './accounts.ts'
import { hasPortalKeys } from './webhook-secrets.ts'

/** The agency's payment account for its owners, without secrets. */
export async function describeAccount(ctx: AgencyCtx): Promise<PaymentAccountDto> {
  const { agencyId } = ctx.reach
  const { config } = ctx.services
  const row = await currentAccount(ctx, agencyId)
  const { connect_enabled } = await getPlatformRow(ctx)
  return {
    takes: takenBy(await accountFor(ctx, agencyId), row, instanceAccount(config)),
    account: row === undefined ? null : toAccount(ctx, row),
    connect_offered: config.stripe !== null && fromFlag(connect_enabled),
    webhook_url: row?.kind === 'keys' ? await webhookUrl(ctx, agencyId, row.id) : null,
  }
}

function takenBy(
  account: string | null,
  row: AccountRow | undefined,
  instance: InstanceAccount | null,
): PaymentAccountDto['takes'] {
  if (account === null) return 'none'
  if (account === INSTANCE) return instance?.open === 'to all' ? 'test' : 'portal'
  return row?.kind ?? 'none'
}

const toAccount = (ctx: Ctx, row: AccountRow): NonNullable<PaymentAccountDto['account']> => ({
  kind: row.kind,
  name: row.name,
  provider_account_id: row.provider_account_id,
  test_mode: row.livemode === 0,
  publishable_key: row.publishable_key,
  secret_hint: row.secret_hint,
  webhook: receivesEvents(ctx, row),
  charges_enabled: fromFlag(row.charges_enabled),
  payouts_enabled: fromFlag(row.payouts_enabled),
  details_submitted: fromFlag(row.details_submitted),
  checked_at: row.checked_at,
})

function receivesEvents(ctx: Ctx, row: AccountRow): boolean {
  const { config } = ctx.services
  if (row.kind === 'connect') return config.connectWebhookSecret !== null
  return row.webhook_secret !== null || (hasPortalKeys(ctx, row) && config.stripe?.webhookSecret != null)
}

/** The URL for webhooks of an agency's own keys. */
export const webhookUrl = async (ctx: Ctx, agencyId: AgencyId, id: string): Promise<string> =>
  `${await agencyUrl(ctx, agencyId)}/stripe/webhook/accounts/${id}`
