import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/tools/postgres-server.ts'
import { newTemporaryFolder } from '#scripts/tools/temporary-folders.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

const TEMPLATE = 'foyer_template'

/** Starts a server and migrates one template database; every test database is a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  // Autovacuum would change the estimates of a database that more than one test uses.
  await runSql(server.url, 'alter system set autovacuum = off')
  await runSql(server.url, 'select pg_reload_conf()')
  await runSql(server.url, `create database ${TEMPLATE}`)
  const database = openDatabase(databaseUrl(server.url, TEMPLATE))
  await migrateToLatest(database.db)
  const version = await sql<{ server_version_num: string }>`show server_version_num`.execute(database.db)
  await database.close()
  // Copying files takes 40 ms instead of 96; servers before version 15 don't support this option.
  const strategy = Number(version.rows[0]?.server_version_num) < 150_000 ? '' : 'strategy file_copy'
  const folder = await newTemporaryFolder('foyer-test')
  project.provide('testDatabase', {
    dialect: 'postgres',
    template: TEMPLATE,
    folder,
    url: server.url,
    strategy,
  })
  return () => {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
