import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, type Options, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { batchesOf } from '#shared/base/paging.ts'
import { AppError } from '../../core/calls/errors.ts'
import { csvOptions } from './csv-stream.ts'
import { escapeOpenQuotes } from './open-quotes.ts'

const ROWS_AT_ONCE = 250

/**
 * Creates a CSV file for spreadsheets, with a byte order mark and without executable formulas. Yields to the
 * event loop between parts of a long one.
 */
export async function toCsv<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  toRecord: (row: Row) => Record<string, string | number | null>,
): Promise<string> {
  const options = csvOptions(columns)
  let text = stringify([], { ...options, header: true, bom: true })
  for (const batch of batchesOf(rows, ROWS_AT_ONCE)) {
    text += stringify(batch.map(toRecord), options)
    await setImmediate()
  }
  return text
}

export interface CsvRecord {
  /** The line of the file where the record ends, counting the header as 1. */
  line: number
  values: Record<string, string>
  /** Set if it has more cells than there are columns, for example after a separator that isn't quoted. */
  surplus?: true
}

export const SURPLUS =
  'This row has a cell without a column. Name the column in the first line, or put cells that contain a separator in quotation marks.'

interface CsvTable {
  columns: string[]
  repeated: string[]
  records: CsvRecord[]
}

/**
 * Parses a spreadsheet's CSV, separated by commas, semicolons, tabs or bars. Skips blank rows, accepts quotes
 * within cells, and converts column names to snake case; the first of equal names counts. Yields to the event loop.
 * Throws BAD_REQUEST if it isn't valid or exceeds `maxRows`.
 */
export async function readCsv(text: string, maxRows: number): Promise<CsvTable> {
  try {
    return await readRows(text, maxRows, TRIMMED).catch((error: unknown) => {
      if (!endsQuoteEarly(error)) throw error
      return readRows(text, maxRows, LITERAL_QUOTES)
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('BAD_REQUEST', `This file cannot be read: ${error.message}`, { reason: 'bad_csv' })
  }
}

export const TRIMMED = { trim: true } as const satisfies Options

/** For files in which a cell merely begins with quotation marks, such as `"Blue" Ltd`. */
export const LITERAL_QUOTES = {
  cast: (cell: string) => cell.replace(/^"([^"]*)"\s+$/, '$1').trim(),
  ltrim: true,
} as const satisfies Options

export const endsQuoteEarly = (error: unknown): boolean =>
  error instanceof CsvError && error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE'

async function readRows(text: string, maxRows: number, spaces: Options): Promise<CsvTable> {
  let columns: string[] | null = null
  const records: CsvRecord[] = []
  const announced = announcedSeparator(text)
  const delimiter = announced ?? separatorOf(text)
  const parser = parse({
    ...spaces,
    bom: true,
    delimiter,
    from_line: announced === null ? 1 : 2,
    info: true,
    // The library would adopt the first line's ending and read the others as parts of cells.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  await pipeline(
    partsOf(escapeOpenQuotes(text, delimiter)),
    parser,
    async (rows: AsyncIterable<ParsedRow>) => {
      for await (const { info, record } of rows) {
        if (columns === null) {
          columns = record.map(columnName)
          continue
        }
        if (records.length === maxRows) {
          throw new AppError('BAD_REQUEST', `Use a file with at most ${maxRows} rows.`)
        }
        records.push({ line: info.lines, ...toCells(columns, record) })
      }
    },
  )
  const names: string[] = (columns ?? []).filter((name) => name !== '')
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  return { columns: names, repeated: [...new Set(repeated)], records }
}

/** The name in snake case. */
export const columnName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_')

interface ParsedRow {
  info: Info
  record: string[]
}

function toCells(columns: readonly string[], cells: readonly string[]): Omit<CsvRecord, 'line'> {
  const named = columns.map((name, at) => [name, restoreFormula(cells[at] ?? '')] as const)
  const values = Object.fromEntries(named.filter(([name]) => name !== '').toReversed())
  const surplus = cells.some((cell, at) => cell !== '' && (columns[at] ?? '') === '')
  return surplus ? { values, surplus } : { values }
}

const BYTES_AT_ONCE = 64 * 1024

/** As bytes, so that no character is split between parts. */
async function* partsOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    yield bytes.subarray(start, start + BYTES_AT_ONCE)
    await setImmediate()
  }
}

/** Spreadsheets recognize `sep=;` on the first line. */
export const announcedSeparator = (text: string): string | null =>
  /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?:\r|\n)/i.exec(text)?.[1] ?? null

const HEADER_LENGTH = 100_000
const QUOTED_CELL = /(^|[,;\t|])[^\S\r\n\t]*"(?:[^"]|"")*"/gm

/** The separator that occurs most often outside quotation marks on the first line that isn't blank. */
function separatorOf(text: string): string {
  const [header = ''] = /^.*\S.*$/m.exec(text.slice(0, HEADER_LENGTH).replace(QUOTED_CELL, '$1""')) ?? []
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** Removes the apostrophe that our own exports put before formulas. */
const restoreFormula = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')
