import type { PaymentSettingsDto } from '#shared/money/payments/payment-accounts.ts'
import { instanceAccount, modeOf } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'

/** The portal's card payment settings. */
export async function getPaymentSettings(ctx: Ctx): Promise<PaymentSettingsDto> {
  const { stripe } = ctx.services.config
  const platform = await getPlatformRow(ctx)
  const agencies = await selectFrom(acrossAgencies(ctx), 'agencies')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const sharing = agencies.find(({ id }) => id === platform.instance_keys_agency_id)
  const only = agencies.length === 1 ? agencies[0] : undefined
  const candidate = sharing ?? only
  return {
    keys: stripe === null ? 'none' : modeOf(stripe.secretKey),
    test_provider: instanceAccount(ctx.services.config)?.open === 'to all',
    webhook: stripe !== null && stripe.webhookSecret !== null,
    connect_webhook: ctx.services.config.connectWebhookSecret !== null,
    share_with:
      candidate === undefined
        ? null
        : { id: candidate.id, name: candidate.name, shared: sharing !== undefined },
    agencies: agencies.length,
    connect: fromFlag(platform.connect_enabled),
    connect_fee_bps: platform.connect_fee_bps,
  }
}
