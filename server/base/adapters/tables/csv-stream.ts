import { stringify } from 'csv-stringify/sync'

export type CsvRow = Record<string, string | number | null>

/**
 * Streams a CSV file: numbers stay numbers, and no text is executed as a formula. Each page of rows is read
 * when it is needed.
 */
export async function* streamCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly CsvRow[]>,
  { bom = true }: { bom?: boolean } = {},
): AsyncGenerator<string> {
  const options = { columns: [...columns], escape_formulas: true, record_delimiter: '\r\n' as const }
  yield stringify([], { ...options, header: true, bom })
  for await (const rows of pages) yield stringify([...rows], options)
}
