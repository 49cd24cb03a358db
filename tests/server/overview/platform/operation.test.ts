import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { actAs } from '#scripts/seed/person.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import { addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import type { HealthDto } from '#shared/overview/platform.ts'
import { callerAs, callerOf, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'
import project from '../../../../package.json' with { type: 'json' }

async function setUp() {
  const { db, dialect } = await createTestDatabase()
  const world = await createWorld(db)
  await db.deleteFrom('mail_outbox').execute()
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  const admin = callerOf(actAs(services, { ...world.admin, now: TEST_NOW }))
  return { db, dialect, world, dataDir, services, admin }
}

const partOf = (health: HealthDto[], part: HealthDto['part']) => health.find((entry) => entry.part === part)

test('the administrator sees versions, health, queues, backups and disk', async () => {
  const { dialect, dataDir, admin } = await setUp()
  mkdirSync(join(dataDir, 'backups'))
  writeFileSync(join(dataDir, 'backups/daily-2026-03-04T02-15-00Z.zip'), 'archive')
  const operation = await admin.platform.operation()
  expect(operation.versions).toEqual({
    portal: project.version,
    node: process.versions.node,
    database: expect.stringMatching(dialect === 'postgres' ? /^PostgreSQL \d+/ : /^SQLite 3\.\d+/),
    schema: Object.keys(migrations).at(-1),
  })
  expect(operation.alerts).toEqual([])
  expect(operation.health.map(({ part }) => part)).toEqual([
    'database',
    'storage',
    'mail',
    'webhooks',
    'jobs',
    'backups',
    'books',
    'files',
  ])
  expect(operation.health.every(({ state }) => state === 'good')).toBe(true)
  expect(partOf(operation.health, 'backups')?.words).toBe('The newest backup is from 2026-03-04 02:15 UTC.')
  expect(operation.queues).toEqual([
    { queue: 'mail', queued: 0, oldest_at: null, failed: 0 },
    { queue: 'webhooks', queued: 0, oldest_at: null, failed: 0 },
  ])
  expect(operation.backups).toMatchObject([{ kind: 'daily', size: 7, encrypted: false }])
  expect(operation.disk?.total).toBeGreaterThan(operation.disk?.free ?? Number.NaN)
})

test('problems are reported by component', async () => {
  const { db, dataDir, services, admin } = await setUp()
  const broken = { name: 'clean-up', schedule: '20 * * * *', run: () => Promise.reject(new Error('no')) }
  await runOnce(services, broken, TEST_NOW)
  const mail = { lane: null, recipient: 'a@example.test', subject: '', text: '', html: '', attempts: 0 }
  const created_at = toInstant(addMinutes(TEST_NOW, -45))
  const rest = { next_attempt_at: created_at, last_error: null, sent_at: null, created_at }
  await db
    .insertInto('mail_outbox')
    .values([
      { ...mail, ...rest, id: newId(), status: 'queued' },
      { ...mail, ...rest, id: newId(), status: 'failed', text: 'Hello' },
      // Not sent because its reason was gone.
      { ...mail, ...rest, id: newId(), status: 'failed' },
    ])
    .execute()
  // A folder can't be created in place of a file.
  rmSync(dataDir, { recursive: true })
  writeFileSync(dataDir, 'not a folder')
  const { health, disk } = await admin.platform.operation()
  expect(partOf(health, 'jobs')).toEqual({ part: 'jobs', state: 'bad', words: 'Failed: clean up.' })
  expect(partOf(health, 'mail')).toEqual({
    part: 'mail',
    state: 'bad',
    words: '1 waiting, the oldest for 45 min. 1 failed.',
  })
  expect(partOf(health, 'storage')?.state).toBe('bad')
  expect(disk === null || disk.total > 0).toBe(true)
})

test('the slowest procedures are listed first with their figures', async () => {
  const { services, admin } = await setUp()
  for (let index = 0; index < 100; index++) {
    services.measures.calls.record('tasks.list', 200, index < 90 ? 0.004 : 0.2)
    services.measures.calls.record('auth.info', 200, 0.001)
  }
  services.measures.calls.record('finance.summary', 500, 3)
  services.measures.calls.record('other', 404, 9)
  const { calls } = await admin.platform.operation()
  expect(calls.map(({ procedure }) => procedure)).toEqual(['finance.summary', 'tasks.list', 'auth.info'])
  const [slowest, list] = calls
  expect(slowest).toEqual({
    procedure: 'finance.summary',
    calls: 1,
    failed: 1,
    p95: expect.any(Number),
    slowest: 3000,
    total: 3000,
  })
  expect(list?.p95).toBeGreaterThan(100)
  expect(list?.p95).toBeLessThanOrEqual(200)
})

test('every job shows its next run', async () => {
  const { world, db } = await setUp()
  const jobs = await callerAs(db, world.admin).platform.jobs()
  expect(jobs).toHaveLength(JOBS.length)
  expect(jobs.every(({ next_run }) => next_run !== null && next_run > toInstant(TEST_NOW))).toBe(true)
  expect(jobs.find(({ name }) => name === 'nightly-backup')?.next_run).toBe('2026-03-05T02:15:00.000Z')
})
