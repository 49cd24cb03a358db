import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { releasePaidTime } from '../../../time/timesheets/commands/bill-time.ts'
import { resetAmounts } from '../self-billing/commands/reset-amounts.ts'
import { releaseEntry, reverseTaxChanges } from './book.ts'

/** Makes a paid payout pending again and reverses its entry, because it wasn't paid after all. */
export function reopenPayout(ctx: AgencyCtx, input: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const { batch_id } = (await selectFrom(tx, 'payouts')
      .select('batch_id')
      .where('id', '=', input.id)
      .executeTakeFirst()) ?? { batch_id: null }
    const reopened = await updateTable(tx, 'payouts')
      .set((eb) => ({
        status: 'pending',
        paid_at: null,
        batch_id: null,
        updated_at: toInstant(tx.now),
        version: eb('version', '+', 1),
      }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', input.id)
      .where('status', '=', 'succeeded')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (reopened === undefined) throw notFound('This payout')
    const { amount, currency } = reopened
    await updateTable(tx, 'payout_batches')
      .set((eb) => ({ total: eb('total', '-', amount) }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', batch_id)
      .execute()
    await releaseFromSettledFile(tx, input.id)
    await releaseEntry(tx, input.id)
    await reverseTaxChanges(tx, input.id)
    await resetAmounts(tx, [input.id])
    await record(tx, 'payout.reopened', { id: input.id, amount, currency })
  })
}

/** A payout that wasn't paid with its file after all can be put into another. */
async function releaseFromSettledFile(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  await deleteFrom(tx, 'sepa_transfers')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .where('batch_id', 'in', selectFrom(tx, 'sepa_batches').select('id').where('settled_at', 'is not', null))
    .execute()
}

/** Cancels a pending payout; its hours can be paid out again. */
export function cancelPayout(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await refuseInFile(tx, input.id)
    await refuseWithBill(tx, input.id)
    await releasePaidTime(tx, input.id)
    const removed = await deleteFrom(tx, 'payouts')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .where('status', '=', 'pending')
      .returning(['amount', 'currency'])
      .executeTakeFirst()
    if (removed === undefined) throw notFound('This payout')
    await record(tx, 'payout.cancelled', { id: input.id, ...removed })
    return { id: input.id }
  })
}

/** The bank may have the file already. */
async function refuseInFile(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const transfer = await selectFrom(tx, 'sepa_transfers')
    .select('batch_id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .executeTakeFirst()
  if (transfer === undefined) return
  throw new AppError('CONFLICT', 'This payout is in a SEPA file. Cancel the file first.', {
    reason: 'in_batch',
  })
}

/** Its tax and total would be lost with the payout. */
async function refuseWithBill(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const bill = await selectFrom(tx, 'payout_bills')
    .select(['number', 'self_bill_id'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payout_id', '=', id)
    .executeTakeFirst()
  if (bill === undefined) return
  const act = bill.self_bill_id === null ? 'Remove' : 'Cancel'
  throw new AppError('CONFLICT', `This payout has the bill ${bill.number}. ${act} the bill first.`, {
    reason: 'has_bill',
  })
}
