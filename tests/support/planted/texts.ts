import { sql } from 'kysely'
import type { Database } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { databaseTables } from '#tests/support/databases/table-types.ts'

/** The columns of all tables, as `table.column`, that contain one of the texts, case-insensitively. */
export async function columnsWith(db: Db, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of Object.entries(await databaseTables(db))) {
    const names = Object.entries(columns).flatMap(([name, { kind }]) => (kind === 'text' ? [name] : []))
    if (names.length === 0) continue
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(db)
    for (const name of names) {
      const held = rows.some((row) => texts.some((text) => includes(row[name], text)))
      if (held) found.push(`${table}.${name}`)
    }
  }
  return found.sort()
}

const includes = (value: string | null | undefined, text: string): boolean =>
  value?.toLowerCase().includes(text.toLowerCase()) ?? false

/** The number of rows that the full-text index finds for the word. */
export async function foundInIndex(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  word: string,
): Promise<number> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ count: number }>`select count(*) as count from search_fts where search_fts match ${word}`
    : sql<{ count: number }>`
        select count(*) as count from search_entries where words @@ plainto_tsquery('simple', ${word})`
  ).execute(db)
  return Number(rows[0]?.count)
}
