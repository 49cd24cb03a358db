import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { AppError } from '../core/errors.ts'

const ROWS_AT_ONCE = 250

/**
 * A file spreadsheets open as meant: with a byte order mark, and no cell that runs as a formula. Others get
 * their turn between parts of a long one.
 */
export async function toCsv<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  toRecord: (row: Row) => Record<string, string | number | null>,
): Promise<string> {
  const options = { columns: [...columns], escape_formulas: true }
  let text = stringify([], { ...options, header: true, bom: true })
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    text += stringify(rows.slice(start, start + ROWS_AT_ONCE).map(toRecord), options)
    await setImmediate()
  }
  return text
}

export interface CsvRecord {
  /** Line of the file the record ends on, counted from 1 with the header. */
  line: number
  values: Record<string, string>
}

/**
 * Reads a file with a header line, separated by commas, semicolons or tabs. Column names are lower case
 * with underscores. BAD_REQUEST when the text is no CSV or has more than `maxRows` records. Others get their
 * turn between parts of a long one.
 */
export async function readCsv(
  text: string,
  maxRows: number,
): Promise<{ columns: string[]; records: CsvRecord[] }> {
  let columns: string[] = []
  const records: CsvRecord[] = []
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      columns = header.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'))
      return columns
    },
    delimiter: separatorOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  try {
    await pipeline(partsOf(text), parser, async (rows: AsyncIterable<ParsedRow>) => {
      for await (const { info, record } of rows) {
        if (records.length === maxRows) {
          throw new AppError('BAD_REQUEST', `Use a file of at most ${maxRows} rows.`)
        }
        records.push({ line: info.lines, values: restoreFormulas(record) })
      }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('BAD_REQUEST', `This file cannot be read: ${error.message}`, { reason: 'bad_csv' })
  }
  return { columns, records }
}

interface ParsedRow {
  info: Info
  record: Record<string, string | undefined>
}

const BYTES_AT_ONCE = 64 * 1024

/** As bytes, so that no character is cut in half between two parts. */
async function* partsOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    yield bytes.subarray(start, start + BYTES_AT_ONCE)
    await setImmediate()
  }
}

function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** Takes back the apostrophe that keeps our own exports from running as formulas. */
function restoreFormulas(record: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(record))
    values[name] = (value ?? '').replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')
  return values
}
