import type { AgencyId } from '#shared/roles.ts'
import { TAX_SIDES, type TaxSide } from '#shared/tax-report.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { inAgency } from '../../core/reach.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addUpDays, type DaySum } from '../queries/tax-sums.ts'

/** Days read and written together: their documents are a few pages at most agencies. */
const DAYS_AT_ONCE = 31
const ROWS_AT_ONCE = 500

/**
 * Adds up the days that triggers have opened, so that the tax report finds them done; one that changes
 * meanwhile stays open. Returns how many were added up.
 */
export async function countTaxDays(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'tax_days')
    .select('agency_id')
    .whereRef('counted', '<', 'changes')
    .distinct()
    .execute()
  let counted = 0
  for (const { agency_id } of agencies) counted += await countDaysOf(ctx, agency_id, signal)
  return counted
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
  for (let start = 0; start < open.length && !signal?.aborted; start += DAYS_AT_ONCE) {
    const days = open.slice(start, start + DAYS_AT_ONCE)
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

/** False where the day has changed since it was added up. */
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
  for (let start = 0; start < tallies.length; start += ROWS_AT_ONCE) {
    await insertInto(tx, 'tax_tallies')
      .values(tallies.slice(start, start + ROWS_AT_ONCE))
      .execute()
  }
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
 * Compares what is kept of days with a recount, one agency after the other, and opens those that differ:
 * somebody's own change to the database, or a fault of ours. Returns how many did.
 */
export async function recountTaxDays(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select('id').orderBy('id').execute()
  let opened = 0
  for (const { id } of agencies) {
    if (signal?.aborted) break
    opened += await openDiffering(ctx, id)
  }
  await countTaxDays(ctx, signal)
  return opened
}

async function openDiffering(ctx: Ctx, agencyId: AgencyId): Promise<number> {
  const own = inAgency(ctx, { agencyId })
  const days = await selectFrom(own, 'tax_days').select(['day', 'changes', 'counted']).execute()
  const known = new Map(days.map((day) => [day.day, day]))
  const kept = Map.groupBy(await selectFrom(own, 'tax_tallies').selectAll().execute(), (row) => row.day)
  const counted = await sumsOf(own)
  let opened = 0
  for (const day of new Set([...kept.keys(), ...counted.keys()])) {
    const { changes = 0, counted: until = 0 } = known.get(day) ?? {}
    if (until < changes || textOf(kept.get(day)) === textOf(counted.get(day))) continue
    if (!(await transact(own, (tx) => openDay(tx, agencyId, { day, changes })))) continue
    opened++
    ctx.services.log.warn({ agencyId, day }, 'the tax of a day was wrong and is counted again')
  }
  return opened
}

/** False where what was written since the day was read has opened it already. */
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
