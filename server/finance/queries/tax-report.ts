import type { z } from 'zod'
import type { TaxBasis, TaxFigures, TaxReportDto, TaxRow, taxReportInput } from '#shared/tax-report.ts'
import type { SplitPart } from '#shared/tax-split.ts'
import { taxKey } from '#shared/taxes.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { UserCtx } from '../../core/context.ts'
import type { Cursor } from '../../core/paging.ts'
import { sumOf } from '../../db/dialect.ts'
import type { Period } from './ledger.ts'
import { ledgerOf } from './ledger.ts'
import { cursorOfDocument, taxedDocuments } from './taxed-documents.ts'

/** One rate in one currency; `count` of them, of which `unbooked` have no amount in base yet. */
interface Counted extends SplitPart {
  currency: string
  count: number
  unbooked: number
}

/** What was sold and spent at each tax rate, by the day of the document or of the payment. */
export async function getTaxReport(
  ctx: UserCtx,
  input: z.output<typeof taxReportInput>,
): Promise<TaxReportDto> {
  const period: Period = { from: input.from ?? null, to: input.to ?? null }
  const [output, input_, currency] = await Promise.all([
    outputOf(ctx, period, input.basis),
    entriesOf(ctx, period, 'expense'),
    agencyCurrency(ctx, ctx.reach.agencyId),
  ])
  const inBase = rowsInBase(output)
  const expenses = rowsInBase(input_.filter((row) => row.tax !== 0))
  const [output_total, input_total] = [totalOf(inBase), totalOf(expenses)]
  return {
    currency,
    ...period,
    basis: input.basis,
    output: inBase,
    output_total,
    input: expenses,
    input_total,
    owed: output_total.tax - input_total.tax,
    by_currency: [...Map.groupBy(output, (row) => row.currency)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, rows]) => {
        const own = sorted(rows.map(({ net, tax, count, ...rate }) => rowOf(rate, { net, tax }, count)))
        return { currency: code, rows: own, total: totalOf(own) }
      }),
    without_rate: output.reduce((sum, row) => sum + row.unbooked, 0),
  }
}

const outputOf = (ctx: UserCtx, period: Period, basis: TaxBasis): Promise<Counted[]> =>
  basis === 'issued' ? documentsOf(ctx, period) : entriesOf(ctx, period, 'income')

const DOCUMENTS_AT_ONCE = 500

/** A page at a time: what an agency has billed in a year would hold up everybody else. */
async function documentsOf(ctx: UserCtx, period: Period): Promise<Counted[]> {
  const sums = new Map<string, Counted>()
  let after: Cursor | null = null
  for (;;) {
    const page = await taxedDocuments(ctx, period, { after, limit: DOCUMENTS_AT_ONCE })
    for (const { currency, parts } of page) for (const part of parts) count(sums, currency, part)
    const last = page.at(-1)
    if (last === undefined || page.length < DOCUMENTS_AT_ONCE) return [...sums.values()]
    after = cursorOfDocument(last)
  }
}

function count(sums: Map<string, Counted>, currency: string, part: SplitPart): void {
  const key = `${currency} ${taxKey(part)}`
  const sum = sums.get(key) ?? {
    ...part,
    currency,
    net: 0,
    tax: 0,
    base_net: 0,
    base_tax: 0,
    count: 0,
    unbooked: 0,
  }
  sums.set(key, {
    ...sum,
    net: sum.net + part.net,
    tax: sum.tax + part.tax,
    base_net: (sum.base_net ?? 0) + (part.base_net ?? 0),
    base_tax: (sum.base_tax ?? 0) + (part.base_tax ?? 0),
    count: sum.count + 1,
    unbooked: sum.unbooked + (part.base_net === null ? 1 : 0),
  })
}

/** What moved in the books; an entry of which nothing is said is one amount without tax. */
async function entriesOf(ctx: UserCtx, period: Period, direction: 'income' | 'expense'): Promise<Counted[]> {
  const rows = await ledgerOf(ctx, period)
    .leftJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .select((eb) => [
      'ledger_entries.currency',
      'ledger_taxes.tax_bps',
      'ledger_taxes.tax_name',
      'ledger_taxes.tax_category',
      sumOf(eb.fn.coalesce('ledger_taxes.net', 'ledger_entries.amount')).as('net'),
      sumOf(eb.fn.coalesce('ledger_taxes.tax', eb.lit(0))).as('tax'),
      sumOf<number | null>(eb.fn.coalesce('ledger_taxes.base_net', 'ledger_entries.base_amount')).as(
        'base_net',
      ),
      sumOf(eb.fn.coalesce('ledger_taxes.base_tax', eb.lit(0))).as('base_tax'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('ledger_entries.base_amount').as('booked'),
    ])
    .where('ledger_entries.direction', '=', direction)
    .groupBy([
      'ledger_entries.currency',
      'ledger_taxes.tax_bps',
      'ledger_taxes.tax_name',
      'ledger_taxes.tax_category',
    ])
    .execute()
  // Entries without a rate of their own and those at an unnamed rate of nothing are one row.
  const sums = new Map<string, Counted>()
  for (const { booked, ...row } of rows) {
    const part = { ...row, tax_bps: row.tax_bps ?? 0, tax_note: null }
    const key = `${row.currency} ${taxKey(part)}`
    const known = sums.get(key)
    sums.set(key, {
      ...part,
      net: row.net + (known?.net ?? 0),
      tax: row.tax + (known?.tax ?? 0),
      base_net: (row.base_net ?? 0) + (known?.base_net ?? 0),
      base_tax: row.base_tax + (known?.base_tax ?? 0),
      count: row.count + (known?.count ?? 0),
      unbooked: row.count - booked + (known?.unbooked ?? 0),
    })
  }
  return [...sums.values()]
}

function rowsInBase(rows: readonly Counted[]): TaxRow[] {
  const groups = [...Map.groupBy(rows, taxKey).values()]
  return sorted(
    groups.flatMap((same) => {
      const [rate] = same
      if (rate === undefined) return []
      const sum = (of: (row: Counted) => number) => same.reduce((total, row) => total + of(row), 0)
      const figures = { net: sum((row) => row.base_net ?? 0), tax: sum((row) => row.base_tax ?? 0) }
      return [
        rowOf(
          rate,
          figures,
          sum((row) => row.count),
        ),
      ]
    }),
  )
}

const rowOf = (
  { tax_bps, tax_name, tax_category }: Pick<SplitPart, 'tax_bps' | 'tax_name' | 'tax_category'>,
  { net, tax }: { net: number; tax: number },
  rows: number,
): TaxRow => ({ tax_bps, tax_name, tax_category, net, tax, gross: net + tax, count: rows })

/** The highest percentage first. */
const sorted = (rows: TaxRow[]): TaxRow[] =>
  rows.toSorted(
    (one, other) =>
      other.tax_bps - one.tax_bps ||
      (one.tax_category ?? '').localeCompare(other.tax_category ?? '') ||
      (one.tax_name ?? '').localeCompare(other.tax_name ?? ''),
  )

const totalOf = (rows: readonly TaxRow[]): TaxFigures =>
  rows.reduce(
    (sum, row) => ({ net: sum.net + row.net, tax: sum.tax + row.tax, gross: sum.gross + row.gross }),
    { net: 0, tax: 0, gross: 0 },
  )
