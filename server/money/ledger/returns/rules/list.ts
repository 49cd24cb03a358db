import type { Place } from '#shared/money/ledger/places.ts'
import type { ReturnColumn, ReturnRest } from '#shared/money/ledger/returns.ts'
import type { TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import { type GroupSum, restRow } from './form.ts'

/** Where a part of a sale belongs: a line and a kind of amount in it, the rest, or nowhere. */
export type ListGroup = { line: string; kind: string } | { rest: string } | null

export interface LineSums {
  key: string
  /** The customer on the newest document. */
  customer: string | null
  /** By kind of amount. */
  sums: ReadonlyMap<string, GroupSum>
}

/** A sale or its correction, with the day of the sale that it corrects. */
export interface ListedSale {
  place: Place
  date: string
  corrected_on: string | null
}

/** A return that lists customers, states or similar instead of numbered boxes. */
export interface ReturnList {
  currency: string | null
  /** Set if it counts by date of issue alone. */
  basis?: 'issued'
  columns: readonly ReturnColumn[]
  assign: (rate: TaxRate, sale: ListedSale) => ListGroup
  cells: (line: LineSums, currency: string) => (string | number | null)[]
  rest: readonly { key: string; label: string }[]
}

/** Amounts that belong on the list but can't be assigned to a line. */
export const restOfList = ({ rest }: ReturnList, sums: ReadonlyMap<string, GroupSum>): ReturnRest[] =>
  rest.flatMap((named) => restRow(named, sums.get(named.key)))

export const textColumn = (name: string): ReturnColumn => ({ name, money: false })
export const moneyColumn = (name: string): ReturnColumn => ({ name, money: true })
