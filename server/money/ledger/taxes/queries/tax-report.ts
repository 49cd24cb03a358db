import type { z } from 'zod'
import { taxKey } from '#shared/base/amounts/taxes.ts'
import type { taxReportInput } from '#shared/money/ledger/schemas/tax-report.ts'
import type { TaxFigures, TaxRate, TaxReportDto, TaxRow } from '#shared/money/ledger/taxes/tax-report.ts'
import { hasTax } from '#shared/money/ledger/taxes/tax-split.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { bookSums, taxPaid } from '../../queries/book-sums.ts'
import type { Period } from '../../queries/ledger.ts'
import { type TaxSum, taxSums } from './tax-sums.ts'

/** Sales and expenses by tax rate, by date of the document or the payment. */
export async function getTaxReport(
  ctx: UserCtx,
  input: z.output<typeof taxReportInput>,
): Promise<TaxReportDto> {
  const period: Period = { from: input.from ?? null, to: input.to ?? null }
  const [output, input_, currency, books] = await Promise.all([
    taxSums(ctx, period, input.basis === 'issued' ? 'issued' : 'income'),
    taxSums(ctx, period, 'expense'),
    agencyCurrency(ctx, ctx.reach.agencyId),
    bookSums(ctx, period, 'month'),
  ])
  const inBase = rowsInBase(output)
  const expenses = rowsInBase(input_.filter(hasTax))
  const [output_total, input_total] = [totalOf(inBase), totalOf(expenses)]
  const owed = output_total.tax - input_total.tax
  const paid = taxPaid(books)
  return {
    currency,
    ...period,
    basis: input.basis,
    output: inBase,
    output_total,
    input: expenses,
    input_total,
    owed,
    paid,
    unpaid: owed - paid,
    by_currency: [...Map.groupBy(output, (row) => row.currency)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, rows]) => {
        const own = sorted(
          rows.map(({ net, tax, documents, ...rate }) => rowOf(rate, { net, tax }, documents)),
        )
        return { currency: code, rows: own, total: totalOf(own) }
      }),
    without_rate: output.reduce((sum, row) => sum + row.unbooked, 0),
  }
}

function rowsInBase(rows: readonly TaxSum[]): TaxRow[] {
  const groups = [...Map.groupBy(rows, (row) => taxKey({ ...row, tax_note: null })).values()]
  return sorted(
    groups.flatMap((same) => {
      const [rate] = same
      if (rate === undefined) return []
      const sum = (of: (row: TaxSum) => number) => same.reduce((total, row) => total + of(row), 0)
      const figures = { net: sum((row) => row.base_net), tax: sum((row) => row.base_tax) }
      return [
        rowOf(
          rate,
          figures,
          sum((row) => row.documents),
        ),
      ]
    }),
  )
}

const rowOf = (
  { tax_bps, tax_name, tax_category }: TaxRate,
  { net, tax }: { net: number; tax: number },
  rows: number,
): TaxRow => ({ tax_bps, tax_name, tax_category, net, tax, gross: net + tax, count: rows })

/** Highest percentage first. */
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
