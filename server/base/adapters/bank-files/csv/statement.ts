import {
  CSV_FIELD_NAMES,
  type CsvField,
  type CsvMapping,
  isCompleteMapping,
} from '#shared/money/bank/csv-mapping.ts'
import { type BankFileLine, type BankFileStatement, bankLine, bankStatement, unreadable } from '../lines.ts'
import { currencyOf, shown } from '../values.ts'
import { isPending } from './columns.ts'
import type { CsvTable } from './table.ts'
import { csvAmount, csvDay, IN, OUT } from './values.ts'

/** Whether a row's status, if there is one, doesn't say that it is pending or failed. */
export const isBooked = ({ cells }: CsvTable['rows'][number], { columns }: CsvMapping): boolean =>
  !isPending(cells[columns.status ?? -1] ?? '')

/** The transactions of a table; `currency` is the account's. */
export function readCsvStatement(
  table: CsvTable,
  mapping: CsvMapping,
  currency: string | null,
): BankFileStatement {
  if (!isCompleteMapping(mapping)) {
    throw unreadable('Choose the columns with the booking date and the amount.')
  }
  const booked = table.rows.filter((row) => isBooked(row, mapping))
  const read = booked.flatMap((row) => {
    const line = toLine(row, mapping, currency)
    return line === null ? [] : [line]
  })
  const [first] = read
  if (first === undefined) {
    const isAllPending = booked.length < table.rows.length
    throw unreadable(`This file contains no ${isAllPending ? 'booked ' : ''}transactions.`)
  }
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
    const stated =
      amount === '' ? Math.abs(minor(credit)) - Math.abs(minor(debit)) : directed(minor(amount), side)
    const fee = Math.abs(minor(cell('fee')))
    const moved = stated - fee
    const gross = cell('gross') === '' ? stated : minor(cell('gross'))
    const texts = Object.fromEntries(
      CSV_FIELD_NAMES.slice(CSV_FIELD_NAMES.indexOf('party_name')).map((field) => [field, cell(field)]),
    )
    const payee = moved < 0 ? cell('payee_name') : ''
    return {
      balance: cell('balance') === '' ? null : minor(cell('balance')),
      line: bankLine({
        ...texts,
        booked_on: csvDay(booked, date_order),
        valued_on: cell('valued_on') === '' ? null : csvDay(cell('valued_on'), date_order),
        amount: moved,
        charges: Math.max(gross - moved, 0),
        currency,
        ...(payee !== '' && { party_name: payee }),
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
