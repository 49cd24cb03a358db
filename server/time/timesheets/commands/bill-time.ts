import type { NotNull } from 'kysely'
import { batchesOf } from '#shared/base/paging.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { newId } from '../../../base/db/values.ts'
import { costOfEntry } from '../queries/entry-cost.ts'

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
    await assign(tx, entry_ids, 'invoice_id', {
      invoice_id: invoiceId,
      invoice_line_id: id,
      billing_rate: rate,
    })
  }
  await record(tx, 'time.billing-changed', { id: invoiceId })
}

/** Releases the time of a voided, credited, or deleted invoice, so that it can be billed again. */
export async function releaseBilledTime(tx: Tx, invoiceId: string, { issued }: Released): Promise<void> {
  if (issued) await rememberTime(tx, 'invoice_id', [invoiceId])
  await release(tx, 'invoice_id', [invoiceId], { invoice_id: null, invoice_line_id: null })
}

/** Releases the time of lines removed from a draft or credited in full. */
export async function releaseTimeOfLines(
  tx: Tx,
  lineIds: readonly string[],
  { issued }: Released,
): Promise<void> {
  if (issued) await rememberTime(tx, 'invoice_line_id', lineIds)
  await release(tx, 'invoice_line_id', lineIds, { invoice_id: null, invoice_line_id: null })
}

/** Whether the invoice was issued, so that its time remains revenue of its projects until it was credited. */
export interface Released {
  issued: boolean
}

/** Links approved entries to a payout; throws CONFLICT if one is already in a payout or was paid elsewhere. */
export async function payOutTime(
  tx: Tx<AgencyCtx>,
  entryIds: readonly string[],
  payoutId: string,
): Promise<void> {
  await assign(tx, entryIds, 'payout_id', { payout_id: payoutId })
  await record(tx, 'time.billing-changed', { id: payoutId })
}

/** Releases the time of a failed or canceled payout. */
export async function releasePaidTime(tx: Tx<AgencyCtx>, payoutId: string): Promise<void> {
  await rememberTime(tx, 'payout_id', [payoutId])
  await release(tx, 'payout_id', [payoutId], { payout_id: null })
}

interface Owner {
  billing_rate?: number
  invoice_id?: string | null
  invoice_line_id?: string | null
  payout_id?: string | null
}

async function assign(
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
      // It may have been set since the entries were read.
      .$if(free === 'payout_id', (query) => query.where('paid_elsewhere', '=', 0))
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
  for (const id of owners) await record(tx, 'time.billing-changed', { id })
}

/** Stores the projects of time that is about to be released, for the profit of the days until then. */
async function rememberTime(
  tx: Tx,
  column: 'invoice_id' | 'invoice_line_id' | 'payout_id',
  owners: readonly string[],
): Promise<void> {
  if (owners.length === 0) return
  const columns =
    column === 'payout_id' ? (['payout_id'] as const) : (['invoice_id', 'invoice_line_id'] as const)
  const time = await selectFrom(tx, 'time_entries')
    .select((eb) => [
      'time_entries.agency_id',
      'time_entries.project_id',
      sumOf(eb.ref('time_entries.duration_seconds')).as('seconds'),
      sumOf(eb('time_entries.duration_seconds', '*', eb.ref('time_entries.billing_rate'))).as('value'),
      sumOf(costOfEntry).as('cost'),
    ])
    .select(columns)
    .where(`time_entries.${column}`, 'in', owners)
    .groupBy(['time_entries.agency_id', 'time_entries.project_id', ...columns])
    .$narrowType<{ agency_id: NotNull }>()
    .execute()
  const rows = time.map((row) => ({ ...NOT_RELEASED, ...row, id: newId() }))
  if (rows.length > 0) await insertInto(tx, 'released_time').values(rows).execute()
}

const NOT_RELEASED = { invoice_id: null, invoice_line_id: null, payout_id: null }
