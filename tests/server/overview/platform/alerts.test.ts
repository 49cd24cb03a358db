import { existsSync, mkdirSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Services } from '#server/base/core/context.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import { warnAdministrators } from '#server/overview/platform/checks/commands/warn.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let url: string
let db: Db
let world: World
let dataDir: string

beforeEach(async () => {
  const template = await copyTemplate()
  url = template.url
  const database = openDatabase(url)
  db = database.db
  world = await createWorld(db)
  await db.deleteFrom('mail_outbox').execute()
  dataDir = temporaryFolder()
  return async () => {
    await database.close()
    await template.dispose()
  }
})

const QUIET = { backupHours: 30, diskFreeGb: 0, outboxMinutes: 30 }
const servicesWith = (alerts: Partial<typeof QUIET> = {}, of: Db = db): Services =>
  testServices(of, { config: { dataDir, alerts: { ...QUIET, ...alerts } } })
const watch = (services: Services, now = TEST_NOW) => warnAdministrators(ctxFor(services, null, now))

/** Another process's services on the same database; SQLite has only one process. */
async function otherProcess(): Promise<Db> {
  if (!url.startsWith('postgres')) return db
  const other = openDatabase(url)
  onTestFinished(other.close)
  return other.db
}

/** Subjects and recipients of emails queued since the last call; removed, so that they don't count as stuck. */
async function takeMails(): Promise<string[]> {
  const mails = await db
    .deleteFrom('mail_outbox')
    .where('subject', 'like', '%(Foyer)')
    .returning(['subject', 'recipient'])
    .execute()
  return mails.map(({ subject, recipient }) => `${recipient}: ${subject}`).sort()
}

async function addMail(
  recipient: string,
  { queued = TEST_NOW, due = TEST_NOW, sent = null as Date | null } = {},
) {
  const mail = { id: newId(), lane: null, recipient, subject: 'Hello', text: '', html: '', attempts: 1 }
  const created_at = toInstant(queued)
  const state =
    sent === null
      ? { status: 'queued' as const, sent_at: null }
      : { status: 'sent' as const, sent_at: toInstant(sent) }
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, ...state, next_attempt_at: toInstant(due), last_error: null, created_at })
    .execute()
}

test('administrators are emailed once that the disk is almost full, then daily, and once when resolved', async () => {
  const low = servicesWith({ diskFreeGb: 1_000_000 })
  const admin = world.admin.email
  await watch(low)
  await watch(low, addMinutes(TEST_NOW, 5))
  expect(await takeMails()).toEqual([`${admin}: The disk is almost full (Foyer)`])
  await watch(low, addDays(TEST_NOW, 1))
  await watch(low, addMinutes(addDays(TEST_NOW, 1), 5))
  expect(await takeMails()).toEqual([`${admin}: Still active: The disk is almost full (Foyer)`])
  const fine = servicesWith()
  await watch(fine, addMinutes(addDays(TEST_NOW, 1), 10))
  await watch(fine, addMinutes(addDays(TEST_NOW, 1), 15))
  expect(await takeMails()).toEqual([`${admin}: Resolved: The disk is almost full (Foyer)`])
  expect(await db.selectFrom('alerts').selectAll().execute()).toEqual([])
})

test.skipIf(!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(tmpdir()).dev)(
  'the alert names the folder whose disk is almost full, also that of uploads',
  async () => {
    const free = (folder: string) => {
      const { bavail, bsize } = statfsSync(folder)
      return (bavail * bsize) / 1024 ** 3
    }
    const [tight = '', roomy = ''] = [tmpdir(), '/dev/shm'].sort((a, b) => free(a) - free(b))
    const [own, uploads] = [temporaryFolder(roomy), temporaryFolder(tight)]
    symlinkSync(uploads, join(own, 'files'))
    const alerts = { ...QUIET, diskFreeGb: (free(tight) + free(roomy)) / 2 }
    await watch(testServices(db, { config: { dataDir: own, databaseUrl: 'postgres://', alerts } }))
    expect(await db.selectFrom('alerts').select('details').execute()).toEqual([
      { details: expect.stringContaining(`is free on the disk of ${join(own, 'files')}, less than`) },
    ])
  },
)

test("the email has the portal's layout; it and the notification link to Operation and state the start", async () => {
  await watch(servicesWith({ diskFreeGb: 1_000_000 }))
  const mail = await db
    .selectFrom('mail_outbox')
    .select(['text', 'html', 'lane'])
    .where('subject', 'like', 'The disk%')
    .executeTakeFirstOrThrow()
  expect(mail.text).toMatch(
    /\d GB of [\d.]+ GB is free on the disk of \/\S+, less than the limit of 1000000 GB\./,
  )
  expect(mail.text).toContain('Since: 2026-03-04 10:00 UTC')
  expect(mail.text).toContain('/settings?section=operation')
  expect(mail.html).toContain('> Foyer</p>')
  expect(mail.lane).toBe('account')
  const told = await db
    .selectFrom('notifications')
    .select(['user_id', 'title'])
    .where('event', '=', 'platform')
    .execute()
  expect(told).toEqual([
    { user_id: world.admin.userId, title: expect.stringContaining('The disk is almost full.') },
  ])
})

test('twenty concurrent checks by two processes send each email once', async () => {
  const other = await otherProcess()
  const both = (diskFreeGb: number, now: Date) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        watch(servicesWith({ diskFreeGb }, index % 2 === 0 ? db : other), now),
      ),
    )
  await both(1_000_000, TEST_NOW)
  expect(await takeMails()).toHaveLength(1)
  await both(1_000_000, addDays(TEST_NOW, 1))
  expect(await takeMails()).toHaveLength(1)
  await both(0, addDays(TEST_NOW, 2))
  expect(await takeMails()).toHaveLength(1)
})

test('only one of two processes runs the alert job', async () => {
  const other = await otherProcess()
  const job = JOBS.find(({ name }) => name === 'alerts')
  if (job === undefined) throw new Error('There is no job of alerts')
  const low = { diskFreeGb: 1_000_000 }
  const outcomes = await Promise.all([
    runOnce(servicesWith(low), job, TEST_NOW),
    runOnce(servicesWith(low, other), job, TEST_NOW),
  ])
  expect(outcomes.sort()).toEqual(['done', 'taken'])
  expect(await takeMails()).toHaveLength(1)
})

test('a failed backup is reported until one succeeds', async () => {
  const services = servicesWith()
  const fail = {
    name: 'nightly-backup',
    schedule: '15 2 * * *',
    run: () => Promise.reject(new Error('disk full')),
  }
  expect(await runOnce(services, fail, TEST_NOW)).toBe('failed')
  await watch(services, addMinutes(TEST_NOW, 5))
  const [alert] = await db.selectFrom('alerts').select(['kind', 'details']).execute()
  expect(alert).toEqual({
    kind: 'backup',
    details: 'The backup of 2026-03-04 10:00 UTC failed: Error: disk full.',
  })
  expect(await takeMails()).toEqual([`${world.admin.email}: Backups are missing (Foyer)`])
  mkdirSync(join(dataDir, 'backups'))
  writeFileSync(join(dataDir, 'backups/manual-2026-03-04T11-00-00Z.zip'), 'an archive')
  await watch(services, addMinutes(TEST_NOW, 65))
  expect(await takeMails()).toEqual([`${world.admin.email}: Resolved: Backups are missing (Foyer)`])
})

test('a portal without a backup for two days is reported, unless backups are off or one is running', async () => {
  const services = servicesWith()
  const first = { name: 'clean-up', schedule: '20 * * * *', run: async () => {} }
  await runOnce(services, first, addDays(TEST_NOW, -2))
  await db.updateTable('platform_settings').set({ auto_backup: 0 }).execute()
  await watch(services)
  expect(await takeMails()).toEqual([])
  await db.updateTable('platform_settings').set({ auto_backup: 1 }).execute()
  const slow = {
    name: 'nightly-backup',
    schedule: '15 2 * * *',
    run: () => watch(services),
  }
  await runOnce(services, slow, TEST_NOW)
  expect(await takeMails()).toEqual([])
  await watch(services, addMinutes(TEST_NOW, 5))
  expect(await db.selectFrom('alerts').select('details').execute()).toEqual([
    { details: 'No backup has been made in 48 hours.' },
  ])
})

test('backups to a bucket are monitored separately, at their own interval', async () => {
  const bucket = {
    bucket: 'b',
    endpoint: null,
    region: 'us-east-1',
    pathStyle: true,
    credentials: null,
    prefix: '',
    keep: 14,
  }
  const services = testServices(db, {
    config: { dataDir, alerts: QUIET, backupBucket: { ...bucket, everyHours: 48 } },
  })
  await db.updateTable('platform_settings').set({ auto_backup: 0 }).execute()
  const sent = (hours: number) =>
    db
      .insertInto('backups')
      .values({
        id: newId(),
        destination: 's3',
        name: 'manual.zip',
        started_at: toInstant(addMinutes(TEST_NOW, -60 * hours)),
        finished_at: toInstant(TEST_NOW),
        bytes: 10,
        error: null,
      })
      .execute()
  await sent(55)
  await watch(services)
  expect(await db.selectFrom('alerts').select('details').execute()).toEqual([
    { details: 'The newest backup to the bucket is 55 hours old.' },
  ])
  await sent(47)
  await watch(services, addMinutes(TEST_NOW, 5))
  expect(await db.selectFrom('alerts').select('details').execute()).toEqual([])
})

test("stuck mail is reported; a single address that rejects mail isn't", async () => {
  const services = servicesWith()
  const [long, soon] = [addMinutes(TEST_NOW, -120), addMinutes(TEST_NOW, 60)]
  await addMail('refuses@example.test', { queued: long, due: soon })
  await watch(services)
  expect(await takeMails()).toEqual([])
  await addMail('ignored@example.test', { queued: long, due: addMinutes(TEST_NOW, -31) })
  await watch(services)
  expect(await takeMails()).toEqual([`${world.admin.email}: Emails or webhooks are stuck (Foyer)`])
})

test('a mail server that accepts nothing is reported once two addresses are waiting', async () => {
  const services = servicesWith()
  const [long, soon] = [addMinutes(TEST_NOW, -120), addMinutes(TEST_NOW, 60)]
  await addMail('one@example.test', { queued: long, due: soon })
  await addMail('two@example.test', { queued: long, due: soon })
  await addMail('three@example.test', { queued: long, sent: addMinutes(TEST_NOW, -5) })
  await watch(services)
  expect(await takeMails()).toEqual([])
  await db.deleteFrom('mail_outbox').where('recipient', '=', 'three@example.test').execute()
  await db
    .updateTable('mail_outbox')
    .set({ last_error: "The mail server can't switch to TLS." })
    .where('recipient', '=', 'one@example.test')
    .execute()
  await watch(services)
  const details =
    "No email was delivered in 30 minutes, and 2 addresses are waiting for one. Reason: The mail server can't switch to TLS."
  expect(await db.selectFrom('alerts').select('details').execute()).toEqual([{ details }])
})

test('ledger inconsistencies are emailed until they are fixed', async () => {
  const services = servicesWith()
  await db
    .insertInto('book_differences')
    .values({
      agency_id: world.home.agencyId,
      kind: 'ledger',
      subject: 'payment',
      details: 'They differ.',
      found_at: toInstant(TEST_NOW),
    })
    .execute()
  await watch(services)
  expect(await takeMails()).toEqual([`${world.admin.email}: Discrepancies in the books (Foyer)`])
  await db.deleteFrom('book_differences').execute()
  await watch(services, addMinutes(TEST_NOW, 5))
  expect(await takeMails()).toEqual([`${world.admin.email}: Resolved: Discrepancies in the books (Foyer)`])
})

test("a disabled administrator isn't notified", async () => {
  await db
    .updateTable('users')
    .set({ disabled_at: toInstant(TEST_NOW) })
    .where('id', '=', world.admin.userId)
    .execute()
  await watch(servicesWith({ diskFreeGb: 1_000_000 }))
  expect(await takeMails()).toEqual([])
})
