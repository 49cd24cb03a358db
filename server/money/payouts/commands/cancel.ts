import { dateInZone } from '#shared/base/dates.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { releasePaidTime } from '../../../time/timesheets/commands/bill-time.ts'
import { openDay, requireConfirmed } from '../../ledger/queries/open-days.ts'
import { getPayout } from '../queries.ts'
import { releaseEntry, reverseTaxChanges } from './book.ts'
import { resetAmounts } from './reset-amounts.ts'

/** Makes a paid payout pending again, for instance because the bank returned its transfer. */
export function reopenByHand(ctx: AgencyCtx, input: Reopening): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const match = await selectFrom(tx, 'bank_matches')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('payout_id', '=', input.id)
      .executeTakeFirst()
    if (match !== undefined) {
      throw new AppError('CONFLICT', 'A bank line is matched with this payout. Undo that match first.', {
        reason: 'matched',
      })
    }
    await reopenPayout(tx, input)
    return getPayout(tx, input.id)
  })
}

interface Reopening {
  id: string
  /** Confirms a payout paid in a locked period. */
  confirm_period?: boolean | undefined
}

/** Makes a paid payout pending again and reverses its entry, because it wasn't paid after all. */
export function reopenPayout(ctx: AgencyCtx, input: Reopening): Promise<void> {
  return transact(ctx, async (tx) => {
    const { batch_id } = (await selectFrom(tx, 'payouts')
      .select('batch_id')
      .where('id', '=', input.id)
      .executeTakeFirst()) ?? { batch_id: null }
    const reopened = await updateTable(tx, 'payouts')
      .set((eb) => ({
        status: 'pending',
        paid_at: null,
        reopened_on: dateInZone(tx.now, tx.reach.booksZone),
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
    await releaseFromFile(tx, input.id)
    const entry = await releaseEntry(tx, input.id)
    const booked = await openDay(tx, entry.agency_id, entry.value_on ?? entry.occurred_on)
    if (booked.state === 'locked') requireConfirmed(booked.until, input.confirm_period)
    await reverseTaxChanges(tx, input.id)
    await resetAmounts(tx, [input.id])
    await record(tx, 'payout.reopened', { id: input.id, amount, currency })
  })
}

/**
 * A payout that wasn't paid with its file after all can be put into another, unless the file can still be canceled.
 * An open file of which nothing else is pending is settled.
 */
async function releaseFromFile(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const { agencyId } = tx.reach
  const batch = await selectFrom(tx, 'sepa_transfers')
    .innerJoin('sepa_batches', 'sepa_batches.id', 'sepa_transfers.batch_id')
    .select(['sepa_batches.id', 'sepa_batches.settled_at'])
    .where('sepa_transfers.agency_id', '=', agencyId)
    .where('sepa_transfers.payout_id', '=', id)
    .executeTakeFirst()
  if (batch === undefined) return
  const others = await selectFrom(tx, 'sepa_transfers')
    .innerJoin('payouts', 'payouts.id', 'sepa_transfers.payout_id')
    .select('payouts.status')
    .where('sepa_transfers.agency_id', '=', agencyId)
    .where('sepa_transfers.batch_id', '=', batch.id)
    .where('payouts.id', '!=', id)
    .execute()
  if (batch.settled_at === null && !others.some(({ status }) => status === 'succeeded')) return
  await deleteFrom(tx, 'sepa_transfers')
    .where('agency_id', '=', agencyId)
    .where('payout_id', '=', id)
    .execute()
  if (batch.settled_at !== null || others.some(({ status }) => status === 'pending')) return
  await updateTable(tx, 'sepa_batches')
    .set({ settled_at: toInstant(tx.now) })
    .where('agency_id', '=', agencyId)
    .where('id', '=', batch.id)
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
