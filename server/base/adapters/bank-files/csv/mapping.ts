import { currencyDigits } from '#shared/base/amounts/money.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { CsvField, CsvMapping, DateOrder, Decimal } from '#shared/money/bank/csv-mapping.ts'
import { tidyDay } from '../../vendor-exports/dates.ts'
import { COLUMNS, isStatus, isStatusName, mayBeOwnAccount, namesHolder, plainName } from './columns.ts'
import { isOnAllRows } from './own-account.ts'
import { type Column, completes, fullest, longest, profileOf, SIGN } from './profile.ts'
import type { CsvTable } from './table.ts'
import { csvAmount, DATE, IN, OUT, surplusAboveZero } from './values.ts'

/** The number of rows that a guess is based on. */
const SAMPLE = 500

/** Guesses the content of the columns from their names and values. */
export function guessMapping(table: CsvTable, accountCurrency: string | null, today?: string): CsvMapping {
  const rows = table.rows.slice(0, SAMPLE)
  const columns = table.columns.map((name, index) => profileOf(plainName(name), index, rows))
  const found: CsvMapping['columns'] = {}
  const free = (): Column[] => columns.filter(({ index }) => !Object.values(found).includes(index))
  for (const { field, holds, names, not } of COLUMNS) {
    if (found[field] != null || isOtherParty(field, found, columns)) continue
    const fitting = free().filter((column) => column.holds(holds) && not?.test(column.name) !== true)
    const named = names.map((pattern) => fullest(fitting.filter(({ name }) => pattern.test(name))))
    const [index] = named.flatMap((column) => column?.index ?? [])
    if (index !== undefined) found[field] = index
  }
  if (areParts(rows, found)) found.amount = null
  if (found.amount == null && (found.credit == null || found.debit == null)) {
    const single = columns[found.credit ?? found.debit ?? -1]
    const other = free().find((column) => single !== undefined && completes(column, single, rows))
    // Money out that is mostly above zero: the signs mark what was returned.
    const isOut = found.credit == null && single !== undefined && surplusAboveZero(single.values) > 0
    if (other === undefined && isOut && single.hasSigns) found.amount = null
    else if (other === undefined) {
      found.amount = [single, ...free()].find((column) => column?.hasSigns && column.holds('amount'))?.index
    } else if (found.credit == null) found.credit = other.index
    else found.debit = other.index
  }
  // A known word in any row suffices: banks have words of their own for what succeeded.
  const named = free().find(
    ({ name, index }) => isStatusName(name) && table.rows.some(({ cells }) => isStatus(cells[index] ?? '')),
  )
  found.status = named?.index
  found.text ??= longest(free())?.index
  if (found.amount != null) {
    found.credit = null
    found.debit = null
  }
  found.status ??= free().find(({ values }) => values.filter(isStatus).length > values.length / 2)?.index
  const valuesOf = (fields: CsvField[]) =>
    rows.flatMap(({ cells }) => fields.map((field) => cells[found[field] ?? -1] ?? ''))
  found.side = sideOf(rows, found)
  const currency = valuesOf(['currency']).find((value) => /^[A-Z]{3}$/.test(value)) ?? accountCurrency
  const decimal = decimalOf(valuesOf(['amount', 'credit', 'debit', 'balance']), currency)
  return {
    columns: {
      ...found,
      ...feeColumns(rows, columns, found, (text) => amountOrNaN(text, currency ?? 'USD', decimal)),
    },
    decimal,
    date_order: dateOrderOf(valuesOf(['booked_on']), currency, today),
  }
}

/**
 * Whether the amounts are only parts of some transactions, such as those of a collective order, whose totals are in
 * the columns of money in and out.
 */
function areParts(
  rows: CsvTable['rows'],
  { booked_on, amount, credit, debit }: CsvMapping['columns'],
): boolean {
  if (booked_on == null || amount == null || credit == null || debit == null) return false
  const has = ({ cells }: CsvTable['rows'][number], index: number) => (cells[index] ?? '') !== ''
  const dated = rows.filter((row) => has(row, booked_on))
  return (
    dated.every((row) => !has(row, credit) || !has(row, debit)) &&
    dated.some((row) => !has(row, amount) && (has(row, credit) || has(row, debit)))
  )
}

/** Whether the other columns already name every party, so that this one can't. */
function isOtherParty(
  field: CsvField,
  { payer_name, party_name }: CsvMapping['columns'],
  columns: readonly Column[],
): boolean {
  if (field === 'payer_name') return party_name != null
  if (field === 'party_name') return payer_name != null
  return field === 'payee_name' && payer_name == null && isOfEither(columns[party_name ?? -1])
}

/** Whether one column names both payers and payees. */
const isOfEither = (party: Column | undefined): boolean =>
  party === undefined ||
  !/payer|zahlungspflichtig|debtor|ordenante|ordonnateur|auftraggeber|nadawca/.test(party.name) ||
  /payee|beg(u|ue)nstigt|empfanger|recipient|benefici|odbiorca/.test(party.name)

/**
 * The column of fees that the amounts exclude, as the balances prove; or that of gross amounts, if the amounts are
 * net of fees.
 */
function feeColumns(
  rows: CsvTable['rows'],
  columns: readonly Column[],
  { amount, balance }: CsvMapping['columns'],
  amountOf: (text: string) => number,
): Pick<CsvMapping['columns'], 'fee' | 'gross'> {
  const named = (pattern: RegExp) =>
    columns.find((column) => pattern.test(column.name) && column.values.length > 0 && column.holds('amount'))
  const gross = /^net/.test(columns[amount ?? -1]?.name ?? '') ? named(/^(gross|brutto)/) : undefined
  if (gross !== undefined) return { gross: gross.index }
  const fee = named(/^(fees?|gebuhr|frais|comision|commissioni?|kosten|poplatek)\b/)
  if (fee === undefined || amount == null || balance == null) return {}
  const moved = rows.map(({ cells }) => {
    const at = (index: number) => amountOf(cells[index] ?? '')
    return { balance: at(balance), amount: at(amount), fee: Math.abs(at(fee.index)) }
  })
  const proofs = moved.filter((row, index) => {
    const [before, after] = [moved[index - 1], moved[index + 1]]
    const follows = (from: number | undefined) =>
      from !== undefined && from + row.amount - row.fee === row.balance
    return row.fee !== 0 && (follows(before?.balance) || follows(after?.balance))
  })
  return proofs.length > 0 ? { fee: fee.index } : {}
}

function amountOrNaN(text: string, currency: string, decimal: Decimal): number {
  try {
    return csvAmount(text, currency, decimal)
  } catch {
    return Number.NaN
  }
}

/** Fields that a mapping may lack because it was remembered before their columns were known. */
const LATER_FIELDS = [
  'status',
  'currency',
  'party_iban',
  'payer_name',
  'party_name',
  'merchant',
  'reference',
] as const satisfies readonly CsvField[]

const PARTY_FIELDS = [
  'party_name',
  'payer_name',
  'payee_name',
  'merchant',
  'party_iban',
] as const satisfies readonly CsvField[]
/** The columns of the other party. */
type PartyColumns = { [Field in (typeof PARTY_FIELDS)[number]]: number | null }

/**
 * A mapping of earlier files, with the columns of the party that lines were imported with before. It lacks those if it
 * was remembered when holders of cards were still guessed as the party.
 */
export type RememberedMapping = CsvMapping & { former?: PartyColumns[] }

const MAX_FORMER = 5

const partyColumns = ({ columns }: CsvMapping): PartyColumns =>
  Object.fromEntries(PARTY_FIELDS.map((field) => [field, columns[field] ?? null])) as PartyColumns

/** Other columns of the party that lines of earlier files were imported with, the latest first. */
export function formerParties(known: RememberedMapping | undefined, chosen: CsvMapping): PartyColumns[] {
  if (known === undefined) return []
  const current = JSON.stringify(partyColumns(chosen))
  const former = [partyColumns(known), ...(known.former ?? [])].map((columns) => JSON.stringify(columns))
  return [...new Set(former)]
    .filter((columns) => columns !== current)
    .slice(0, MAX_FORMER)
    .map((columns) => JSON.parse(columns) as PartyColumns)
}

/**
 * Completes a remembered mapping with what the table has and the mapping neither has nor excludes. Drops the agency's
 * own account if a short file made it look like a payer's, and parties guessed earlier that are the holders of cards.
 */
export function withLaterFields(
  { columns: remembered, decimal, date_order, former }: RememberedMapping,
  table: CsvTable,
): CsvMapping {
  const columns = { ...remembered }
  if (hasOwnAccount(table, columns)) columns.party_iban = undefined
  for (const field of ['party_name', 'payee_name'] as const) {
    const isGuess = former === undefined && namesHolder(table.columns[columns[field] ?? -1] ?? '')
    if (isGuess) columns[field] = undefined
  }
  const guessed = guessMapping(table, null).columns
  const isFree = (index: number | null | undefined) => !Object.values(columns).includes(index ?? null)
  const isOpen = (field: CsvField) =>
    columns[field] === undefined &&
    (field !== 'payer_name' || columns.party_name === undefined) &&
    (field !== 'merchant' || columns.party_name !== null)
  const later = LATER_FIELDS.filter((field) => isOpen(field) && isFree(guessed[field]))
  return {
    decimal,
    date_order,
    columns: {
      ...columns,
      side: columns.side === undefined ? sideOf(table.rows, columns) : columns.side,
      ...Object.fromEntries(later.map((field) => [field, guessed[field]])),
    },
  }
}

/** Whether what was taken for the party's account is the agency's own. */
const hasOwnAccount = ({ columns, rows }: CsvTable, used: CsvMapping['columns']): boolean =>
  used.party_iban != null &&
  mayBeOwnAccount(columns[used.party_iban] ?? '') &&
  isOnAllRows(rows, used, used.party_iban)

/**
 * The direction column, if the amounts have no sign. Most of its values must be directions. Reading reports the
 * line of any other value, which must not be taken for money received.
 */
function sideOf(rows: CsvTable['rows'], { amount, ...others }: CsvMapping['columns']): number | null {
  const filled = rows.slice(0, 500).filter(({ cells }) => (cells[amount ?? -1] ?? '') !== '')
  if (filled.length === 0 || filled.some(({ cells }) => SIGN.test(cells[amount ?? -1] ?? ''))) return null
  const used = Object.values(others)
  const columns = filled[0]?.cells.keys() ?? []
  const isSide = (text = '') => OUT.test(text.trim()) || IN.test(text.trim())
  const sides = (index: number) => filled.filter(({ cells }) => isSide(cells[index])).length
  return [...columns].find((index) => !used.includes(index) && sides(index) > filled.length / 2) ?? null
}

/** The decimal separator of most amounts. */
function decimalOf(values: string[], currency: string | null): Decimal {
  const votes = values.map((value) => decimalIn(value, currency === null ? 2 : currencyDigits(currency)))
  const count = (decimal: Decimal) => votes.filter((vote) => vote === decimal).length
  return count(',') > count('.') ? ',' : '.'
}

/** The last of two different separators; a single one before three digits is more likely a thousands separator. */
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

const MONTH_FIRST = ['USD', 'PHP']
/** Days after today that a booking may still have. */
const AHEAD = 7

/**
 * From a day or year in an unambiguous position, from the order of rows, from days in the future, or else from the
 * currency's country. Where the month comes first, days with dashes are usual in both orders: the one in which the rows
 * cover fewer days is used.
 */
function dateOrderOf(values: string[], currency: string | null, today: string | undefined): DateOrder {
  const days = values.map(tidyDay).filter((value) => DATE.test(value))
  if (days.some((day) => /^\d{4}/.test(day))) return 'ymd'
  const parts = days.map((day) => day.split(/[./-]/, 3).map((part) => Number.parseInt(part, 10)))
  if (parts.some(([, second = 0]) => second > 12)) return 'mdy'
  const hasSlashes = days.some((day) => day.includes('/'))
  const hasDashes = days.some((day) => day.includes('-'))
  if (parts.some(([first = 0]) => first > 12) || !(hasSlashes || hasDashes)) return 'dmy'
  const dmy = parts.map(([day = 0, month = 0, year = 0]) => positionOf(year, month, day))
  const mdy = parts.map(([month = 0, day = 0, year = 0]) => positionOf(year, month, day))
  if (isSorted(dmy) !== isSorted(mdy)) return isSorted(dmy) ? 'dmy' : 'mdy'
  if (today !== undefined) {
    const [year = 0, month = 0, day = 0] = shiftDate(today, AHEAD).split('-').map(Number)
    const isAhead = (positions: number[]) =>
      positions.some((position) => position > positionOf(year, month, day))
    if (isAhead(dmy) !== isAhead(mdy)) return isAhead(dmy) ? 'mdy' : 'dmy'
  }
  if (hasSlashes) return currency === null || MONTH_FIRST.includes(currency) ? 'mdy' : 'dmy'
  return MONTH_FIRST.includes(currency ?? '') && spanOf(mdy) <= spanOf(dmy) ? 'mdy' : 'dmy'
}

/** Grows with the day; its differences are nearly those in days. */
const positionOf = (year: number, month: number, day: number): number =>
  (year < 100 ? 2000 + year : year) * 372 + month * 31 + day

const isSorted = (positions: readonly number[]): boolean =>
  positions.every((position, index) => index === 0 || position >= (positions[index - 1] ?? 0)) ||
  positions.every((position, index) => index === 0 || position <= (positions[index - 1] ?? 0))

const spanOf = (positions: readonly number[]): number => Math.max(...positions) - Math.min(...positions)
