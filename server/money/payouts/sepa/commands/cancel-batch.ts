import type { SepaBatchDto } from '#shared/money/sepa.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { resetAmounts } from '../../commands/reset-amounts.ts'
import { getSepaBatch } from '../queries/batches.ts'
import { aboutBatch, endBatch, payoutsIn } from './end-batch.ts'

/** Releases the batch's payouts for another file, while none of them is paid. */
export function cancelSepaBatch(ctx: AgencyCtx, { id }: { id: string }): Promise<SepaBatchDto> {
  return transact(ctx, async (tx) => {
    await endBatch(tx, id, 'cancelled_at')
    const ids = await payoutsIn(tx, id)
    const pending = await payoutsIn(tx, id, 'pending')
    if (pending.length < ids.length) {
      throw new AppError(
        'CONFLICT',
        'Some of these payouts are already paid, so the batch can’t be canceled.',
        {
          reason: 'already_paid',
        },
      )
    }
    await deleteFrom(tx, 'sepa_transfers')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('batch_id', '=', id)
      .execute()
    await resetAmounts(tx, ids)
    const batch = await getSepaBatch(tx, id)
    await record(tx, 'sepa-batch.cancelled', aboutBatch(batch))
    return batch
  })
}
