import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Database } from '#server/base/db/engines/connection.ts'
import { type AnyTableCard, classesOf, listCards, type TableName } from '#server/base/db/table-cards.ts'
import { TABLES } from '#server/domains.ts'
import { databaseTables } from '#tests/support/databases/table-types.ts'
import { PLANTED, plantFile } from './person.ts'

/** Columns in which a constraint or trigger allows only certain values. */
const FIXED: readonly string[] = ['client_credits', 'audit_log', 'agencies.timezone']

/**
 * Writes a text into each column of the agency's rows that may contain people's texts or names, and files into the
 * storage; returns these columns.
 */
export async function plantAgency({ db }: Database, owner: SeedPerson, dataDir: string): Promise<string[]> {
  const tables = await databaseTables(db)
  const planted: string[] = []
  for (const [table, card] of listCards(TABLES)) {
    if (card.of === 'platform' || card.derived || FIXED.includes(table)) continue
    const texts = classesOf(card).filter(
      ([column, name]) =>
        ['content', 'personal'].includes(name) &&
        tables[table]?.[column]?.kind === 'text' &&
        !FIXED.includes(`${table}.${column}`),
    )
    for (const [column] of texts) {
      const where = belonging(table, card, owner.agencyId as string)
      const name = sql.ref(column)
      const text = sql`cast(${`${PLANTED} ${table}.${column} `} as text)`
      // Unique columns keep their old value as a suffix.
      const held = await sql`
        update ${sql.table(table)} set ${name} = ${text} || substr(${name}, 1, 100)
        where ${name} is not null and ${where}`.execute(db)
      const one = card.key?.includes('id')
        ? sql`id = (select min(id) from ${sql.table(table)} where ${where})`
        : where
      const fill = sql`update ${sql.table(table)} set ${name} = ${text} where ${one}`
      // Some columns must be null together.
      const filled = held.numAffectedRows === 0n ? await fill.execute(db).catch(() => null) : held
      if (filled?.numAffectedRows) planted.push(`${table}.${column}`)
    }
    if (card.file === undefined) continue
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${belonging(table, card, owner.agencyId as string)}`.execute(
      db,
    )
    for (const { id } of rows) {
      const key = plantFile(dataDir)
      await sql`update ${sql.table(table)} set ${sql.ref(card.file)} = ${key} where id = ${id}`.execute(db)
    }
  }
  return planted.sort()
}

/** Which rows belong to the agency or its people, in plain SQL and without product code. */
function belonging(table: TableName, { of }: AnyTableCard, agencyId: string): RawBuilder<SqlBool> {
  const people = sql`(select user_id from profiles where agency_id = ${agencyId})`
  if (of === 'agency') return sql`${sql.ref(`${table}.agency_id`)} = ${agencyId}`
  if (of === 'platform') return sql`1 = 0`
  if ('agency' in of) return sql`${sql.ref(of.agency)} = ${agencyId}`
  if ('person' in of) return sql`${sql.ref(of.person)} in ${people}`
  if ('agencyOrPerson' in of) return sql`agency_id = ${agencyId}`
  const parent = of.of as TableName
  const where = belonging(parent, TABLES[parent] as unknown as AnyTableCard, agencyId)
  return sql`${sql.ref(of.row)} in (select ${sql.ref(of.key ?? 'id')} from ${sql.table(parent)} where ${where})`
}
