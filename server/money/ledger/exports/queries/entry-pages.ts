import type { Cursor } from '../../../../base/core/rows/paging.ts'

const ENTRIES_AT_ONCE = 1000

/** Reads entries of the ledger page by page; `read` returns at most `limit` of those after the cursor. */
export async function* entryPages<Entry extends { occurred_at: string; id: string }>(
  read: (after: Cursor | null, limit: number) => Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  let after: Cursor | null = null
  for (;;) {
    const entries: Entry[] = await read(after, ENTRIES_AT_ONCE)
    yield entries
    const last = entries.at(-1)
    if (last === undefined || entries.length < ENTRIES_AT_ONCE) return
    after = { key: last.occurred_at, id: last.id }
  }
}
