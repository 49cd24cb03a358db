import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { hasPostgresTools } from '#server/base/adapters/backups/postgres-tools.ts'
import { NEVER } from '#server/base/core/calls/fair-queue.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { backUpNightly } from '#server/overview/platform/backups/commands/back-up-on-schedule.ts'
import { backUp, runQueuedBackups } from '#server/overview/platform/backups/commands/run-backup.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'

const canBackUp = inject('testDatabase').dialect === 'sqlite' || (await hasPostgresTools())

async function setUp(change: { dataDir?: string } = {}) {
  const template = await copyTemplate()
  const first = openDatabase(template.url)
  onTestFinished(async () => {
    await first.close()
    await template.dispose()
  })
  const { db } = first
  const world = await createWorld(db)
  const dataDir = temporaryFolder()
  const config = { dataDir, databaseUrl: template.url, ...change }
  /** Another process's services on the same database; SQLite has only one process. */
  const otherProcess = async (): Promise<Db> => {
    if (!template.url.startsWith('postgres')) return db
    const other = openDatabase(template.url)
    onTestFinished(other.close)
    return other.db
  }
  let now = TEST_NOW
  const ctxOf = (of: Db) => ctxFor({ ...testServices(of, { config }), clock: () => now }, null, now)
  const adminAt = () => callerAs(db, world.admin, { config, now })
  const archives = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.includes('.zip'))
  const pass = (minutes: number) => {
    now = addMinutes(now, minutes)
  }
  return { db, dataDir, otherProcess, ctxOf, adminAt, archives, pass }
}

const AT = toInstant(TEST_NOW)

/** The row left by a process killed during a backup. */
const addRunning = (db: Db, aliveMinutes: number) =>
  db
    .insertInto('backups')
    .values({
      id: newId(),
      destination: 'disk',
      kind: 'manual',
      status: 'running',
      name: '',
      started_at: AT,
      finished_at: null,
      alive_until: toInstant(addMinutes(TEST_NOW, aliveMinutes)),
      bytes: null,
      bytes_done: 30,
      bytes_total: 120,
      error: null,
    })
    .execute()

test.skipIf(!canBackUp)('twenty concurrent requests make one backup in one of two processes', async () => {
  const { db, otherProcess, ctxOf, adminAt, archives } = await setUp()
  const other = await otherProcess()
  const asked = await Promise.all(Array.from({ length: 20 }, () => adminAt().platform.backUp()))
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  expect(asked[0]).toMatchObject({ status: 'queued', name: '', progress: null })
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => runQueuedBackups(ctxOf(index % 2 === 0 ? db : other), NEVER)),
  )
  expect(await adminAt().platform.backupRuns()).toMatchObject([{ id: asked[0]?.id, status: 'done' }])
  expect(archives()).toHaveLength(1)
})

test.skipIf(!canBackUp)('a backup running elsewhere is awaited, and its progress is shown', async () => {
  const { db, ctxOf, adminAt, archives, pass } = await setUp()
  await addRunning(db, 1)
  expect(await adminAt().platform.backupRuns()).toMatchObject([{ status: 'running', progress: 0.25 }])
  const { id } = await adminAt().platform.backUp()
  await runQueuedBackups(ctxOf(db), NEVER)
  expect((await adminAt().platform.backupRuns()).map(({ status }) => status).sort()).toEqual([
    'queued',
    'running',
  ])
  expect(() => archives()).toThrow('ENOENT')
  // Its process is unresponsive.
  pass(2)
  expect((await adminAt().platform.backupRuns()).map(({ status }) => status).sort()).toEqual([
    'interrupted',
    'queued',
  ])
  await runQueuedBackups(ctxOf(db), NEVER)
  const runs = await adminAt().platform.backupRuns()
  expect(runs.map(({ status }) => status).sort()).toEqual(['done', 'interrupted'])
  expect(runs.find((run) => run.status === 'done')?.id).toBe(id)
  expect(runs.find((run) => run.status === 'interrupted')?.error).toContain('stopped before it finished')
})

test.skipIf(!canBackUp)('the nightly backup waits its turn, and its failure fails the job', async () => {
  const { db, dataDir, ctxOf, adminAt, archives } = await setUp()
  await Promise.all([backUpNightly(ctxOf(db)), backUp(ctxOf(db), { destination: 'disk', kind: 'daily' })])
  expect(archives()).toEqual(['daily-2026-03-04T10-00-00Z.zip'])
  rmSync(join(dataDir, 'backups'), { recursive: true })
  writeFileSync(join(dataDir, 'backups'), 'not a folder')
  await expect(backUpNightly(ctxOf(db))).rejects.toThrow()
  const runs = await adminAt().platform.backupRuns()
  expect(runs.some(({ status, error }) => status === 'failed' && error !== null)).toBe(true)
  expect(runs.some(({ status }) => status === 'running' || status === 'queued')).toBe(false)
})

test.skipIf(!canBackUp)('stopping the portal marks a running backup as interrupted', async () => {
  const { db, ctxOf, adminAt } = await setUp()
  const stopping = new AbortController()
  await adminAt().platform.backUp()
  const running = runQueuedBackups(ctxOf(db), stopping.signal)
  await new Promise((resolve) => setImmediate(resolve))
  stopping.abort()
  await running
  const [run] = await adminAt().platform.backupRuns()
  // Anything stopped before it started stays queued.
  expect(['interrupted', 'queued']).toContain(run?.status)
  await runQueuedBackups(ctxOf(db), NEVER)
  expect((await adminAt().platform.backupRuns())[0]?.status).toBe(
    run?.status === 'queued' ? 'done' : 'interrupted',
  )
})
