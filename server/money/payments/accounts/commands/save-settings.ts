import type { z } from 'zod'
import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import type { PaymentSettingsDto } from '#shared/money/payments/payment-accounts.ts'
import type { paymentSettingsInput } from '#shared/money/payments/schemas/payment-accounts.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { UserRequest } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toFlag, toInstant } from '../../../../base/db/values.ts'
import { reAuthenticate } from '../../../../identity/auth/re-auth.ts'
import { getPaymentSettings } from '../queries/settings.ts'

/**
 * Saves who may use the portal's keys and whether agencies can connect accounts. Keys can only be shared with
 * an agency that is the only one, and no agency created later can use them.
 */
export async function savePaymentSettings(
  ctx: UserRequest,
  input: z.output<typeof paymentSettingsInput>,
): Promise<PaymentSettingsDto> {
  await reAuthenticate(ctx, input)
  return transact(ctx, async (tx) => {
    const { keys, share_with } = await getPaymentSettings(tx)
    if (input.share_keys && share_with === null) {
      throw new AppError(
        'CONFLICT',
        'The portal’s keys can only be shared where the portal has a single agency.',
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
