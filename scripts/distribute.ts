import { requireUnusedPostgres } from '#server/adapters/postgres-tools.ts'
import { pastPooler, readConfig } from '#server/core/config.ts'
import { isPostgresUrl, openDatabase } from '#server/db/connection.ts'
import { distribute } from '#server/db/distribution/distribute.ts'
import { inspectMigrations } from '#server/db/migrator.ts'
import { runCommand } from './command-line.ts'

const USAGE = `Usage: npm run distribute

Gives every primary key, unique index and reference of the tenant tables their agency, so that PostgreSQL can be
distributed by it (docs/scaling.md). Stop the portal, make a backup, and run it once: upgrades do the same to what they add.`

/** Prepares the PostgreSQL database of the settings for distribution by agency. */
async function main(args: string[]): Promise<void> {
  if (args.length > 0) throw new Error(USAGE)
  const { databaseUrl } = pastPooler(readConfig())
  if (!isPostgresUrl(databaseUrl)) throw new Error('Only a PostgreSQL database can be distributed.')
  await requireUnusedPostgres(databaseUrl)
  const database = openDatabase(databaseUrl, { patient: true })
  try {
    const { pending } = await inspectMigrations(database.db)
    if (pending.length > 0) throw new Error('Start the portal once, which brings the database up to date.')
    const { columns, keys, references, dropped } = await distribute(database.db)
    console.log(`${columns} tables filled, ${keys} keys and ${references} references given their agency.`)
    for (const reference of dropped) console.log(`No longer kept by the database: ${reference}`)
  } finally {
    await database.close()
  }
}

await runCommand(main)
