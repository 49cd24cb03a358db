import { createHash } from 'node:crypto'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { currencyDigits } from '#shared/base/amounts/money.ts'
import {
  CSV_FIELD_NAMES,
  type CsvField,
  type CsvMapping,
  type DateOrder,
  type Decimal,
  isCompleteMapping,
  MAX_CSV_COLUMNS,
} from '#shared/money/bank/csv-mapping.ts'
import { announcedSeparator, endsQuoteEarly, LITERAL_QUOTES, TRIMMED } from '../tables/csv.ts'
import { readDate } from '../vendor-exports/dates.ts'
import {
  type BankFileLine,
  type BankFileStatement,
  bankLine,
  bankStatement,
  MAX_BANK_LINES,
  requireFewLines,
  unreadable,
} from './lines.ts'
import { currencyOf, dayOf, minorUnits, shown } from './values.ts'

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
/** Characters of a row; the parser itself doesn't count delimiters. */
const MAX_ROW = 100_000
const TOO_LONG = new RegExp(`[^\\r\\n]{${MAX_ROW}}`)

export function readCsvTable(text: string): CsvTable {
  if (TOO_LONG.test(text)) throw unreadable('This is not a bank statement: its lines are too long.')
  const rows = rowsOf(text, announcedSeparator(text) ?? delimiterOf(text))
  const start = rows.slice(0, MAX_PREAMBLE).findIndex((row, index) => isHeader(row, rows[index + 1]))
  const header = rows[start]
  if (header === undefined) {
    throw unreadable(
      'This is not a bank statement that can be read. Use CAMT.053, MT940, OFX or a CSV file with a header line.',
    )
  }
  const columns = header.cells.map((cell) => cell.trim().slice(0, 100))
  if (columns.length > MAX_CSV_COLUMNS) {
    throw unreadable(`This file has more than ${MAX_CSV_COLUMNS} columns.`)
  }
  const body = rows.slice(start + 1)
  requireFewLines(body.length)
  const signature = createHash('sha256').update(JSON.stringify(columns)).digest('hex')
  return { signature, columns, rows: body }
}

function rowsOf(text: string, delimiter: string, spaces: Options = TRIMMED): CsvTable['rows'] {
  try {
    const records = parse(text, {
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

/** The one that occurs most often in the lines that have any. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n|\r/, MAX_PREAMBLE).map((line) => line.replace(/"[^"]*"/g, ''))
  const count = (delimiter: string) =>
    Math.max(...lines.map((line) => line.split(delimiter).length)) +
    lines.filter((line) => line.includes(delimiter)).length
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** A day without the spaces and the last dot of some languages, and with its year in full beside a name. */
const tidyDay = (text: string): string =>
  text
    .replace(/(?<=\d[./-]) +(?=\d)/g, '')
    .replace(/(?<=\d)\.$/, '')
    .replace(
      /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d\d)?(\d\d)$/i,
      (_, day, month, century = '20', year) => `${day} ${month} ${century}${year}`,
    )

const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T ].*)?$|^\d{8}$/

const isDay = (text: string): boolean => DATE.test(tidyDay(text)) || readDate(tidyDay(text), null) !== null

function isHeader(row: { cells: string[] }, next: { cells: string[] } | undefined): boolean {
  const named = row.cells.filter((cell) => cell !== '')
  return named.length >= 3 && !row.cells.some(isDay) && next?.cells.some(isDay) === true
}

/** Words of header lines in English and German, the most specific first. */
const WORDS: readonly (readonly [CsvField, RegExp])[] = [
  ['valued_on', /value date|valuta|wertstellung|valued/],
  [
    'booked_on',
    /booking date|posting date|posted|buchung(stag|sdatum)?$|^date|^datum|completed|transaction date|booked/,
  ],
  ['balance', /balance|saldo|kontostand/],
  ['currency', /currency|w(ä|ae)hrung|^ccy/],
  ['credit', /credit|money in|paid in|deposit|haben|gutschrift/],
  ['debit', /debit|money out|paid out|withdrawal|soll|lastschriftbetrag/],
  ['amount', /amount|betrag|umsatz|^value$/],
  ['party_iban', /iban|account number|kontonummer|counterparty account|their account/],
  ['end_to_end_id', /end.?to.?end|e2e|kundenreferenz/],
  ['bank_ref', /transaction id|bank.?s? ?(id|ref)|fitid|bankreferenz|umsatz.?id/],
  [
    'party_name',
    /payer|payee|beg(ü|ue)nstigter|auftraggeber|zahlungs|empf(ä|ae)nger|name|counterparty|partner/,
  ],
  ['reference', /structured ref|creditor ref/],
  ['text', /text|purpose|verwendungszweck|memo|description|details|reference|narrative/],
]

/** Guesses what the columns hold from their names and values. */
export function guessMapping({ columns, rows }: CsvTable, accountCurrency: string | null): CsvMapping {
  const found: CsvMapping['columns'] = {}
  const taken = new Set<number>()
  for (const [field, words] of WORDS) {
    const index = columns.findIndex((name, at) => !taken.has(at) && words.test(name.toLowerCase()))
    if (index < 0) continue
    found[field] = index
    taken.add(index)
  }
  if (found.amount != null) {
    found.credit = null
    found.debit = null
  }
  const valuesOf = (fields: CsvField[]) =>
    rows.slice(0, 500).flatMap(({ cells }) => fields.map((field) => cells[found[field] ?? -1] ?? ''))
  found.side = sideOf(rows, found)
  const currency = valuesOf(['currency']).find((value) => /^[A-Z]{3}$/.test(value)) ?? accountCurrency
  return {
    columns: found,
    decimal: decimalOf(valuesOf(['amount', 'credit', 'debit', 'balance']), currency),
    date_order: dateOrderOf(valuesOf(['booked_on'])),
  }
}

const OUT = /^(s|soll|d|dr|dbit|debit|out|withdrawal|-)$/i
const IN = /^(h|haben|c|cr|crdt|credit|in|deposit|\+)$/i

/** A mapping remembered before there were columns with the direction gets the table's, if it has one. */
export const withSide = ({ columns, ...rest }: CsvMapping, { rows }: CsvTable): CsvMapping => ({
  ...rest,
  columns: columns.side === undefined ? { ...columns, side: sideOf(rows, columns) } : columns,
})

/**
 * The column that says which way the money went, if the amounts have no sign. Most of its values do: reading names
 * the line of another, which mustn't pass for money received.
 */
function sideOf(rows: CsvTable['rows'], { amount, ...others }: CsvMapping['columns']): number | null {
  const filled = rows.slice(0, 500).filter(({ cells }) => (cells[amount ?? -1] ?? '') !== '')
  if (filled.length === 0 || filled.some(({ cells }) => /^[-+(−]|[-−]$/.test(cells[amount ?? -1] ?? '')))
    return null
  const used = Object.values(others)
  const columns = filled[0]?.cells.keys() ?? []
  const isSide = (text = '') => OUT.test(text.trim()) || IN.test(text.trim())
  const sides = (index: number) => filled.filter(({ cells }) => isSide(cells[index])).length
  return [...columns].find((index) => !used.includes(index) && sides(index) > filled.length / 2) ?? null
}

/** The decimal separator that most amounts speak for. */
function decimalOf(values: string[], currency: string | null): Decimal {
  const votes = values.map((value) => decimalIn(value, currency === null ? 2 : currencyDigits(currency)))
  const count = (decimal: Decimal) => votes.filter((vote) => vote === decimal).length
  return count(',') > count('.') ? ',' : '.'
}

/** The last of two separators; a single one before three digits is more likely a thousands separator. */
function decimalIn(value: string, digits: number): Decimal | null {
  const match = /^(.*)([.,])(\d*)\D*$/.exec(value)
  if (match === null) return null
  const [, before = '', separator, after = ''] = match
  const other = separator === '.' ? ',' : '.'
  if (before.includes(other)) return separator as Decimal
  return before.includes(separator ?? '') || (after.length === 3 && digits !== 3)
    ? other
    : (separator as Decimal)
}

function dateOrderOf(values: string[]): DateOrder {
  const days = values.map(tidyDay).filter((value) => DATE.test(value))
  if (days.some((day) => /^\d{4}/.test(day))) return 'ymd'
  if (days.some((day) => Number(day.split(/[./-]/)[1]) > 12)) return 'mdy'
  return days.some((day) => day.includes('/')) && !days.some((day) => Number(day.split('/')[0]) > 12)
    ? 'mdy'
    : 'dmy'
}

/** The transactions of a table; `currency` is the account's. */
export function readCsvStatement(
  table: CsvTable,
  mapping: CsvMapping,
  currency: string | null,
): BankFileStatement {
  if (!isCompleteMapping(mapping)) {
    throw unreadable('Choose the columns with the booking date and the amount.')
  }
  const read = table.rows.flatMap((row) => {
    const line = toLine(row, mapping, currency)
    return line === null ? [] : [line]
  })
  const [first] = read
  if (first === undefined) throw unreadable('This file contains no transactions.')
  const last = read.at(-1) ?? first
  const isNewestFirst = first.line.booked_on > last.line.booked_on || runsBackwards(read)
  const lines = read.map(({ line }) => line)
  const { currency: own } = first.line
  if (lines.some((line) => line.currency !== own)) {
    throw unreadable('This file has transactions in several currencies. Export one account at a time.')
  }
  const closing = (isNewestFirst ? first : last).balance
  return bankStatement({
    account: '',
    currency: own,
    reference: '',
    opening: closing === null ? null : lines.reduce((rest, line) => rest - line.amount, closing),
    closing,
    lines: isNewestFirst ? lines.toReversed() : lines,
  })
}

/** Within a day, only the balances say in which order the rows are. */
function runsBackwards(read: readonly ReadRow[]): boolean {
  const [first, last] = [read[0], read.at(-1)]
  if (first?.line.booked_on !== last?.line.booked_on) return false
  const follows = (row: ReadRow, before: ReadRow | undefined) =>
    row.balance !== null && before?.balance != null && row.balance - row.line.amount === before.balance
  return (
    read.every((row, index) => index === read.length - 1 || follows(row, read[index + 1])) &&
    !read.every((row, index) => index === 0 || follows(row, read[index - 1]))
  )
}

interface ReadRow {
  line: BankFileLine
  balance: number | null
}

function toLine(
  { line, cells }: CsvTable['rows'][number],
  { columns, decimal, date_order }: CsvMapping,
  accountCurrency: string | null,
): ReadRow | null {
  const cell = (field: CsvField): string => {
    const index = columns[field]
    return index == null ? '' : (cells[index] ?? '').trim()
  }
  const [booked, amounts] = [cell('booked_on'), (['amount', 'credit', 'debit'] as const).map(cell)]
  // Totals and notes below the table have no date or no amount.
  if (booked === '' || amounts.every((text) => text === '')) return null
  try {
    const currency = cell('currency') === '' ? accountCurrency : currencyOf(cell('currency'))
    if (currency === null) throw unreadable('Choose the account, so that its currency is known.')
    const minor = (text: string) => (text === '' ? 0 : csvAmount(text, currency, decimal))
    const [amount = '', credit = '', debit = ''] = amounts
    const side = columns.side == null ? null : cell('side')
    const texts = Object.fromEntries(
      CSV_FIELD_NAMES.slice(CSV_FIELD_NAMES.indexOf('party_name')).map((field) => [field, cell(field)]),
    )
    return {
      balance: cell('balance') === '' ? null : minor(cell('balance')),
      line: bankLine({
        ...texts,
        booked_on: csvDay(booked, date_order),
        valued_on: cell('valued_on') === '' ? null : csvDay(cell('valued_on'), date_order),
        amount:
          amount === '' ? Math.abs(minor(credit)) - Math.abs(minor(debit)) : directed(minor(amount), side),
        currency,
      }),
    }
  } catch (error) {
    throw unreadable(`Line ${line}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The amount as its row says that it moved; null if its sign does. */
function directed(amount: number, side: string | null): number {
  if (side === null || amount === 0) return amount
  if (OUT.test(side)) return -Math.abs(amount)
  if (IN.test(side)) return Math.abs(amount)
  throw unreadable(`“${shown(side)}” doesn’t say whether money came in or went out.`)
}

/** Reads `1.234,56`, `-1 234.56 €`, `12,00-` and `(5.00)`. */
function csvAmount(text: string, currency: string, decimal: Decimal): number {
  const bare = text.replace(/[\s\u00a0\u202f'’]|[A-Z]{3}|\p{Sc}/gu, '').replaceAll('−', '-')
  const isNegative = /^-|-$|^\(.*\)$/.test(bare)
  const grouping = decimal === ',' ? '.' : ','
  const digits = bare.replace(/^(?:\(-?|[-+])|[-)]$/g, '')
  if (!/^[\d.,]/.test(digits)) throw unreadable(`“${shown(text)}” is not an amount in ${currency}.`)
  const groups = `(\\d{1,3}(\\${grouping}\\d{3})+|\\d{1,2}(,\\d\\d)+,\\d{3})`
  if (!new RegExp(`^${groups}(\\${decimal}\\d*)?$`).test(digits) && digits.includes(grouping)) {
    throw unreadable(`“${shown(text)}” is not an amount with “${decimal}” before the decimals.`)
  }
  const amount = minorUnits(digits.replaceAll(grouping, ''), currency, decimal)
  return isNegative && amount !== 0 ? -amount : amount
}

function csvDay(text: string, order: DateOrder): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact !== null) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]), text)
  const day = tidyDay(text)
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:$|[T ])/.exec(day)
  const named = parts === null ? readDate(day, null) : null
  if (named !== null) return named
  if (parts === null) throw unreadable(`“${shown(text)}” is not a date.`)
  const [first = 0, second = 0, third = 0] = parts.slice(1, 4).map(Number)
  const [year, month, date] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const digits = (order === 'ymd' ? parts[1] : parts[3])?.length
  if (digits !== 2 && digits !== 4) throw unreadable(`“${shown(text)}” is not a date.`)
  return dayOf(digits === 2 ? 2000 + year : year, month, date, text)
}
