import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'
import { accountNumber, unreadable } from '../lines.ts'
import { shown } from '../values.ts'
import { plainName } from './columns.ts'
import type { CsvTable } from './table.ts'

/** Columns of the agency's own account, whatever their values. */
const NAMES_OWN =
  /^(?!.*(\bbic\b|swift|name|blz|bankleitzahl)).*(auftragskonto|auftraggeberkonto|iban kontoinhaber|(source|own|posted) account)/
/** Beside one of these, the source is the agency's own account only if money left. */
const TARGET = /(target|destination) account/
/** Columns of the agency's own account if they contain account numbers and no column names the party. */
const ACCOUNT = /^account( name)?$/
/** The same if another column has the party's, or if all rows have one number and no column names the party. */
const NUMBER = /^(account (no|number)|konto|kontonummer|rekening(nummer)?|iban( ?\/ ?bban)?)$/
/** The number of rows from which one number isn't that of a payer. */
const ENOUGH_ROWS = 3

/**
 * The number of the agency's account that a table names in its booked rows; empty if it names none. Throws if it names
 * more than one.
 */
export function ownAccountOf(
  { columns }: CsvTable,
  booked: CsvTable['rows'],
  { columns: used }: CsvMapping,
): string {
  const rows = datedRows(booked, used)
  const free = columns.flatMap((name, index) =>
    Object.values(used).includes(index)
      ? []
      : [{ index, header: name, name: plainName(name), values: distinctIn(rows, index) }],
  )
  const hasTarget = columns.some((name) => TARGET.test(plainName(name)))
  const sure = free.filter(({ name }) => NAMES_OWN.test(name) && !(hasTarget && name.includes('source')))
  const isOwn = ({ index, name, values }: (typeof free)[number]) =>
    values.every((value) => numberIn(value) !== '') &&
    ((ACCOUNT.test(name) && !hasParty(used) && values.every(isLong)) ||
      (NUMBER.test(name) &&
        (used.party_iban != null || (rows.length >= ENOUGH_ROWS && isOnAllRows(rows, used, index)))))
  const own = sure.length > 0 ? sure : free.filter(isOwn)
  const mixed = own.find(({ values }) => values.length > 1)
  if (mixed !== undefined) {
    throw unreadable(
      `The column “${shown(mixed.header)}” names more than one account. Export one account at a time, or choose the column as “Their account number” if the accounts are those of payers and payees.`,
    )
  }
  return own.flatMap(({ values }) => values.map(numberIn)).find((number) => number !== '') ?? ''
}

const hasParty = ({ party_name, payer_name }: CsvMapping['columns']): boolean =>
  party_name != null || payer_name != null

/** Shorter ones are the codes of a ledger. */
const isLong = (number: string): boolean =>
  number.replace(/\D/g, '').length > 5 || /[X*•·.…#]{2}/.test(number)

/** Whether all rows with a date have the same number, and no column names a party that it could belong to. */
export const isOnAllRows = (rows: CsvTable['rows'], used: CsvMapping['columns'], index: number): boolean => {
  const dated = datedRows(rows, used)
  return (
    !hasParty(used) &&
    dated.every(({ cells }) => (cells[index] ?? '').trim() !== '') &&
    distinctIn(dated, index).length === 1
  )
}

const datedRows = (rows: CsvTable['rows'], { booked_on: day }: CsvMapping['columns']): CsvTable['rows'] =>
  rows.filter(({ cells }) => (cells[day ?? -1] ?? '').trim() !== '')

const distinctIn = (rows: CsvTable['rows'], index: number): string[] => [
  ...new Set(rows.flatMap(({ cells }) => accountNumber(cells[index] ?? '') || [])),
]

/** An account's number, or the digits that are left of a masked one; empty for names. */
function numberIn(value: string): string {
  if (/^([A-Z]{2}\d{2}[A-Z\d]{8,}|[\d./]{5,})$/.test(value)) return value
  const masked = /[X*•·.…#]{2,}(\d{4,})$/.exec(value)?.[1]
  return masked === undefined ? '' : `…${masked}`
}
