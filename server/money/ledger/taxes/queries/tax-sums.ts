import { taxKey } from '#shared/base/amounts/taxes.ts'
import { batchesOf } from '#shared/base/paging.ts'
import type { TaxRate, TaxSide } from '#shared/money/ledger/taxes/tax-report.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { pagesOf, whereSet } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { ledgerOf, lossesOf, type Period } from '../../queries/ledger.ts'
import { isListed } from '../../queries/standing.ts'
import { cursorOfDocument, taxedDocuments } from './taxed-documents.ts'

/**
 * The total of one side in one currency at one rate, in minor units; base amounts exclude what has no
 * exchange rate.
 */
export interface TaxSum extends TaxRate {
  currency: string
  net: number
  tax: number
  base_net: number
  base_tax: number
  documents: number
  unbooked: number
}

export interface DaySum extends TaxSum {
  day: string
}

/** The maximum number of days listed in one statement. */
const DAYS_AT_ONCE = 500

/** One side of the caller's ledger: from the tallies, recomputed for outdated days. */
export async function taxSums(ctx: Ctx, period: Period, side: TaxSide): Promise<TaxSum[]> {
  if (ctx.reach.agencyId === null) return byRate(await addUpDays(ctx, period, side))
  const { sums, open } = await storedSums(ctx, period, side)
  const added: TaxSum[] = []
  for (const days of batchesOf(open, DAYS_AT_ONCE)) {
    added.push(...(await addUpDays(ctx, { from: days[0] ?? null, to: days.at(-1) ?? null, days }, side)))
  }
  return byRate([...sums, ...added])
}

/** Both in one statement, so that no day is missed or counted twice. */
async function storedSums(
  ctx: Ctx,
  { from, to }: Period,
  side: TaxSide,
): Promise<{ sums: TaxSum[]; open: string[] }> {
  const rows = await selectFrom(ctx, 'tax_tallies')
    .select((eb) => [
      eb.lit(null).$castTo<string | null>().as('day'),
      'currency',
      'tax_bps',
      'tax_name',
      'tax_category',
      sumOf(eb.ref('net')).as('net'),
      sumOf(eb.ref('tax')).as('tax'),
      sumOf(eb.ref('base_net')).as('base_net'),
      sumOf(eb.ref('base_tax')).as('base_tax'),
      sumOf(eb.ref('documents')).as('documents'),
      sumOf(eb.ref('unbooked')).as('unbooked'),
    ])
    .where('side', '=', side)
    .$call((query) => whereSet(query, 'day', from, '>='))
    .$call((query) => whereSet(query, 'day', to, '<='))
    .groupBy(['currency', 'tax_bps', 'tax_name', 'tax_category'])
    .unionAll(
      selectFrom(ctx, 'tax_days')
        .select((eb) => [
          eb.ref('day').$castTo<string | null>().as('day'),
          eb.val('').as('currency'),
          eb.lit(0).as('tax_bps'),
          eb.lit(null).as('tax_name'),
          eb.lit(null).as('tax_category'),
          eb.lit(0).as('net'),
          eb.lit(0).as('tax'),
          eb.lit(0).as('base_net'),
          eb.lit(0).as('base_tax'),
          eb.lit(0).as('documents'),
          eb.lit(0).as('unbooked'),
        ])
        .whereRef('counted', '<', 'changes')
        .$call((query) => whereSet(query, 'day', from, '>='))
        .$call((query) => whereSet(query, 'day', to, '<=')),
    )
    .execute()
  return {
    sums: rows.filter((row) => row.day === null),
    open: rows.flatMap((row) => row.day ?? []).sort(),
  }
}

/** Totals by day, computed from documents and losses, or from what was paid. */
export async function addUpDays(ctx: Ctx, period: Period, side: TaxSide): Promise<DaySum[]> {
  if (side !== 'issued') return entriesOf(ctx, period, side)
  const [documents, losses] = await Promise.all([documentsOf(ctx, period), lossSums(ctx, period)])
  const sums = new Map<string, DaySum>()
  for (const row of [...documents, ...losses]) add(sums, `${row.day} `, row)
  return [...sums.values()]
}

const DOCUMENTS_AT_ONCE = 500

/** Page by page: a single query over a year's invoices would block everyone else. */
async function documentsOf(ctx: Ctx, period: Period): Promise<DaySum[]> {
  const sums = new Map<string, DaySum>()
  const pages = pagesOf(
    (after, limit) => taxedDocuments(ctx, period, { after, limit }),
    cursorOfDocument,
    DOCUMENTS_AT_ONCE,
  )
  for await (const page of pages) {
    for (const { currency, issued_on, parts } of page) {
      for (const { net, tax, base_net, base_tax, ...rate } of parts) {
        const booked = { base_net: base_net ?? 0, base_tax: base_tax ?? 0 }
        const counted = { documents: 1, unbooked: base_net === null ? 1 : 0 }
        add(sums, `${issued_on} `, {
          ...rateOf(rate),
          day: issued_on,
          currency,
          net,
          tax,
          ...booked,
          ...counted,
        })
      }
    }
  }
  return [...sums.values()]
}

const RATE_COLUMNS = [
  'ledger_entries.currency',
  'ledger_taxes.tax_bps',
  'ledger_taxes.tax_name',
  'ledger_taxes.tax_category',
] as const

/** Amounts written off are no longer taxed from the day of the loss on. */
async function lossSums(ctx: Ctx, period: Period): Promise<DaySum[]> {
  const rows = await lossesOf(ctx, period)
    .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .select((eb) => [
      'ledger_entries.occurred_on as day',
      ...RATE_COLUMNS,
      sumOf(eb.ref('ledger_taxes.net')).as('net'),
      sumOf(eb.ref('ledger_taxes.tax')).as('tax'),
      sumOf<number | null>(eb.ref('ledger_taxes.base_net')).as('base_net'),
      sumOf<number | null>(eb.ref('ledger_taxes.base_tax')).as('base_tax'),
      // A loss has two entries: its net amount and its tax.
      eb.fn.countAll<number>().filterWhere('ledger_taxes.net', '!=', 0).as('documents'),
      eb.fn
        .countAll<number>()
        .filterWhere('ledger_taxes.net', '!=', 0)
        .filterWhere('ledger_taxes.base_net', 'is', null)
        .as('unbooked'),
    ])
    .groupBy(['ledger_entries.occurred_on', ...RATE_COLUMNS])
    .execute()
  return rows.map((row) => ({
    ...row,
    net: -row.net,
    tax: -row.tax,
    base_net: -(row.base_net ?? 0),
    base_tax: -(row.base_tax ?? 0),
    documents: Number(row.documents),
    unbooked: Number(row.unbooked),
  }))
}

/** Ledger entries; one without a tax breakdown counts as a single untaxed amount. Exchange differences aren't sales. */
async function entriesOf(ctx: Ctx, period: Period, direction: 'income' | 'expense'): Promise<DaySum[]> {
  const rows = await ledgerOf(ctx, period)
    .leftJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .select((eb) => [
      'ledger_entries.occurred_on as day',
      ...RATE_COLUMNS,
      sumOf(eb.fn.coalesce('ledger_taxes.net', 'ledger_entries.amount')).as('net'),
      sumOf(eb.fn.coalesce('ledger_taxes.tax', eb.lit(0))).as('tax'),
      sumOf<number | null>(eb.fn.coalesce('ledger_taxes.base_net', 'ledger_entries.base_amount')).as(
        'base_net',
      ),
      sumOf(eb.fn.coalesce('ledger_taxes.base_tax', eb.lit(0))).as('base_tax'),
      eb.fn.countAll<number>().as('documents'),
      eb.fn.count<number>('ledger_entries.base_amount').as('booked'),
    ])
    .where('ledger_entries.direction', '=', direction)
    .where('ledger_entries.category', '!=', 'exchange_differences')
    .where(isListed)
    .groupBy(['ledger_entries.occurred_on', ...RATE_COLUMNS])
    .execute()
  // Entries without a rate are merged with those at an unnamed zero rate.
  const sums = new Map<string, DaySum>()
  for (const { booked, ...row } of rows) {
    const unbooked = row.documents - booked
    add(sums, `${row.day} `, { ...row, tax_bps: row.tax_bps ?? 0, base_net: row.base_net ?? 0, unbooked })
  }
  return [...sums.values()]
}

const rateOf = ({ tax_bps, tax_name, tax_category }: TaxRate): TaxRate => ({
  tax_bps,
  tax_name,
  tax_category,
})

function byRate(rows: readonly (TaxSum & { day?: string | null })[]): TaxSum[] {
  const sums = new Map<string, TaxSum>()
  for (const { day: _day, ...row } of rows) add(sums, '', row)
  return [...sums.values()]
}

const NOTHING = { net: 0, tax: 0, base_net: 0, base_tax: 0, documents: 0, unbooked: 0 }

function add<Sum extends TaxSum>(sums: Map<string, Sum>, group: string, row: Sum): void {
  const key = `${group}${row.currency} ${taxKey({ ...row, tax_note: null })}`
  const known = sums.get(key) ?? { ...row, ...NOTHING }
  sums.set(key, known)
  known.net += row.net
  known.tax += row.tax
  known.base_net += row.base_net
  known.base_tax += row.base_tax
  known.documents += row.documents
  known.unbooked += row.unbooked
}
