import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { paymentOf } from './apply-dispute.ts'
import { reportDispute } from './report-dispute.ts'

/** Gives disputes to their payments once these are known, for example after a lost response. Returns how many. */
export function settleDisputes(ctx: Ctx, account: string): Promise<number> {
  return transact(acrossAgencies(ctx), async (tx) => {
    const disputes = await selectFrom(tx, 'unmatched_disputes')
      .selectAll()
      .where('account', '=', account)
      .where('provider_payment_id', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    let settled = 0
    for (const dispute of disputes) {
      const paymentId = await paymentOf(tx, account, dispute.provider_payment_id)
      if (paymentId === null) continue
      await reportDispute(tx, paymentId, {
        id: dispute.provider_dispute_id,
        disputed: { amount: dispute.amount, currency: dispute.currency },
        reason: dispute.reason,
        status: dispute.status,
        respondBy: dispute.respond_by,
        withdrawn: { amount: dispute.withdrawn, currency: dispute.withdrawn_currency },
        movements: dispute.movements,
      })
      await deleteFrom(tx, 'unmatched_disputes').where('id', '=', dispute.id).execute()
      settled++
    }
    return settled
  })
}
