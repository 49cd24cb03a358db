import type { z } from 'zod'
import type { sepaBatchSettleInput } from '#shared/money/schemas/sepa.ts'
import type { SepaBatchDto } from '#shared/money/sepa.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { payBatch } from '../../commands/pay.ts'
import { getSepaBatch } from '../queries/batches.ts'
import { aboutBatch, endBatch, payoutsIn } from './end-batch.ts'

/** Records the batch's payouts as paid, except those that the bank's statements have settled already. */
export function settleSepaBatch(
  ctx: AgencyCtx,
  { id, ...paid }: z.output<typeof sepaBatchSettleInput>,
): Promise<SepaBatchDto> {
  return transact(ctx, async (tx) => {
    await endBatch(tx, id, 'settled_at')
    const pending = await payoutsIn(tx, id, 'pending')
    if (pending.length > 0) await payBatch(tx, { ids: pending, ...paid })
    const batch = await getSepaBatch(tx, id)
    await record(tx, 'sepa-batch.settled', aboutBatch(batch))
    return batch
  })
}
