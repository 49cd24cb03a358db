import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** What the database calls the files that aren't in the data folder, whatever version wrote it. */
export async function listMissingFiles(db: Db, dataDir: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const missing: string[] = []
  for (const { name: table, columns } of tables) {
    if (!columns.some(({ name }) => name === 'storage_key')) continue
    const label = columns.some(({ name }) => name === 'name') ? 'name' : 'id'
    const { rows } = await sql<{ storage_key: string; label: string }>`
      select storage_key, ${sql.ref(label)} as label from ${sql.table(table)} order by 2`.execute(db)
    for (const { storage_key: key, label: text } of rows) {
      if (existsSync(join(dataDir, 'files', key.slice(0, 2), key))) continue
      missing.push(label === 'name' ? text : `${table} ${text}`)
    }
  }
  return missing
}
