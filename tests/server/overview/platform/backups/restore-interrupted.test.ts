import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { openPortal } from '#server/portal.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { upToChange } from '#tests/support/changes.ts'
import { runSql, databaseUrl as urlOf } from '#tests/support/databases/postgres-admin.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { processEnv } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

const RESTORE = join(import.meta.dirname, '../../../../../scripts/operate/restore.ts')
const KILL_AT = join(import.meta.dirname, '../../../../support/databases/kill-at.ts')
const FILE = 'ab'.repeat(24)

interface Instance {
  dataDir: string
  databaseUrl: string
}

/** An instance with one client of this name, its own recorded key, and an archive of it. */
async function createInstance(instance: Instance, clientName: string) {
  const database = openDatabase(instance.databaseUrl)
  await migrateToLatest(database.db)
  const world = await createWorld(database.db)
  await callerAs(database.db, world.home.owner).clients.save({
    name: clientName,
    email: 'only@example.test',
  })
  await start(instance)
  const key = readFileSync(join(instance.dataDir, 'instance.key'), 'utf8')
  const services = testServices(database.db, { config: { ...instance, backupKey: null } })
  const { name } = await createBackup(ctxFor(services, null, TEST_NOW), 'manual')
  await database.close()
  return { key, archive: join(instance.dataDir, 'backups', name) }
}

/** Restores in a separate process that is killed when it is about to change this path. */
async function restoreKilledAt(place: string, instance: Instance, archive: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', KILL_AT, RESTORE, archive], {
    env: {
      ...processEnv,
      DATA_DIR: instance.dataDir,
      DATABASE_URL: instance.databaseUrl,
      KILL_AT: place,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/** What a portal started on it shows. */
async function start({ dataDir, databaseUrl }: Instance) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const portal = await openPortal(config, pino({ level: 'silent' }))
  try {
    const clients = await portal.database.db
      .selectFrom('clients')
      .select('name')
      .where('email', '=', 'only@example.test')
      .execute()
    return {
      clients: clients.map(({ name }) => name),
      key: readFileSync(join(dataDir, 'instance.key'), 'utf8'),
    }
  } finally {
    await portal.close()
  }
}

const names = (path: string) => (existsSync(path) ? readdirSync(path) : [])

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('on SQLite', () => {
  const instanceIn = (dataDir: string): Instance => ({
    dataDir,
    databaseUrl: `file:${join(dataDir, 'foyer.db')}`,
  })

  test('a restore killed at any point leaves the complete old or new portal', async () => {
    const [present, other] = [instanceIn(temporaryFolder()), instanceIn(temporaryFolder())]
    const before = { clients: ['Present'], key: (await createInstance(present, 'Present')).key }
    mkdirSync(join(other.dataDir, 'files', 'ab'), { recursive: true })
    writeFileSync(join(other.dataDir, 'files', 'ab', FILE), 'a drawing')
    const { key, archive } = await createInstance(other, 'Archived')
    const after = { clients: ['Archived'], key }
    const seen = new Set<string>()
    for (let point = 1, ended = false; !ended; point++) {
      const instance = instanceIn(temporaryFolder())
      cpSync(present.dataDir, instance.dataDir, { recursive: true })
      const config = { ...instance, backupKey: null }
      ended = await upToChange(point, () => restoreBackup(config, archive, TEST_NOW))
      const now = await start(instance)
      expect([before, after], `killed at ${point}`).toContainEqual(now)
      seen.add(now.clients.join())
      if (now.clients[0] === 'Archived') {
        expect(readFileSync(join(instance.dataDir, 'files', 'ab', FILE), 'utf8')).toBe('a drawing')
        const left = names(instance.dataDir).filter((name) => name.includes('before-restore'))
        expect(left, `killed at ${point}`).toHaveLength(2)
      }
      expect(names(instance.dataDir)).not.toContain('restoring.json')
    }
    expect([...seen]).toEqual(['Present', 'Archived'])
  })

  test('the replaced key is preserved, and going back to the database restores it', async () => {
    const [instance, other] = [instanceIn(temporaryFolder()), instanceIn(temporaryFolder())]
    const { key } = await createInstance(instance, 'Present')
    const archived = await createInstance(other, 'Archived')
    const config = { ...instance, backupKey: null }
    const { replaced } = await restoreBackup(config, archived.archive, TEST_NOW)
    expect(await start(instance)).toEqual({ clients: ['Archived'], key: archived.key })
    const kept = join(instance.dataDir, 'instance.key.before-restore-2026-03-04T10-00-00Z')
    expect(readFileSync(kept, 'utf8')).toBe(key)
    await restoreBackup(config, replaced ?? '', new Date('2026-03-05T10:00:00.000Z'))
    expect(await start(instance)).toEqual({ clients: ['Present'], key })
  })
})

describe.skipIf(inject('testDatabase').dialect !== 'postgres' || !hasTool('psql'))('on PostgreSQL', () => {
  const server = inject('testDatabase')

  /** An empty database on the server. */
  async function createServer(): Promise<Instance> {
    if (server.dialect !== 'postgres') throw new Error('not on PostgreSQL')
    const name = `test_${randomBytes(8).toString('hex')}`
    await runSql(server.url, `create database ${name}`)
    onTestFinished(() => runSql(server.url, `drop database ${name} with (force)`))
    return { dataDir: temporaryFolder(), databaseUrl: urlOf(server.url, name) }
  }

  test.each([
    ['while the dump is read in', 'psql'],
    ['before the key follows the database', '/instance.key'],
  ])('a restore killed %s is finished by the next start', async (_when, place) => {
    const [instance, other] = [await createServer(), await createServer()]
    await createInstance(instance, 'Present')
    const { key, archive } = await createInstance(other, 'Archived')
    await restoreKilledAt(place, instance, archive)
    expect(names(instance.dataDir)).toContain('restoring.json')
    expect(await start(instance)).toEqual({ clients: ['Archived'], key })
    expect(names(instance.dataDir).filter((name) => name.startsWith('restor'))).toEqual([])
  })

  test('data an earlier version set aside and never restored is recovered at the next start', async () => {
    const instance = await createServer()
    const { key, archive } = await createInstance(instance, 'Present')
    const putAside = 'alter schema public rename to foyer_before_restore; create schema public'
    await runSql(instance.databaseUrl, putAside)
    expect(await start(instance)).toEqual({ clients: ['Present'], key })
    await runSql(instance.databaseUrl, putAside)
    await restoreBackup({ ...instance, backupKey: null }, archive, TEST_NOW)
    expect(await start(instance)).toEqual({ clients: ['Present'], key })
  })

  test('the data set aside is deleted once the dump has been restored completely', async () => {
    const instance = await createServer()
    const { key } = await createInstance(instance, 'Present')
    await runSql(instance.databaseUrl, 'create schema foyer_before_restore')
    expect(await start(instance)).toEqual({ clients: ['Present'], key })
    const database = openDatabase(instance.databaseUrl)
    onTestFinished(() => database.close())
    const { rows } = await sql`select from pg_namespace where nspname = 'foyer_before_restore'`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  })
})

function hasTool(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0
}
