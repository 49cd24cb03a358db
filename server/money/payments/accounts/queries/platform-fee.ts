import { percentOf } from '#shared/base/amounts/money.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { INSTANCE, type PaymentRow } from '../../rules.ts'
import { findAccount } from './accounts.ts'

/** The platform's fee on a payment to a connected account in minor units; zero for others. */
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
