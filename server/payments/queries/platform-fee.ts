import { percentOf } from '#shared/money.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx } from '../../core/context.ts'
import { INSTANCE, type PaymentRow } from '../rules.ts'
import { findAccount } from './accounts.ts'

/** The platform's part of a payment to a connected account, in minor units; nothing of any other. */
export async function platformFee(
  ctx: Ctx,
  { account, amount }: Pick<PaymentRow, 'account' | 'amount'>,
): Promise<number> {
  if (account === INSTANCE) return 0
  const row = await findAccount(ctx, account)
  if (row?.kind !== 'connect') return 0
  const { connect_fee_bps } = await getPlatformRow(ctx)
  return percentOf(amount, connect_fee_bps)
}
