import {
  CSV_FIELD_NAMES,
  type CsvField,
  type CsvMapping,
  isCompleteMapping,
} from '#shared/money/bank/csv-mapping.ts'
import { type BankFileStatement, bankLine, bankStatement, unreadable } from '../lines.ts'
import { currencyOf, shown } from '../values.ts'
import { countProven, openingOf, type ReadRow, requireProven, runsBackwards } from './balances.ts'
import { isImpactName, isMemo, isPending } from './columns.ts'
import { ownAccountOf } from './own-account.ts'
import type { CsvTable } from './table.ts'
import { csvAmount, csvDay, IN, OUT, surplusAboveZero } from './values.ts'

/** The rows that changed the balance: not those that are pending or failed, or only for information. */
export function bookedRows({ columns: names, rows }: CsvTable, { columns }: CsvMapping): CsvTable['rows'] {
  const impact = names.findIndex(isImpactName)
  return rows.filter(
    ({ cells }) => !isPending(cells[columns.status ?? -1] ?? '') && !isMemo(cells[impact] ?? ''),
  )
}

const AMOUNTS = ['amount', 'credit', 'debit'] as const

/** Whether the row has a date but no amount, as parts of a collective order do, or if another column was chosen. */
export const lacksAmount = ({ cells }: CsvTable['rows'][number], { columns }: CsvMapping): boolean => {
  const isEmpty = (field: CsvField) => (cells[columns[field] ?? -1] ?? '').trim() === ''
  return !isEmpty('booked_on') && AMOUNTS.every(isEmpty)
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
  const booked = bookedRows(table, mapping)
  const rows = readRows(booked, mapping, currency)
  const [first] = rows
  if (first === undefined) {
    const isAllPending = booked.length < table.rows.length
    throw unreadable(`This file contains no ${isAllPending ? 'booked ' : ''}transactions.`)
  }
  const lines = rows.map(({ line }) => line)
  const { currency: own } = first.line
  if (lines.some((line) => line.currency !== own)) {
    throw unreadable('This file has transactions in more than one currency. Export one account at a time.')
  }
  const account = ownAccountOf(table, booked, mapping)
  requireProven(rows)
  const closing = rows.at(-1)?.balance ?? null
  return bankStatement({
    account,
    currency: own,
    reference: '',
    opening: closing === null ? null : openingOf(rows),
    closing,
    lines,
  })
}

/** The sign that amounts of money in and out usually have, so that those with the other are reversals. */
type UsualSigns = Record<'credit' | 'debit', 1 | -1>

/** The transactions, oldest first. */
function readRows(booked: CsvTable['rows'], mapping: CsvMapping, accountCurrency: string | null): ReadRow[] {
  const read = (usual: UsualSigns) => {
    const rows = booked.flatMap((row) => toLine(row, mapping, accountCurrency, usual) ?? [])
    const [from, to] = [rows[0]?.line.booked_on ?? '', rows.at(-1)?.line.booked_on ?? '']
    return from > to || runsBackwards(rows) ? rows.toReversed() : rows
  }
  const usual = { credit: usualSign(booked, mapping, 'credit'), debit: usualSign(booked, mapping, 'debit') }
  let best = read(usual)
  // Most are below zero: the bank writes money out this way, or the file contains mostly reversals.
  for (const field of ['credit', 'debit'] as const) {
    const other = usual[field] === -1 ? read({ ...usual, [field]: 1 }) : best
    if (countProven(other) > countProven(best)) best = other
  }
  return best
}

function usualSign(rows: CsvTable['rows'], { columns }: CsvMapping, field: 'credit' | 'debit'): 1 | -1 {
  const index = columns[field]
  return index != null && surplusAboveZero(rows.map(({ cells }) => cells[index] ?? '')) < 0 ? -1 : 1
}

function toLine(
  { line, cells }: CsvTable['rows'][number],
  { columns, decimal, date_order }: CsvMapping,
  accountCurrency: string | null,
  usual: UsualSigns,
): ReadRow | null {
  const cell = (field: CsvField): string => {
    const index = columns[field]
    return index == null ? '' : (cells[index] ?? '').trim()
  }
  const [booked, amounts] = [cell('booked_on'), AMOUNTS.map(cell)]
  // Totals and notes below the table have no date or no amount.
  if (booked === '' || amounts.every((text) => text === '')) return null
  try {
    const currency = cell('currency') === '' ? accountCurrency : currencyOf(cell('currency'))
    if (currency === null) throw unreadable('Choose the account, so that its currency is known.')
    const minor = (text: string) => (text === '' ? 0 : csvAmount(text, currency, decimal))
    const [amount = '', credit = '', debit = ''] = amounts
    const side = columns.side == null ? null : cell('side')
    const stated =
      amount === ''
        ? usual.credit * minor(credit) - usual.debit * minor(debit) || 0
        : directed(minor(amount), side)
    const fee = Math.abs(minor(cell('fee')))
    const moved = stated - fee
    const gross = cell('gross') === '' ? stated : minor(cell('gross'))
    const texts = Object.fromEntries(
      CSV_FIELD_NAMES.slice(CSV_FIELD_NAMES.indexOf('party_name')).map((field) => [field, cell(field)]),
    )
    const parties: CsvField[] =
      moved < 0 ? ['payee_name', 'merchant', 'party_name'] : ['payer_name', 'party_name', 'merchant']
    return {
      row: line,
      balance: cell('balance') === '' ? null : minor(cell('balance')),
      line: bankLine({
        ...texts,
        booked_on: csvDay(booked, date_order),
        valued_on: cell('valued_on') === '' ? null : csvDay(cell('valued_on'), date_order),
        amount: moved,
        charges: Math.max(gross - moved, 0),
        currency,
        party_name: parties.map(cell).find((name) => name !== '') ?? '',
      }),
    }
  } catch (error) {
    throw unreadable(`Line ${line}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The amount, signed by the row's direction; without one (null), it already has its sign. */
function directed(amount: number, side: string | null): number {
  if (side === null || amount === 0) return amount
  if (OUT.test(side)) return -Math.abs(amount)
  if (IN.test(side)) return Math.abs(amount)
  throw unreadable(`“${shown(side)}” doesn’t say whether money came in or went out.`)
}
