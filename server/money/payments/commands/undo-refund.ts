import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { bookRefunds, lockPayment } from '../book/commands/book-refunds.ts'

/** Cancels a refund that was recorded by hand on its own day, as no money moved; another one remains unchanged. */
export async function undoRefund(tx: Tx<AgencyCtx>, id: string, reason: string): Promise<void> {
  const refund = await selectFrom(tx, 'payment_refunds')
    .select(['payment_id', 'refunded_at'])
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .where('provider_refund_id', 'is', null)
    .executeTakeFirst()
  if (refund === undefined) return
  await lockPayment(tx, refund.payment_id)
  await updateTable(tx, 'payment_refunds')
    .set({ status: 'failed', failure_message: reason, updated_at: toInstant(tx.now) })
    .where('id', '=', id)
    .execute()
  const at = refund.refunded_at ?? undefined
  await bookRefunds(acrossAgencies(tx), refund.payment_id, { by: tx.actor, at, undone: true })
}
