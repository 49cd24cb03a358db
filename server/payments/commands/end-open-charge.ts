import type { Ctx, Tx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { providerOf } from '../queries/provider.ts'
import { INTERRUPTED } from '../rules.ts'
import {
  type CardOrder,
  type ChargeTerms,
  chargeableTerms,
  failedIntent,
  findKnown,
  settleCharge,
} from './charge.ts'

const ABANDONED_AFTER_MINUTES = 2
/** As long as somebody else may take with their bank. */
const OTHERS_AFTER_MINUTES = 15

interface NextTry {
  invoiceId: string
  payerUserId: string | null
  order: CardOrder
  termsOf: (tx: Tx) => Promise<ChargeTerms>
}

/**
 * Clears the way for another try at an invoice, once its terms hold: the payer's own charge that waits for its
 * authentication is ended, one whose answer was lost is looked up. Somebody else's is left alone for a while.
 */
export async function releaseOpenCharge(ctx: Ctx, next: NextTry): Promise<void> {
  const { invoiceId, order, termsOf } = next
  // Whoever else pays it, too.
  const open = await selectFrom(acrossAgencies(ctx), 'payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at', 'provider', 'account'])
    .select(['payer_user_id', 'payer_key'])
    .where('invoice_id', '=', invoiceId)
    .where('method', '=', 'card')
    .where('status', '=', 'pending')
    // The provider works on it for days; what is left of the invoice may be paid meanwhile.
    .where('processing_since', 'is', null)
    .where('request_key', '!=', order.requestKey)
    .executeTakeFirst()
  if (open === undefined) return
  const provider = await providerOf(ctx, open.account)
  if (open.provider !== provider.name) return
  if ((await findKnown(ctx, order)) !== undefined) return
  await transact(ctx, (tx) => chargeableTerms(tx, provider, termsOf))
  const isOlderThan = (minutes: number) => open.created_at < toInstant(addMinutes(ctx.now, -minutes))
  if (open.provider_payment_id !== null) {
    if (!isOwn(open, next) && !isOlderThan(OTHERS_AFTER_MINUTES)) return
    await settleCharge(ctx, open.id, await provider.cancel(open.provider_payment_id))
  } else if (isOlderThan(ABANDONED_AFTER_MINUTES)) {
    await settleLost(ctx, open)
  }
}

/** Begun by the same account, or by link from the same address. */
function isOwn(
  open: { payer_user_id: string | null; payer_key: string | null },
  { payerUserId, order }: NextTry,
): boolean {
  if (open.payer_user_id !== null || payerUserId !== null) return open.payer_user_id === payerUserId
  return open.payer_key !== null && open.payer_key === order.payerKey
}

/** Settles a payment whose answer never arrived; one the provider has never heard of has failed. */
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

const INTERRUPTED_WORDS = 'The payment was interrupted. You have not been charged.'
