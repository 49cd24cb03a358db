import { batchesOf } from '#shared/base/paging.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'

const IDS_AT_ONCE = 500

interface BilledLine {
  id: string
  /** Minor units per hour, as billed; saved as the rate of entries recorded without one. */
  rate: number
  entry_ids: readonly string[]
}

/** Links approved entries to invoice lines; throws CONFLICT if one is already on an invoice. */
export async function billTime(
  tx: Tx<AgencyCtx>,
  invoiceId: string,
  lines: readonly BilledLine[],
): Promise<void> {
  for (const { id, rate, entry_ids } of lines) {
    await claim(tx, entry_ids, 'invoice_id', {
      invoice_id: invoiceId,
      invoice_line_id: id,
      billing_rate: rate,
    })
  }
  await record(tx, 'time.claimed', { id: invoiceId })
}

/** Releases the time of a voided, credited, or deleted invoice, so that it can be billed again. */
export const releaseBilledTime = (tx: Tx, invoiceId: string): Promise<void> =>
  release(tx, 'invoice_id', [invoiceId], { invoice_id: null, invoice_line_id: null })

/** Releases the time of lines removed from a draft or credited in full. */
export const releaseTimeOfLines = (tx: Tx, lineIds: readonly string[]): Promise<void> =>
  release(tx, 'invoice_line_id', lineIds, { invoice_id: null, invoice_line_id: null })

/** Links approved entries to a payout; throws CONFLICT if one is already in a payout. */
export async function payOutTime(
  tx: Tx<AgencyCtx>,
  entryIds: readonly string[],
  payoutId: string,
): Promise<void> {
  await claim(tx, entryIds, 'payout_id', { payout_id: payoutId })
  await record(tx, 'time.claimed', { id: payoutId })
}

/** Releases the time of a failed or canceled payout. */
export const releasePaidTime = (tx: Tx<AgencyCtx>, payoutId: string): Promise<void> =>
  release(tx, 'payout_id', [payoutId], { payout_id: null })

interface Owner {
  billing_rate?: number
  invoice_id?: string | null
  invoice_line_id?: string | null
  payout_id?: string | null
}

async function claim(
  tx: Tx<AgencyCtx>,
  entryIds: readonly string[],
  free: 'invoice_id' | 'payout_id',
  owner: Owner,
): Promise<void> {
  for (const ids of batchesOf(entryIds, IDS_AT_ONCE)) {
    const { numUpdatedRows } = await updateTable(tx, 'time_entries')
      .set((eb) => ({ ...owner, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .where(free, 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== ids.length) throw conflict('This time')
  }
}

async function release(
  tx: Tx,
  column: Exclude<keyof Owner, 'billing_rate'>,
  owners: readonly string[],
  nobody: Owner,
): Promise<void> {
  await updateTable(tx, 'time_entries')
    .set((eb) => ({ ...nobody, version: eb('version', '+', 1) }))
    .where(column, 'in', owners)
    .execute()
  for (const id of owners) await record(tx, 'time.claimed', { id })
}
