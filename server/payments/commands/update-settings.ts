import type { z } from 'zod'
import { formatBasisPoints } from '#shared/money.ts'
import type { PaymentSettingsDto, paymentSettingsInput } from '#shared/payment-accounts.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { getPaymentSettings } from '../queries/settings.ts'

/**
 * Saves who may use the portal's keys and whether agencies can connect accounts. Keys are shared with the only
 * agency there is, and with that one alone: who registers later takes nothing from it and gets nothing of it.
 */
export function savePaymentSettings(
  ctx: UserCtx,
  input: z.output<typeof paymentSettingsInput>,
): Promise<PaymentSettingsDto> {
  return transact(ctx, async (tx) => {
    const { keys, share_with } = await getPaymentSettings(tx)
    if (input.share_keys && share_with === null) {
      throw new AppError(
        'CONFLICT',
        'The portal’s keys can be shared with the only agency of a portal alone.',
      )
    }
    if (input.connect && keys === 'none') {
      throw new AppError('CONFLICT', 'Stripe Connect needs the portal’s own Stripe keys.')
    }
    await tx.db
      .updateTable('platform_settings')
      .set({
        instance_keys_agency_id: input.share_keys ? (share_with?.id ?? null) : null,
        connect_enabled: toFlag(input.connect),
        connect_fee_bps: input.connect_fee_bps,
        updated_at: toInstant(tx.now),
      })
      .where('id', '=', 'platform')
      .execute()
    await record(tx, 'platform.payments-changed', {
      id: 'platform',
      agencyId: null,
      shared: input.share_keys ? (share_with?.name ?? null) : null,
      connect: input.connect,
      fee: formatBasisPoints(input.connect_fee_bps),
    })
    return getPaymentSettings(tx)
  })
}
