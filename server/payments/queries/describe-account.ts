import type { PaymentAccountDto } from '#shared/payment-accounts.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { fromFlag } from '../../db/values.ts'
import { INSTANCE } from '../rules.ts'
import { type AccountRow, accountFor, currentAccount } from './accounts.ts'

/** Where the agency's client payments go, for its owners; no secret is part of it. */
export async function describeAccount(ctx: AgencyCtx): Promise<PaymentAccountDto> {
  const { agencyId } = ctx.reach
  const { config } = ctx.services
  const row = await currentAccount(ctx, agencyId)
  const { connect_enabled } = await getPlatformRow(ctx)
  return {
    takes: takenBy(await accountFor(ctx, agencyId), row, providerName(config) === 'test'),
    account: row === undefined ? null : toAccount(ctx, row),
    connect_offered: config.stripe !== null && fromFlag(connect_enabled),
    webhook_url: row?.kind === 'keys' ? webhookUrl(ctx, row.id) : null,
  }
}

function takenBy(
  account: string | null,
  row: AccountRow | undefined,
  test: boolean,
): PaymentAccountDto['takes'] {
  if (account === null) return 'none'
  if (account === INSTANCE) return test ? 'test' : 'portal'
  return row?.kind ?? 'none'
}

const toAccount = (ctx: Ctx, row: AccountRow): NonNullable<PaymentAccountDto['account']> => ({
  kind: row.kind,
  name: row.name,
  provider_account_id: row.provider_account_id,
  test_mode: row.livemode === 0,
  publishable_key: row.publishable_key,
  secret_hint: row.secret_hint,
  webhook:
    row.kind === 'keys' ? row.webhook_secret !== null : ctx.services.config.connectWebhookSecret !== null,
  charges_enabled: fromFlag(row.charges_enabled),
  payouts_enabled: fromFlag(row.payouts_enabled),
  details_submitted: fromFlag(row.details_submitted),
  checked_at: row.checked_at,
})

/** Where the provider sends the events of an agency's own keys. */
export const webhookUrl = (ctx: Ctx, id: string): string =>
  `${ctx.services.config.publicUrl}/stripe/webhook/accounts/${id}`
