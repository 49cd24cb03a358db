import { batchesOf } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { TAX_SIDES, type TaxSide } from '#shared/money/ledger/taxes/tax-report.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { addUpDays, type DaySum } from '../queries/tax-sums.ts'

/** Days processed at once, which at most agencies means a few pages of documents. */
const DAYS_AT_ONCE = 31
const ROWS_AT_ONCE = 500

/**
 * Recomputes the days changed since, so that tax reports needn't; a day that changes meanwhile is left for
 * the next run. Returns how many were recomputed.
 */
export async function countTaxDays(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'tax_days')
    .innerJoin('agencies', 'agencies.id', 'tax_days.agency_id')
    .select(['agencies.id', 'agencies.name'])
    .whereRef('tax_days.counted', '<', 'tax_days.changes')
    .distinct()
    .execute()
  return workThrough(ctx, { work: 'tax-days', of: ofPlatform, signal }, agencies, ({ id }) =>
    countDaysOf(ctx, id, signal),
  )
}

interface OpenDay {
  day: string
  changes: number
}

async function countDaysOf(ctx: Ctx, agencyId: AgencyId, signal?: AbortSignal): Promise<number> {
  const own = inAgency(ctx, { agencyId })
  const open = await selectFrom(own, 'tax_days')
    .select(['day', 'changes'])
    .whereRef('counted', '<', 'changes')
    .orderBy('day')
    .execute()
  let counted = 0
  for (const days of batchesOf(open, DAYS_AT_ONCE)) {
    if (signal?.aborted) break
    const sums = await sumsOf(
      own,
      days.map(({ day }) => day),
    )
    counted += await transact(own, async (tx) => {
      let done = 0
      for (const day of days) if (await write(tx, agencyId, day, sums.get(day.day) ?? [])) done++
      return done
    })
  }
  return counted
}

/** Returns false if the day has changed since it was read. */
async function write(
  tx: Tx,
  agencyId: AgencyId,
  { day, changes }: OpenDay,
  rows: readonly SideSum[],
): Promise<boolean> {
  const [closed] = await updateTable(tx, 'tax_days')
    .set({ counted: changes })
    .where('day', '=', day)
    .where('changes', '=', changes)
    .returning('day')
    .execute()
  if (closed === undefined) return false
  await deleteFrom(tx, 'tax_tallies').where('day', '=', day).execute()
  const tallies = rows.map((row, position) => ({ agency_id: agencyId, position, ...columnsOf(row) }))
  for (const batch of batchesOf(tallies, ROWS_AT_ONCE))
    await insertInto(tx, 'tax_tallies').values(batch).execute()
  return true
}

interface SideSum extends DaySum {
  side: TaxSide
}

const columnsOf = (row: SideSum) => ({
  day: row.day,
  side: row.side,
  currency: row.currency,
  tax_bps: row.tax_bps,
  tax_name: row.tax_name,
  tax_category: row.tax_category,
  net: row.net,
  tax: row.tax,
  base_net: row.base_net,
  base_tax: row.base_tax,
  documents: row.documents,
  unbooked: row.unbooked,
})

async function sumsOf(ctx: Ctx, days?: readonly string[]): Promise<Map<string, SideSum[]>> {
  const [from, to] = [days?.[0] ?? null, days?.at(-1) ?? null]
  const rows: SideSum[] = []
  for (const side of TAX_SIDES) {
    for (const row of await addUpDays(ctx, { from, to, days }, side)) rows.push({ ...row, side })
  }
  return Map.groupBy(rows, ({ day }) => day)
}

/**
 * Compares the stored tallies with a recount, agency by agency, and marks differing days for recomputation;
 * causes are manual database changes or bugs. Returns how many differed.
 */
export async function recountTaxDays(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select(['id', 'name']).orderBy('id').execute()
  const opened = await workThrough(ctx, { work: 'tax-recount', of: ofPlatform, signal }, agencies, ({ id }) =>
    openDiffering(ctx, id),
  )
  await countTaxDays(ctx, signal)
  return opened
}

async function openDiffering(ctx: Ctx, agencyId: AgencyId): Promise<number> {
  const own = inAgency(ctx, { agencyId })
  const days = await selectFrom(own, 'tax_days').select(['day', 'changes', 'counted']).execute()
  const known = new Map(days.map((day) => [day.day, day]))
  const stored = Map.groupBy(await selectFrom(own, 'tax_tallies').selectAll().execute(), (row) => row.day)
  const counted = await sumsOf(own)
  let opened = 0
  for (const day of new Set([...stored.keys(), ...counted.keys()])) {
    const { changes = 0, counted: until = 0 } = known.get(day) ?? {}
    if (until < changes || textOf(stored.get(day)) === textOf(counted.get(day))) continue
    if (!(await transact(own, (tx) => openDay(tx, agencyId, { day, changes })))) continue
    opened++
    ctx.services.log.warn({ agencyId, day }, 'the tax total of a day was wrong and will be recounted')
  }
  return opened
}

/** Returns false if a write since the day was read has already marked it. */
async function openDay(tx: Tx, agencyId: AgencyId, { day, changes }: OpenDay): Promise<boolean> {
  const [row] = await insertInto(tx, 'tax_days')
    .values({ agency_id: agencyId, day, changes: 1, counted: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['agency_id', 'day'])
        .doUpdateSet({ changes: changes + 1 })
        .where('tax_days.changes', '=', changes),
    )
    .returning('day')
    .execute()
  if (row === undefined) return false
  await deleteFrom(tx, 'tax_tallies').where('day', '=', day).execute()
  return true
}

const textOf = (rows: readonly SideSum[] = []): string =>
  rows
    .map((row) => JSON.stringify(Object.entries(columnsOf(row)).toSorted()))
    .toSorted()
    .join()
