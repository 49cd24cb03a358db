import type { BooksFile } from '#shared/money/ledger/books.ts'
import type { TaxReturn } from '#shared/money/ledger/returns.ts'

/** The download URL of an accounting export; unset parameters are omitted. */
export function booksAddress(file: BooksFile | TaxReturn, parameters: Record<string, string | null>): string {
  const set = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1])
  return `/books/${file}.csv?${new URLSearchParams(set)}`
}
