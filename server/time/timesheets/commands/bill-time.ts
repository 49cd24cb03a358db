import { batchesOf } from '#shared/base/paging.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'

const IDS_AT_ONCE = 500

interface BilledTime {
  entry_ids: readonly string[]
  /** Of all entries, as billed. */
  seconds: number
}

interface BilledLine extends BilledTime {
  id: string
  /** Minor units per hour, as billed; saved as the rate of entries recorded without one. */
  rate: number
}

/**
 * Links approved entries to invoice lines; throws CONFLICT if one is on another invoice, has changed, or isn't approved
 * anymore.
 */
export async function billTime(
  tx: Tx<AgencyCtx>,
  invoiceId: string,
  lines: readonly BilledLine[],
): Promise<void> {
  for (const { id, rate, ...time } of lines) {
    await claim(tx, time, 'invoice_id', {
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

/** Releases the time of lines removed from a draft. */
export const releaseTimeOfLines = (tx: Tx, lineIds: readonly string[]): Promise<void> =>
  release(tx, 'invoice_line_id', lineIds, { invoice_id: null, invoice_line_id: null })

/** Links approved entries to a payout; throws CONFLICT as `billTime` does. */
export async function payOutTime(tx: Tx<AgencyCtx>, time: BilledTime, payoutId: string): Promise<void> {
  await claim(tx, time, 'payout_id', { payout_id: payoutId })
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
  { entry_ids, seconds }: BilledTime,
  free: 'invoice_id' | 'payout_id',
  owner: Owner,
): Promise<void> {
  let found = 0
  for (const ids of batchesOf(entry_ids, IDS_AT_ONCE)) {
    await lockApprovals(tx, ids)
    const entries = await updateTable(tx, 'time_entries')
      .set((eb) => ({ ...owner, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .where(free, 'is', null)
      // Contributors' entries have no sheet once their week is withdrawn.
      .where((eb) => eb.or([eb('employee_id', 'is', null), eb('timesheet_id', 'is not', null)]))
      .returning('duration_seconds')
      .execute()
    if (entries.length !== ids.length) throw conflict('This time')
    found += entries.reduce((sum, entry) => sum + entry.duration_seconds, 0)
  }
  if (found !== seconds) throw conflict('This time')
}

/** Locks the weeks of the entries until the transaction ends; throws CONFLICT if one isn't approved anymore. */
async function lockApprovals(tx: Tx<AgencyCtx>, entryIds: readonly string[]): Promise<void> {
  const weeks = await selectFrom(tx, 'time_entries')
    .select('timesheet_id')
    .distinct()
    .where('id', 'in', entryIds)
    .where('timesheet_id', 'is not', null)
    .execute()
  const sheetIds = weeks.flatMap(({ timesheet_id }) => timesheet_id ?? []).toSorted()
  if (sheetIds.length === 0) return
  const approved = await updateTable(tx, 'timesheets')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', 'in', sheetIds)
    .where('status', '=', 'approved')
    .returning('id')
    .execute()
  if (approved.length !== sheetIds.length) throw conflict('This time')
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
