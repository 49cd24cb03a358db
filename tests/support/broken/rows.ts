import { sql } from 'kysely'
import { isSqlite } from '#migrations/ddl.ts'
import { createTrigger } from '#migrations/triggers.ts'
import type { Db, Schema } from '#server/base/db/schema.ts'

interface Broken {
  table: keyof Schema & string
  /** `insert`, `delete`, or `update`. */
  event: string
  /** The rows, by a condition on `new` or `old`. */
  when: string
}

/** From now on the database rejects this operation on these rows; returns a function that allows it again. */
export async function breakRows(db: Db, { table, event, when }: Broken): Promise<() => Promise<void>> {
  const name = `broken_${table}`
  const sqlite = isSqlite(db as never)
  const body = sqlite ? `select raise(abort, 'broken');` : `raise exception 'broken';`
  await createTrigger(db as never, { name, table, event, when, body })
  return async () => {
    await sql.raw(`drop trigger ${name}${sqlite ? '' : ` on ${table}`}`).execute(db)
    if (!sqlite) await sql.raw(`drop function ${name}()`).execute(db)
  }
}
