import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/index.ts'
import type { Db } from './schema.ts'
import type { SharedDb } from './tenants.ts'

/** Names of the migrations this version would run, and of those it does not know. */
export async function inspectMigrations(
  db: Db,
): Promise<{ pending: string[]; executed: string[]; unknown: string[] }> {
  const known = await createMigrator(db).getMigrations()
  const executed = await executedNames(db)
  return {
    pending: known
      .filter((migration) => migration.executedAt === undefined)
      .map((migration) => migration.name),
    executed,
    unknown: executed.filter((name) => !(name in migrations)),
  }
}

/** The newest migration that the database has. */
export async function schemaVersion(db: Db | SharedDb): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}

/** What to say of a database that has migrations this version doesn't know. */
export const newerDatabase = (unknown: readonly string[]): string =>
  `The database was written by a newer version (it has ${unknown.join(', ')}). Update the program.`

/** Brings the schema up to date in a transaction; refuses a database written by a newer version. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { unknown } = await inspectMigrations(db)
  if (unknown.length > 0) throw new Error(newerDatabase(unknown))
  const { error, results } = await createMigrator(db).migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).map((result) => result.migrationName)
}

const createMigrator = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

async function executedNames(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
