import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { FIRST_DECLARED, migrations, oldestProgramOf } from '#migrations/index.ts'
import type { Db } from '../schema.ts'
import type { SharedDb } from '../tenants.ts'
import { isSqlite } from './dialect.ts'

interface Inspected {
  /** Migrations this version would run. */
  pending: string[]
  executed: string[]
  /** Migrations that are unknown to this version. */
  unknown: string[]
  /** Whether this version is compatible with the schema despite unknown migrations. */
  worksWithUnknown: boolean
}

/** Compares the database's migrations with this version's. */
export async function inspectMigrations(db: Db): Promise<Inspected> {
  const executed = await executedNames(db)
  const pending = Object.keys(migrations)
    .filter((name) => !executed.includes(name))
    .sort()
  const unknown = unknownIn(executed)
  const isNext = unknown.length > 0 && pending.length === 0 && unknown.every((name) => name > PROGRAM)
  const worksWithUnknown = isNext && !isOutdated(await readOldestProgram(db))
  return { pending, executed, unknown, worksWithUnknown }
}

/** The migrations that this version doesn't know. */
export const unknownIn = (executed: readonly string[]): string[] =>
  executed.filter((name) => !(name in migrations))

/** This version's newest migration, which identifies the program version in the database. */
export const PROGRAM: string = Object.keys(migrations).sort().at(-1) ?? ''

/** Whether the schema requires a newer program than this one. */
export const isOutdated = (oldestProgram: string): boolean => oldestProgram > PROGRAM

/** The oldest program version that is compatible with the schema. */
export async function readOldestProgram(db: Db): Promise<string> {
  const row = await db.selectFrom('schema_compatibility').select('oldest_program').executeTakeFirstOrThrow()
  return row.oldest_program
}

/** The newest migration applied to the database. */
export async function schemaVersion(db: Db | SharedDb): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}

/** The error message for a database with migrations that are unknown to this version. */
export const newerDatabase = (unknown: readonly string[]): string =>
  `The database was written by a newer version (it has ${unknown.join(', ')}). Update the program.`

/**
 * Migrates the schema in one transaction; returns the names of the migrations applied. Throws for a database
 * written by a newer version, unless that declared this version compatible.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { pending, unknown, worksWithUnknown } = await inspectMigrations(db)
  if (worksWithUnknown) return []
  if (unknown.length > 0) throw new Error(newerDatabase(unknown))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => recordingCompatibility(pending) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).map((result) => result.migrationName)
}

/** Wraps the migrations so that each also records the oldest compatible program. */
function recordingCompatibility(pending: readonly string[]): Record<string, Migration> {
  const remembered = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (db: Kysely<Db>) => {
        const trx = db as unknown as Db
        if (name === pending[0]) await awaitRunningTransactions(trx, pending)
        await up(db)
        if (name > FIRST_DECLARED) await raiseOldestProgram(trx, oldestProgramOf(name))
      },
    },
  ])
  return Object.fromEntries(remembered)
}

/**
 * Each transaction reads this table when it begins. Locking it waits for current transactions and holds up
 * new ones, so that none works on a schema it hasn't checked.
 */
async function awaitRunningTransactions(trx: Db, pending: readonly string[]): Promise<void> {
  if (isSqlite(trx) || (pending[0] ?? '') <= FIRST_DECLARED) return
  const oldest = await readOldestProgram(trx)
  if (pending.every((name) => oldestProgramOf(name) <= oldest)) return
  await sql`lock table schema_compatibility in access exclusive mode`.execute(trx)
}

async function raiseOldestProgram(trx: Db, oldest_program: string): Promise<void> {
  await trx
    .updateTable('schema_compatibility')
    .set({ oldest_program })
    .where('oldest_program', '<', oldest_program)
    .execute()
}

async function executedNames(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
