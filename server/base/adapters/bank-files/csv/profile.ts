import { isCurrency } from '#shared/base/amounts/currencies.ts'
import type { COLUMNS } from './columns.ts'
import type { CsvTable } from './table.ts'
import { isAmountText, isDay } from './values.ts'

/** The properties of a column, from its name and values. */
export interface Column {
  name: string
  index: number
  /** Only those that aren't empty. */
  values: string[]
  hasSigns: boolean
  /** Whether the values fit the kind; an empty column fits any kind except dates. */
  holds: (what: (typeof COLUMNS)[number]['holds']) => boolean
}

export function profileOf(name: string, index: number, rows: CsvTable['rows']): Column {
  const values = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((value) => value !== '')
  const share = (is: (value: string) => boolean) => values.filter(is).length / values.length
  return {
    name,
    index,
    values,
    hasSigns: values.some((value) => SIGN.test(value)),
    holds: (what) => {
      if (what === 'day') return share(isDay) >= 0.5
      if (what === 'iban') return share(isIban) >= 0.5
      if (what === 'code') return values.length > 0 && values.every(isCurrency)
      if (values.length === 0) return true
      if (what === 'amount') return share(isAmount) >= 0.5
      if (what === 'currency') return share((value) => /^[a-z]{3}$/i.test(value)) >= 0.5
      return what !== 'varied' || isVaried(values)
    },
  }
}

/** A few rows that are the same say no more than many: the mapping is remembered for longer files. */
const isVaried = (values: readonly string[]): boolean => new Set(values).size > 1

/** A date without separators may also be an amount. */
const isAmount = (value: string): boolean => isAmountText(value) && (!/\D/.test(value) || !isDay(value))

const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(text.replaceAll(' ', ''))

export const SIGN = /^[-+(−]|[-−]$/

/** Whether each row has an amount in either of two columns. */
export const completes = (column: Column, other: Column, rows: CsvTable['rows']): boolean =>
  column.values.length > 0 &&
  column.holds('amount') &&
  rows.every(({ cells }) => ((cells[column.index] ?? '') === '') !== ((cells[other.index] ?? '') === ''))

export const fullest = (columns: readonly Column[]): Column | undefined =>
  columns.reduce<Column | undefined>(
    (best, next) => (best === undefined || next.values.length > best.values.length ? next : best),
    undefined,
  )

const lengthOf = ({ values }: Column): number => values.join('').length / values.length

/** The column most likely to be the description. */
export const longest = (columns: readonly Column[]): Column | undefined =>
  columns
    .filter(({ values }) => values.filter((value) => /\p{L}{3}/u.test(value)).length > values.length / 2)
    .sort((one, other) => lengthOf(other) - lengthOf(one))[0]
