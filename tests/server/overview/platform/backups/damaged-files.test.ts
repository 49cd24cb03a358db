import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { hasPostgresTools } from '#server/base/adapters/backups/postgres-tools.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import { NEVER } from '#server/base/core/calls/fair-queue.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { backUpToBucket } from '#server/overview/platform/backups/commands/back-up-to-bucket.ts'
import { checkFiles } from '#server/overview/platform/backups/commands/check-files.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { runQueuedBackups } from '#server/overview/platform/backups/commands/run-backup.ts'
import { backupFolder } from '#server/overview/platform/backups/queries/backups.ts'
import { warnAdministrators } from '#server/overview/platform/checks/commands/warn.ts'
import { addFile } from '#server/work/files/commands.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const isSqlite = inject('testDatabase').dialect === 'sqlite'
const canBackUp = isSqlite || (await hasPostgresTools())

/** A portal with files of these texts, by name, on disk or in a bucket. */
async function setUp(texts: Record<string, string>, place: 'disk' | 's3' = 'disk') {
  const template = await copyTemplate()
  const { db, close } = openDatabase(template.url)
  onTestFinished(async () => {
    await close()
    await template.dispose()
  })
  const world = await createWorld(db)
  await db.deleteFrom('mail_outbox').execute()
  const s3 = place === 's3' ? await startS3() : null
  const backups = place === 's3' ? await startS3('backups') : null
  const dataDir = temporaryFolder()
  const config = {
    dataDir,
    databaseUrl: template.url,
    filesBucket: s3?.settings ?? null,
    backupBucket: backups === null ? null : { ...backups.settings, everyHours: 24, keep: 3 },
    backupKey: 'a long passphrase',
    alerts: { backupHours: 30, diskFreeGb: 0, outboxMinutes: 30 },
  }
  let now = TEST_NOW
  const services = { ...testServices(db, { config }), clock: () => now }
  const ctx = () => ctxFor(services, null, now)
  const storage = openStorage(services.config)
  const project = await addProject(db, world.home)
  const keys = new Map<string, string>()
  const ids = new Map<string, string>()
  for (const [name, text] of Object.entries(texts)) {
    const path = join(await storage.receivingFolder(), crypto.randomUUID())
    writeFileSync(path, text)
    const stored = await storage.adopt(path)
    const owner = ctxFor(services, { ...world.home.owner, agencyId: world.home.agencyId })
    const file = { ...stored, name, contentType: 'text/plain' }
    const { id } = await addFile(owner, { project_id: project.id, kind: 'deliverable' }, file)
    keys.set(name, stored.key)
    ids.set(name, id)
  }
  const keyOf = (name: string) => keys.get(name) ?? ''
  const pathOf = (name: string) =>
    s3 === null ? join(dataDir, 'files', placeOf(keyOf(name))) : s3.pathOf(placeOf(keyOf(name)))
  const flip = (name: string) => {
    const bytes = readFileSync(pathOf(name))
    bytes.writeUInt8(bytes.readUInt8(2) ^ 4, 2)
    writeFileSync(pathOf(name), bytes)
  }
  const lose = (name: string) => {
    rmSync(pathOf(name))
    if (s3 !== null) rmSync(pathOf(name).replace(/_object$/, '_metadata.json'))
  }
  const admin = callerAs(db, world.admin, { config })
  const noted = async () => {
    const rows = await db.selectFrom('damaged_files').select(['file_key', 'state']).execute()
    const names = new Map([...keys].map(([name, key]) => [key, name]))
    return rows.map(({ file_key, state }) => `${names.get(file_key)}: ${state}`).sort()
  }
  const waitMinutes = (minutes: number) => {
    now = addMinutes(now, minutes)
  }
  return {
    db,
    world,
    services,
    config,
    s3,
    ctx,
    admin,
    storage,
    keyOf,
    pathOf,
    ids,
    flip,
    lose,
    noted,
    waitMinutes,
  }
}

async function restoreTarget(config: { backupKey: string; backupBucket: object | null }) {
  const target = isSqlite
    ? { url: `file:${join(temporaryFolder(), 'foyer.db')}`, dispose: async () => {} }
    : await copyTemplate()
  onTestFinished(target.dispose)
  return { dataDir: temporaryFolder(), databaseUrl: target.url, backupKey: config.backupKey }
}

const THREE = { 'plan.txt': 'a plan of the house', 'gone.txt': 'a list', 'kept.txt': 'a letter' }

test.skipIf(!canBackUp)(
  'a backup with damaged and missing files contains the rest, lists both, and restores',
  async () => {
    const { db, world, services, config, admin, ctx, ids, flip, lose, keyOf, noted } = await setUp(THREE)
    flip('plan.txt')
    lose('gone.txt')
    const agency_name = (
      await db
        .selectFrom('agencies')
        .select('name')
        .where('id', '=', world.home.agencyId)
        .executeTakeFirstOrThrow()
    ).name
    const damaged = [
      { id: ids.get('plan.txt'), name: 'plan.txt', agency_name, state: 'damaged' },
      { id: ids.get('gone.txt'), name: 'gone.txt', agency_name, state: 'missing' },
    ]
    await admin.platform.backUp()
    await runQueuedBackups(ctx(), NEVER)
    const [run] = await admin.platform.backupRuns()
    expect(run).toMatchObject({ status: 'done', error: null, damaged_count: 2 })
    expect(run?.damaged).toHaveLength(2)
    expect(run?.damaged).toEqual(expect.arrayContaining(damaged))
    expect(await noted()).toEqual(['gone.txt: missing', 'plan.txt: damaged'])

    await warnAdministrators(ctx())
    const mail = await db
      .selectFrom('mail_outbox')
      .select(['recipient', 'text'])
      .where('subject', 'like', 'Files are damaged or missing%')
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe(world.admin.email)
    expect(mail.text).toContain('2 stored files are damaged or missing')
    expect(mail.text).toContain(`plan.txt (${agency_name}, ${ids.get('plan.txt')}), damaged`)

    const target = await restoreTarget(config)
    const path = join(backupFolder(services.config), run?.name ?? '')
    const restored = await restoreBackup(target, path, TEST_NOW)
    expect(restored).toMatchObject({ files: 2, damagedCount: 2 })
    expect(restored.damaged).toEqual(expect.arrayContaining(damaged))
    expect(restored.missing).toEqual([`gone.txt (${agency_name}, ${ids.get('gone.txt')})`])
    const read = (name: string) => readFileSync(join(target.dataDir, 'files', placeOf(keyOf(name))), 'utf8')
    expect(read('kept.txt')).toBe('a letter')
    // The rest is retained, because it may still be useful.
    expect(read('plan.txt')).toBe('a tlan of the house')
  },
)

test.skipIf(!canBackUp)("in a bucket, one flipped bit doesn't prevent a backup", async () => {
  const { config, ctx, flip, lose, ids } = await setUp(THREE, 's3')
  flip('plan.txt')
  lose('gone.txt')
  const { troubled } = await backUpToBucket(ctx(), 'manual')
  expect(troubled.map(({ record, state }) => `${record.name}: ${state}`).sort()).toEqual([
    'gone.txt: missing',
    'plan.txt: damaged',
  ])
  const target = await restoreTarget(config)
  const restored = await restoreBackup(
    { ...target, backupBucket: config.backupBucket, filesBucket: null },
    's3:latest',
    TEST_NOW,
  )
  expect(restored).toMatchObject({ files: 2, damagedCount: 2 })
  expect(restored.damaged.map(({ id }) => id).sort()).toEqual(
    [ids.get('plan.txt'), ids.get('gone.txt')].sort(),
  )
})

test.skipIf(!canBackUp)('a file that the bucket repeatedly truncates affects no others', async () => {
  const { s3, ctx, keyOf, noted } = await setUp(THREE, 's3')
  s3?.disturb((req, res) => {
    if (req.method !== 'GET' || !req.url?.includes(keyOf('plan.txt'))) return
    res.writeHead(200, { 'content-length': '19' })
    res.write('a plan')
    setTimeout(() => res.destroy(), 20)
    return new Promise<void>((resolve) => res.once('close', resolve))
  })
  const { troubled } = await backUpToBucket(ctx(), 'manual')
  expect(troubled.map(({ record, state }) => `${record.name}: ${state}`)).toEqual(['plan.txt: damaged'])
  await checkFiles(ctx())
  expect(await noted()).toEqual(['plan.txt: damaged'])
})

test.skipIf(!canBackUp)('an interrupted download resumes where it stopped', async () => {
  const text = 'a plan of the house '.repeat(20_000)
  const { s3, ctx, config, keyOf } = await setUp({ 'plan.txt': text }, 's3')
  let broken = 0
  s3?.disturb((req, res) => {
    if (req.method !== 'GET' || !req.url?.includes(keyOf('plan.txt')) || broken++ > 0) return
    res.writeHead(200, { 'content-length': String(text.length) })
    res.write(text.slice(0, 200_000))
    setTimeout(() => res.destroy(), 50)
    return new Promise<void>((resolve) => res.once('close', resolve))
  })
  expect((await backUpToBucket(ctx(), 'manual')).troubled).toEqual([])
  expect(broken).toBe(2)
  const target = await restoreTarget(config)
  await restoreBackup(
    { ...target, backupBucket: config.backupBucket, filesBucket: null },
    's3:latest',
    TEST_NOW,
  )
  expect(readFileSync(join(target.dataDir, 'files', placeOf(keyOf('plan.txt'))), 'utf8')).toBe(text)
})

test.each(['disk', 's3'] as const)('the check of all files on %s resumes where it stopped', async (place) => {
  const texts = Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [`${index}.txt`, `text ${index}`]),
  )
  const { db, ctx, flip, lose, noted } = await setUp(texts, place)
  flip('7.txt')
  lose('31.txt')
  const round = () => db.selectFrom('file_checks').selectAll().executeTakeFirstOrThrow()
  await checkFiles(ctx())
  expect(await round()).toMatchObject({ checked: 20, last_round_at: null })
  const stopped = new AbortController()
  stopped.abort()
  await checkFiles(ctx(), stopped.signal)
  expect(await round()).toMatchObject({ checked: 20 })
  await checkFiles(ctx())
  await checkFiles(ctx())
  expect(await noted()).toEqual(['31.txt: missing', '7.txt: damaged'])
  expect(await round()).toMatchObject({ position: '', checked: 0, last_round_at: expect.any(String) })
})

test('repaired or deleted files are detected within an hour, and the alert ends', async () => {
  const { db, ctx, flip, lose, noted, pathOf, ids, waitMinutes } = await setUp(THREE)
  flip('plan.txt')
  lose('gone.txt')
  await checkFiles(ctx())
  await warnAdministrators(ctx())
  const alerts = () => db.selectFrom('alerts').select('kind').where('kind', '=', 'files').execute()
  expect(await alerts()).toEqual([{ kind: 'files' }])
  writeFileSync(pathOf('plan.txt'), THREE['plan.txt'])
  await db
    .deleteFrom('files')
    .where('id', '=', ids.get('gone.txt') ?? '')
    .execute()
  waitMinutes(61)
  await checkFiles(ctx())
  expect(await noted()).toEqual([])
  await warnAdministrators(ctx())
  expect(await alerts()).toEqual([])
})

test("an unresponsive storage doesn't mark files as damaged", async () => {
  const { s3, ctx, noted } = await setUp(THREE, 's3')
  await s3?.stop()
  await expect(checkFiles(ctx())).rejects.toMatchObject({ code: 'BUCKET_UNREACHABLE' })
  await s3?.start()
  expect(await noted()).toEqual([])
  await checkFiles(ctx())
  expect(await noted()).toEqual([])
})
