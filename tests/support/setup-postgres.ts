import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/tools/postgres-server.ts'
import { openDatabase } from '#server/db/connection.ts'
import { migrateToLatest } from '#server/db/migrator.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

const TEMPLATE = 'foyer_template'

/** Starts a server and migrates one template database; every test database is a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  await runSql(server.url, `create database ${TEMPLATE}`)
  const database = openDatabase(databaseUrl(server.url, TEMPLATE))
  await migrateToLatest(database.db)
  await database.close()
  project.provide('testDatabase', { dialect: 'postgres', url: server.url, template: TEMPLATE })
  return server.stop
}
