import { type Cursor, pagesOf } from '../../../../base/core/rows/paging.ts'

/** Reads entries of the ledger page by page; `read` returns at most `limit` of those after the cursor. */
export const entryPages = <Entry extends { occurred_at: string; id: string }>(
  read: (after: Cursor | null, limit: number) => Promise<Entry[]>,
): AsyncGenerator<Entry[]> => pagesOf(read, ({ occurred_at, id }) => [occurred_at, id])
