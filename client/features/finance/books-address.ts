import type { BooksFile } from '#shared/books.ts'

/** Where a file of the books is downloaded; parameters that are not set are left out. */
export function booksAddress(file: BooksFile, parameters: Record<string, string | null>): string {
  const set = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1])
  return `/books/${file}.csv?${new URLSearchParams(set)}`
}
