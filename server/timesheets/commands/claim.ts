import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'

const CHUNK = 500

interface BilledLine {
  id: string
  entry_ids: readonly string[]
}

/** Marks approved entries as being on lines of an invoice; CONFLICT when another invoice took one of them. */
export async function billTime(
  tx: Tx<AgencyCtx>,
  invoiceId: string,
  lines: readonly BilledLine[],
): Promise<void> {
  for (const { id, entry_ids } of lines) {
    await claim(tx, entry_ids, 'invoice_id', { invoice_id: invoiceId, invoice_line_id: id })
  }
  await record(tx, 'time.claimed', { id: invoiceId })
}

/** Frees the time of an invoice that was voided, credited or deleted, so that it can be billed again. */
export const releaseBilledTime = (tx: Tx, invoiceId: string): Promise<void> =>
  release(tx, 'invoice_id', [invoiceId], { invoice_id: null, invoice_line_id: null })

/** Frees the time of lines that were taken off a draft. */
export const releaseTimeOfLines = (tx: Tx, lineIds: readonly string[]): Promise<void> =>
  release(tx, 'invoice_line_id', lineIds, { invoice_id: null, invoice_line_id: null })

/** Marks approved entries as covered by a payout; CONFLICT when another payout took one of them. */
export async function payOutTime(
  tx: Tx<AgencyCtx>,
  entryIds: readonly string[],
  payoutId: string,
): Promise<void> {
  await claim(tx, entryIds, 'payout_id', { payout_id: payoutId })
  await record(tx, 'time.claimed', { id: payoutId })
}

/** Frees the time of a payout that failed or was cancelled. */
export const releasePaidTime = (tx: Tx<AgencyCtx>, payoutId: string): Promise<void> =>
  release(tx, 'payout_id', [payoutId], { payout_id: null })

interface Owner {
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
  for (let start = 0; start < entryIds.length; start += CHUNK) {
    const ids = entryIds.slice(start, start + CHUNK)
    const { numUpdatedRows } = await updateTable(tx, 'time_entries')
      .set((eb) => ({ ...owner, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .where(free, 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== ids.length) throw conflict('This time')
  }
}

async function release(tx: Tx, column: keyof Owner, owners: readonly string[], nobody: Owner): Promise<void> {
  await updateTable(tx, 'time_entries')
    .set((eb) => ({ ...nobody, version: eb('version', '+', 1) }))
    .where(column, 'in', owners)
    .execute()
  for (const id of owners) await record(tx, 'time.claimed', { id })
}
