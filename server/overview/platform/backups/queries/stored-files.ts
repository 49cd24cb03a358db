import { sql } from 'kysely'
import type { DamagedFileDto } from '#shared/overview/platform.ts'
import type { FileDigest } from '../../../../base/adapters/storage/file-storage.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { describeFile } from '../../rules.ts'

/** A file that the database refers to. */
export interface FileRecord {
  key: string
  /** Its file name, or its table and id. */
  name: string
  id: string
  agencyId: string | null
  /** Null if they weren't recorded. */
  digest: Required<FileDigest> | null
}

interface Row {
  storage_key: string
  id: string
  agency_id: string | null
  label: string
  size: number
  sha256: string | null
}

/** All files that the database refers to, written by any version. */
export async function listFileRecords(db: Db): Promise<FileRecord[]> {
  const records: FileRecord[] = []
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const has = (column: string) => columns.some(({ name }) => name === column)
    if (!has('storage_key')) continue
    const label = has('name') ? 'name' : 'id'
    const digest = has('sha256') ? sql`size, sha256` : sql`0 as size, null as sha256`
    const { rows } = await sql<Row>`
      select storage_key, id, agency_id, ${sql.ref(label)} as label, ${digest}
      from ${sql.table(table)} order by label, id`.execute(db)
    for (const row of rows)
      records.push(toRecord(row, label === 'name' ? row.label : `${table} ${row.label}`))
  }
  return records
}

const toRecord = (row: Row, name: string): FileRecord => ({
  key: row.storage_key,
  name,
  id: row.id,
  agencyId: row.agency_id,
  digest: row.sha256 === null ? null : { size: Number(row.size), sha256: row.sha256 },
})

/** Describes files with problems for administrators, including their agencies' names. */
export async function nameFiles(
  db: Db,
  troubled: readonly { record: FileRecord; state: DamagedFileDto['state'] }[],
): Promise<DamagedFileDto[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from agencies`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return troubled.map(({ record: { id, name, agencyId }, state }) => ({
    id,
    name,
    agency_name: agencyId === null ? null : (names.get(agencyId) ?? null),
    state,
  }))
}

/** The same as lines for a terminal. */
export function damagedText(named: readonly DamagedFileDto[], count: number): string {
  const lines = named.map((file) => `  ${file.state}: ${describeFile(file)}`)
  if (count > named.length) lines.push(`  and ${count - named.length} more`)
  return [`Files that are damaged or missing in the storage: ${count}`, ...lines].join('\n')
}
