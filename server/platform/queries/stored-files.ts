import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** A file that the database speaks of. */
export interface FileRecord {
  key: string
  /** What people call it, else its table and id. */
  name: string
  /** Null where nobody noted them. */
  digest: { size: number; sha256: string } | null
}

interface Row {
  storage_key: string
  label: string
  size: number
  sha256: string | null
}

/** All files that the database speaks of, whatever version wrote it. */
export async function listFileRecords(db: Db): Promise<FileRecord[]> {
  const records: FileRecord[] = []
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const has = (column: string) => columns.some(({ name }) => name === column)
    if (!has('storage_key')) continue
    const label = has('name') ? 'name' : 'id'
    const digest = has('sha256') ? sql`size, sha256` : sql`0 as size, null as sha256`
    const { rows } = await sql<Row>`
      select storage_key, ${sql.ref(label)} as label, ${digest} from ${sql.table(table)} order by 2`.execute(
      db,
    )
    for (const { storage_key: key, label: text, size, sha256 } of rows) {
      const name = label === 'name' ? text : `${table} ${text}`
      records.push({ key, name, digest: sha256 === null ? null : { size: Number(size), sha256 } })
    }
  }
  return records
}
