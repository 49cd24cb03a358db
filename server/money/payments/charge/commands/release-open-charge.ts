import { failedIntent } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { elapsedMs } from '../../../../base/db/elapsed.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { INTERRUPTED, INTERRUPTED_WORDS } from '../../rules.ts'
import { type Due, lockTerms } from './lock-terms.ts'
import { type CardOrder, findKnown } from './open-payment.ts'
import { settleCharge } from './settle-payment.ts'

const ABANDONED_AFTER_MINUTES = 2
/** How long someone else may take to authenticate. */
const OTHERS_AFTER_MINUTES = 15

/**
 * Prepares another attempt at an invoice whose terms are valid: cancels the payer's own charge awaiting
 * authentication or a voucher, and looks up one whose response was lost. Other people's charges are left
 * alone for a while, and their vouchers until they expire.
 */
export async function releaseOpenCharge(ctx: Ctx, order: CardOrder, due: Due): Promise<void> {
  // Including other payers'.
  const open = await selectFrom(acrossAgencies(ctx), 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'provider', 'account'])
    .select(['payer_user_id', 'payer_key', 'waiting_since'])
    .where('invoice_id', '=', due.invoiceId)
    .where('method', '=', 'card')
    .where('status', '=', 'pending')
    // The provider takes days to process it; the rest of the invoice can be paid meanwhile.
    .where('processing_since', 'is', null)
    .where('request_key', '!=', order.requestKey)
    .executeTakeFirst()
  if (open === undefined) return
  const provider = await providerOf(ctx, open.account)
  if (open.provider !== provider.name) return
  if ((await findKnown(ctx, order)) !== undefined) return
  const { amount, currency } = await transact(ctx, (tx) => lockTerms(tx, due))
  provider.requireChargeable?.(amount, currency)
  const isOlderThan = (minutes: number) => elapsedMs(open.created_at, ctx.now) > minutes * 60_000
  if (open.provider_payment_id !== null) {
    const isLeft = isOlderThan(OTHERS_AFTER_MINUTES) && open.waiting_since === null
    if (!isOwn(open, order, due) && !isLeft) return
    await settleCharge(ctx, open.id, await provider.cancel(open.provider_payment_id))
  } else if (isOlderThan(ABANDONED_AFTER_MINUTES)) {
    await settleLost(ctx, open)
  }
}

/** Started by the same account, or by link from the same address; a voucher by link belongs to all who have it. */
function isOwn(
  open: { payer_user_id: string | null; payer_key: string | null; waiting_since: string | null },
  { payerKey }: CardOrder,
  { payer }: Due,
): boolean {
  if (open.payer_user_id !== null || payer.userId !== null) return open.payer_user_id === payer.userId
  if (open.waiting_since !== null) return true
  return open.payer_key !== null && open.payer_key === payerKey
}

/** Settles a payment whose response was lost; if it doesn't exist at the provider, it has failed. */
export async function settleLost(
  ctx: Ctx,
  payment: { id: string; idempotency_key: string; created_at: string; account: string },
): Promise<void> {
  const provider = await providerOf(ctx, payment.account)
  const found = await provider.find({
    id: payment.id,
    idempotencyKey: payment.idempotency_key,
    createdAt: payment.created_at,
  })
  await settleCharge(ctx, payment.id, found ?? failedIntent(INTERRUPTED_WORDS, INTERRUPTED))
}
