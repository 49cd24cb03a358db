import { sql } from 'kysely'
import type { FileStorage } from '../../adapters/file-storage.ts'
import type { Db } from '../../db/schema.ts'

/** What the database calls the files that aren't in the storage, whatever version wrote it. */
export async function listMissingFiles(db: Db, storage: FileStorage): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const missing: string[] = []
  for (const { name: table, columns } of tables) {
    if (!columns.some(({ name }) => name === 'storage_key')) continue
    const label = columns.some(({ name }) => name === 'name') ? 'name' : 'id'
    const { rows } = await sql<{ storage_key: string; label: string }>`
      select storage_key, ${sql.ref(label)} as label from ${sql.table(table)} order by 2`.execute(db)
    for (const { storage_key: key, label: text } of rows) {
      if ((await storage.sizeOf(key)) !== null) continue
      missing.push(label === 'name' ? text : `${table} ${text}`)
    }
  }
  return missing
}
