import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import { storable } from '../../core/plain-text.ts'

export type CsvRow = Record<string, string | number | null>

/**
 * Neutralizes formulas. Readers treat any line break outside quotation marks as the end of a row, but the library
 * only quotes its own kind.
 */
export const csvOptions = (columns: readonly string[]) =>
  ({
    columns: [...columns],
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: { string: storable },
  }) satisfies Options

/** The rows as the only page of a file. */
export async function* onePage(rows: CsvRow[]): AsyncGenerator<CsvRow[]> {
  yield rows
}

/**
 * Streams a CSV file: numbers stay numbers, and no text is executed as a formula. Each page of rows is read
 * when it is needed.
 */
export async function* streamCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly CsvRow[]>,
  { bom = true }: { bom?: boolean } = {},
): AsyncGenerator<string> {
  const options = { ...csvOptions(columns), record_delimiter: '\r\n' as const }
  yield stringify([], { ...options, header: true, bom })
  for await (const rows of pages) yield stringify([...rows], options)
}
