import { createHash } from 'node:crypto'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { MAX_CSV_COLUMNS } from '#shared/money/bank/csv-mapping.ts'
import { announcedSeparator, endsQuoteEarly, LITERAL_QUOTES, TRIMMED } from '../../tables/csv.ts'
import { escapeOpenQuotes } from '../../tables/open-quotes.ts'
import { MAX_BANK_LINES, requireFewLines, unreadable } from '../lines.ts'
import { shown } from '../values.ts'
import { isAmountText, isDay } from './values.ts'

/** A table of transactions, before its columns are known. */
export interface CsvTable {
  /** Identifies the layout, so that its mapping can be remembered. */
  signature: string
  columns: string[]
  rows: { line: number; cells: string[] }[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** Banks put the account's details above the table. */
const MAX_PREAMBLE = 40
/** The maximum number of characters in a row; the parser's own limit doesn't count delimiters. */
const MAX_ROW = 100_000
/** Anchored to the beginning of a line: elsewhere, the time would grow with the square of its length. */
const TOO_LONG = new RegExp(`^[^\\r\\n]{${MAX_ROW}}`, 'm')

export function readCsvTable(text: string): CsvTable {
  if (TOO_LONG.test(text)) throw unreadable('This is not a bank statement: its lines are too long.')
  const rows = rowsOf(text, announcedSeparator(text) ?? delimiterOf(text))
  const { names, body, shape } = withHeader(rows) ?? withoutHeader(rows) ?? noStatement()
  const columns = names.map((cell) => cell.trim().slice(0, 100))
  if (columns.length > MAX_CSV_COLUMNS) {
    throw unreadable(`This file has more than ${MAX_CSV_COLUMNS} columns.`)
  }
  requireFewLines(body.length)
  const signature = createHash('sha256')
    .update(JSON.stringify(shape ?? columns))
    .digest('hex')
  return { signature, columns, rows: body }
}

interface Layout {
  names: string[]
  body: CsvTable['rows']
  /** Identifies the layout if the names don't. */
  shape?: string[]
}

function noStatement(): never {
  throw unreadable('This is not a bank statement that can be read. Use CAMT.053, MT940, OFX or CSV.')
}

function withHeader(rows: CsvTable['rows']): Layout | null {
  const start = rows.slice(0, MAX_PREAMBLE).findIndex((row, index) => isHeader(row, rows[index + 1]))
  const header = rows[start]
  return header === undefined ? null : { names: header.cells, body: rows.slice(start + 1) }
}

function isHeader({ cells }: CsvTable['rows'][number], next: CsvTable['rows'][number] | undefined): boolean {
  const named = cells.filter((cell) => cell !== '')
  const isTitle = (cell: string) => !isDay(cell) && !isAmountText(cell)
  return named.length >= 3 && named.every(isTitle) && next?.cells.some(isDay) === true
}

/** For banks that export no header: most rows must have a date and an amount. */
function withoutHeader(rows: CsvTable['rows']): Layout | null {
  const isTransaction = ({ cells }: CsvTable['rows'][number]) =>
    cells.filter((cell) => cell !== '').length >= 3 &&
    cells.some(isDay) &&
    cells.some((cell) => isAmountText(cell) && !isDay(cell))
  const body = rows.slice(rows.findIndex(isTransaction))
  if (body.filter(isTransaction).length <= rows.length / 2) return null
  const width = Math.max(...body.map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, index) => `Column ${index + 1}`)
  const kinds = names.map((_, index) => {
    const filled = body.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
    const most = (is: (cell: string) => boolean) => filled.filter(is).length > filled.length / 2
    return most(isDay) ? 'day' : most(isAmountText) ? 'amount' : 'text'
  })
  return { names, body, shape: ['', ...kinds] }
}

function rowsOf(text: string, delimiter: string, spaces: Options = TRIMMED): CsvTable['rows'] {
  try {
    const records = parse(escapeOpenQuotes(text, delimiter), {
      ...spaces,
      bom: true,
      delimiter,
      info: true,
      max_record_size: MAX_ROW,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_BANK_LINES + MAX_PREAMBLE + 1,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (endsQuoteEarly(error)) return rowsOf(text, delimiter, LITERAL_QUOTES)
    if (!(error instanceof CsvError)) throw error
    throw unreadable(`This CSV file can’t be read: ${shown(error.message)}`)
  }
}

/** The delimiter that splits the most lines into the same number of cells, preferring more cells. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n|\r/, MAX_PREAMBLE).map((line) => line.replace(/"[^"]*"/g, ''))
  const score = (delimiter: string): number => {
    const widths = lines.map((line) => line.split(delimiter).length).filter((width) => width > 1)
    return Math.max(0, ...widths.map((width) => width * widths.filter((other) => other === width).length))
  }
  return DELIMITERS.reduce((best, next) => (score(next) > score(best) ? next : best))
}
