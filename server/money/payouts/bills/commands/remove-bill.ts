import type { PayoutDto } from '#shared/money/payouts.ts'
import { removeAfterCommit } from '../../../../base/adapters/storage/remove-after-commit.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { refuseInFile, setAmount } from '../../commands/add-bill.ts'
import { resetAmounts } from '../../commands/reset-amounts.ts'
import { getPayout } from '../../queries.ts'
import { requireBill } from '../queries/bills.ts'

/** Removes a bill that was recorded by mistake, with its file, while its payout isn't paid. */
export function removeBill(ctx: AgencyCtx, { id }: { id: string }): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const bill = await requireBill(tx, id)
    if (bill.self_bill_id !== null) {
      throw new AppError(
        'CONFLICT',
        'A self-billed document can’t be removed. Reject or cancel it instead.',
        {
          reason: 'self_billed',
        },
      )
    }
    const payout = await getPayout(tx, bill.payout_id)
    if (payout.status !== 'pending') {
      throw new AppError('CONFLICT', 'This bill is paid, so it can’t be removed from its payout.', {
        reason: 'bill_paid',
      })
    }
    if (bill.payout_amount !== payout.amount) refuseInFile(payout)
    const files = await deleteFrom(tx, 'payout_bill_files')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('bill_id', '=', id)
      .returning('storage_key')
      .execute()
    removeAfterCommit(tx, openStorage(tx.services.config), files)
    const removed = await deleteFrom(tx, 'payout_bills')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) throw notFound('This bill')
    await setAmount(tx, payout, bill.payout_amount)
    await resetAmounts(tx, [payout.id])
    await record(tx, 'payout-bill.removed', { id, number: bill.number, employeeId: bill.employee_id })
    return getPayout(tx, payout.id)
  })
}
