import type { PaymentSettingsDto } from '#shared/payment-accounts.ts'
import { isTestKey, providerName } from '../../adapters/payment-provider.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'

/** How the portal takes cards. */
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
    keys: stripe === null ? 'none' : isTestKey(stripe.secretKey) ? 'test' : 'live',
    test_provider: providerName(ctx.services.config) === 'test',
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
