import { formatCharged } from '#shared/base/amounts/money.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { paymentOf } from './apply-dispute.ts'
import { reportDispute } from './report-dispute.ts'

interface Source {
  account: string
  agencyId: AgencyId | null
}

/** Assigns disputes to their payments once these are known, for example after a lost response. Returns how many. */
export async function settleDisputes(ctx: Ctx, { account, agencyId }: Source): Promise<number> {
  const all = acrossAgencies(ctx)
  const disputes = await selectFrom(all, 'unmatched_disputes')
    .selectAll()
    .where('account', '=', account)
    .where('provider_payment_id', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const of = ({ id, amount, currency }: (typeof disputes)[number]) => ({
    id,
    agencyId,
    name: formatCharged(amount, currency),
  })
  return workThrough(all, { work: 'dispute', of }, disputes, (dispute) =>
    transactIn(all, agencyId, async (tx) => {
      const paymentId = await paymentOf(tx, account, dispute.provider_payment_id)
      if (paymentId === null) return 0
      const given = await deleteFrom(tx, 'unmatched_disputes')
        .where('id', '=', dispute.id)
        .returning('id')
        .executeTakeFirst()
      if (given === undefined) return 0
      await reportDispute(tx, paymentId, {
        id: dispute.provider_dispute_id,
        disputed: { amount: dispute.amount, currency: dispute.currency },
        reason: dispute.reason,
        status: dispute.status,
        respondBy: dispute.respond_by,
        withdrawn: { amount: dispute.withdrawn, currency: dispute.withdrawn_currency },
        movements: dispute.movements,
        at: dispute.updated_at,
        closedAt: dispute.updated_at,
      })
      return 1
    }),
  )
}
