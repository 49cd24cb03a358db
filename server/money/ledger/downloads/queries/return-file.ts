import type { z } from 'zod'
import { plainNumber } from '#shared/base/amounts/money.ts'
import type { TaxReturn, TaxReturnDto } from '#shared/money/ledger/returns.ts'
import type { returnFileInput } from '#shared/money/ledger/schemas/returns.ts'
import { type CsvRow, onePage, streamCsv } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { getTaxReturn } from '../../returns/queries/tax-return.ts'
import type { BooksDownload } from './books-files.ts'

const BOX_COLUMNS = ['box', 'description', 'on_form', 'in_books', 'entries', 'currency']

/** A return as a file: its boxes and the amounts in none of them, or all lines of its list. */
export async function openReturnFile(
  ctx: AgencyCtx,
  kind: TaxReturn,
  { bom, ...period }: z.output<typeof returnFileInput>,
): Promise<BooksDownload> {
  const found = await getTaxReturn(ctx, { kind, ...period }, { most: Number.POSITIVE_INFINITY })
  const [columns, rows] =
    found.table === null ? [BOX_COLUMNS, boxRows(found)] : listRows(found.table, found.currency)
  return {
    name: `${kind}_${period.from}_${period.to}.csv`,
    type: 'text/csv; charset=utf-8',
    content: streamCsv(columns, onePage(rows), { bom }),
  }
}

function boxRows({ boxes, rest, currency }: TaxReturnDto): CsvRow[] {
  const row = (box: string | null, description: string, entries: number | null) => ({
    box,
    description,
    entries,
    currency,
  })
  return [
    ...boxes.map(({ code, label, form, exact, count }) => ({
      ...row(code, label, count),
      on_form: plainNumber(form, currency),
      in_books: plainNumber(exact, currency),
    })),
    ...rest.flatMap(({ label, net, tax, count }) => [
      { ...row(null, `${label}, net`, count), on_form: null, in_books: plainNumber(net, currency) },
      { ...row(null, `${label}, tax`, count), on_form: null, in_books: plainNumber(tax, currency) },
    ]),
  ]
}

function listRows(
  { columns, lines }: NonNullable<TaxReturnDto['table']>,
  currency: string,
): [string[], CsvRow[]] {
  const names = columns.map(({ name }) => name.toLowerCase().replaceAll(/\W+/g, '_'))
  const rows = lines.map(({ cells, count }) => ({
    ...Object.fromEntries(
      columns.map(({ money }, index): [string, string | number | null] => {
        const cell = cells[index] ?? null
        return [names[index] ?? '', money && cell !== null ? plainNumber(Number(cell), currency) : cell]
      }),
    ),
    entries: count,
    currency,
  }))
  return [[...names, 'entries', 'currency'], rows]
}
