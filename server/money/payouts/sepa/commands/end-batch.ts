import type { SepaBatchDto } from '#shared/money/sepa.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { getSepaBatch } from '../queries/batches.ts'

/** The content of events about a batch. */
export const aboutBatch = ({ id, total, transfer_count }: SepaBatchDto) => ({
  id,
  amount: total,
  currency: 'EUR',
  count: transfer_count,
})

/** Only one of concurrent calls can end the batch. */
export async function endBatch(
  tx: Tx<AgencyCtx>,
  id: string,
  how: 'settled_at' | 'cancelled_at',
): Promise<void> {
  const ended = await updateTable(tx, 'sepa_batches')
    .set({ [how]: toInstant(tx.now) })
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended !== undefined) return
  const { status } = await getSepaBatch(tx, id)
  const message =
    status === 'canceled' ? 'This batch has been canceled.' : 'This batch is already recorded as paid.'
  throw new AppError('CONFLICT', message, { reason: 'already_ended' })
}

export async function payoutsIn(tx: Tx<AgencyCtx>, batchId: string, status?: 'pending'): Promise<string[]> {
  const rows = await selectFrom(tx, 'sepa_transfers')
    .innerJoin('payouts', 'payouts.id', 'sepa_transfers.payout_id')
    .select('payouts.id')
    .where('sepa_transfers.agency_id', '=', tx.reach.agencyId)
    .where('sepa_transfers.batch_id', '=', batchId)
    .$if(status !== undefined, (query) => query.where('payouts.status', '=', status ?? 'pending'))
    .execute()
  return rows.map(({ id }) => id)
}
