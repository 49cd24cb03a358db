import { toDecimal } from '#shared/base/amounts/money.ts'
import { type BankFileLine, unreadable } from '../lines.ts'

export interface ReadRow {
  /** The file's line, counted from 1. */
  row: number
  line: BankFileLine
  /** After the transaction, in minor units; null if the row doesn't state it. */
  balance: number | null
}

/** Each row with the amount it moved according to the balances before and after it, if both are stated. */
const movements = (rows: readonly ReadRow[]) =>
  rows.flatMap(({ row, line, balance }, index) => {
    const before = rows[index - 1]?.balance ?? null
    return before === null || balance === null ? [] : [{ row, line, moved: balance - before }]
  })

/** How many rows, oldest first, moved the balance by their amount. */
export const countProven = (rows: readonly ReadRow[]): number =>
  movements(rows).filter(({ line, moved }) => moved === line.amount).length

/**
 * Throws if the balances prove most rows and contradict one. Other differences are gaps in the file or rows of a day in
 * another order, which the statement's balances show.
 */
export function requireProven(rows: readonly ReadRow[]): void {
  const checked = movements(rows)
  const wrong = checked.filter(({ line, moved }) => moved !== line.amount)
  const [first] = wrong
  if (first === undefined || wrong.length * 2 >= checked.length) return
  if (wrong.some(({ line, moved }) => moved !== 0 && moved !== -line.amount)) return
  const { row, line, moved } = first
  const amount = toDecimal(Math.abs(moved), line.currency)
  const words =
    moved === 0
      ? 'nothing moved'
      : moved < 0
        ? `${amount} left the account`
        : `${amount} came into the account`
  throw unreadable(
    `Line ${row}: according to the balance, ${words}. Correct the file, or choose no column for “Balance” ` +
      'if it isn’t the balance after each transaction.',
  )
}

/** Before the first row, oldest first, by the first balance stated. */
export function openingOf(rows: readonly ReadRow[]): number | null {
  const first = rows.findIndex(({ balance }) => balance !== null)
  return rows
    .slice(0, first + 1)
    .reduce<number | null>(
      (rest, { line }) => (rest === null ? null : rest - line.amount),
      rows[first]?.balance ?? null,
    )
}

/** Within a day, only the balances say in which order the rows are. */
export function runsBackwards(rows: readonly ReadRow[]): boolean {
  if (rows[0]?.line.booked_on !== rows.at(-1)?.line.booked_on) return false
  const pairs = rows.length - 1
  return countProven(rows.toReversed()) === pairs && countProven(rows) < pairs
}
