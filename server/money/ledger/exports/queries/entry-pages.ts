import type { LedgerDirection } from '#shared/money/ledger/finance.ts'
import { type Cursor, pagesOf } from '../../../../base/core/rows/paging.ts'

/** Reads entries of the ledger page by page; `read` returns at most `limit` of those after the cursor. */
export const entryPages = <Entry extends { occurred_at: string; id: string }>(
  read: (after: Cursor | null, limit: number) => Promise<Entry[]>,
): AsyncGenerator<Entry[]> => pagesOf(read, ({ occurred_at, id }) => [occurred_at, id])

interface PaymentEntry {
  id: string
  direction: LedgerDirection
  payment_id: string | null
  invoice_id: string | null
  occurred_at: string
  recorded_at: string | null
  description: string
  amount: number
  base_amount: number | null
  tax: number
  base_tax: number
}

/**
 * Joins the entries by project of one payment or refund, as the bank shows it. Entries of one instant stay together:
 * those of a page's last instant wait for the next page.
 */
export async function* perPayment<Entry extends PaymentEntry>(
  pages: AsyncIterable<Entry[]>,
): AsyncGenerator<Entry[]> {
  let waiting: Entry[] = []
  for await (const page of pages) {
    const last = page.at(-1)?.occurred_at
    const entries = [...waiting, ...page]
    waiting = entries.filter(({ occurred_at }) => occurred_at === last)
    yield joined(entries.filter(({ occurred_at }) => occurred_at !== last))
  }
  yield joined(waiting)
}

const joined = <Entry extends PaymentEntry>(entries: readonly Entry[]): Entry[] =>
  [...Map.groupBy(entries, paymentOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const sum = others.reduce<Entry>(add, first)
    return sum.amount === 0 && (sum.base_amount ?? 0) === 0 ? [] : [sum]
  })

/** An entry that is not of a payment for an invoice stands alone. */
const paymentOf = ({ id, direction, payment_id, invoice_id, ...entry }: PaymentEntry): string =>
  direction === 'income' && payment_id !== null && invoice_id !== null
    ? [payment_id, invoice_id, entry.occurred_at, entry.recorded_at, entry.description].join(' ')
    : id

const add = <Entry extends PaymentEntry>(one: Entry, other: PaymentEntry): Entry => ({
  ...one,
  amount: one.amount + other.amount,
  base_amount:
    one.base_amount === null || other.base_amount === null ? null : one.base_amount + other.base_amount,
  tax: one.tax + other.tax,
  base_tax: one.base_tax + other.base_tax,
})
