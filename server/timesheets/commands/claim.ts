import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'

const CHUNK = 500

/** Marks approved entries as being on an invoice; CONFLICT when another invoice took one of them. */
export const billTime = (tx: Tx<AgencyCtx>, entryIds: readonly string[], invoiceId: string): Promise<void> =>
  claim(tx, 'invoice_id', invoiceId, entryIds)

/** Frees the time of an invoice that was voided or deleted, so that it can be billed again. */
export const releaseBilledTime = (tx: Tx, invoiceId: string): Promise<void> =>
  release(tx, 'invoice_id', invoiceId)

/** Marks approved entries as covered by a payout; CONFLICT when another payout took one of them. */
export const payOutTime = (tx: Tx<AgencyCtx>, entryIds: readonly string[], payoutId: string): Promise<void> =>
  claim(tx, 'payout_id', payoutId, entryIds)

/** Frees the time of a payout that failed or was cancelled. */
export const releasePaidTime = (tx: Tx<AgencyCtx>, payoutId: string): Promise<void> =>
  release(tx, 'payout_id', payoutId)

type Claim = 'invoice_id' | 'payout_id'

async function claim(
  tx: Tx<AgencyCtx>,
  column: Claim,
  owner: string,
  entryIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < entryIds.length; start += CHUNK) {
    const ids = entryIds.slice(start, start + CHUNK)
    const { numUpdatedRows } = await updateTable(tx, 'time_entries')
      .set((eb) => ({ [column]: owner, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .where(column, 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== ids.length) throw conflict('This time')
  }
  await record(tx, 'time.claimed', { id: owner })
}

async function release(tx: Tx, column: Claim, owner: string): Promise<void> {
  await updateTable(tx, 'time_entries')
    .set((eb) => ({ [column]: null, version: eb('version', '+', 1) }))
    .where(column, '=', owner)
    .execute()
  await record(tx, 'time.claimed', { id: owner })
}
