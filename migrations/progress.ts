import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'

/** Receives the progress of a long migration; run the migrations within it. */
export const progress = new AsyncLocalStorage<(message: string) => void>()

const BATCH = 10_000

/** Processes a table in ranges of its numeric key, and reports each. */
export async function inBatches(
  db: Kysely<unknown>,
  { table, key, what }: { table: string; key: string; what: string },
  work: (range: string) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(${sql.ref(key)}) as first, max(${sql.ref(key)}) as last from ${sql.table(table)}`.execute(db)
  const [first, last] = [Number(rows[0]?.first ?? 0), Number(rows[0]?.last ?? -1)]
  for (let start = first; start <= last; start += BATCH) {
    await work(`${key} >= ${start} and ${key} < ${start + BATCH}`)
    const done = Math.min(100, Math.round(((start + BATCH - first) / (last + 1 - first)) * 100))
    progress.getStore()?.(`${what}: ${done}%`)
  }
}
