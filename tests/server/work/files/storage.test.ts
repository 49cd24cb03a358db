import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Config } from '#server/base/core/config.ts'
import type { AgencyCtx } from '#server/base/core/context.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addReceipt } from '#server/money/ledger/expenses/commands/add-receipt.ts'
import { deleteUnusedReceipts } from '#server/money/ledger/expenses/commands/delete-receipts.ts'
import { setPicture } from '#server/overview/settings/commands/set-picture.ts'
import { addFile, deleteFile } from '#server/work/files/commands.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { FileKind } from '#shared/work/files.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const GIGABYTE = 1024 ** 3

/** An agency without files on a plan of one gigabyte. */
async function setUp(config: Partial<Config> = {}) {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await db.updateTable('plans').set({ storage_limit_gb: 1 }).execute()
  const project = await addProject(db, home)
  const services = testServices(db, { config })
  const ctx = ctxFor(services, { ...home.owner, agencyId: home.agencyId })
  const upload = (size: number) => addFile(ctx, { project_id: project.id, kind: 'deliverable' }, stored(size))
  return { db, home, project, services, ctx, upload }
}

const stored = (size: number) => ({
  key: crypto.randomUUID().replaceAll('-', '').padEnd(48, '0'),
  size,
  sha256: ''.padEnd(64, '0'),
  name: 'plan.txt',
  contentType: 'application/octet-stream',
})

const storage = { remove: async () => {} } as never

const counted = async (db: Db, agencyId: AgencyId) =>
  (
    await db
      .selectFrom('agencies')
      .select('storage_used')
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow()
  ).storage_used

async function recounted(db: Db, agencyId: AgencyId): Promise<number> {
  let sum = 0
  for (const table of ['files', 'expense_receipts', 'pictures'] as const) {
    const rows = await db.selectFrom(table).select('size').where('agency_id', '=', agencyId).execute()
    for (const { size } of rows) sum += size
  }
  return sum
}

const size = fc.integer({ min: 1, max: 10 ** 10 })
const act = fc.oneof(
  fc.record({ do: fc.constant('upload' as const), size }),
  fc.record({ do: fc.constant('receipt' as const), size }),
  fc.record({ do: fc.constant('picture' as const), size }),
  fc.record({ do: fc.constantFrom('delete', 'delete all', 'no picture', 'clean up') }),
)

test('storage usage equals a recount after any uploads, replacements and deletions', async () => {
  const { db, home, ctx } = await setUp()
  const other = await counted(db, home.agencyId)
  expect(other).toBe(0)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const project = await addProject(db, home)
      const files: string[] = []
      for (const step of acts) {
        if (step.do === 'upload' && 'size' in step) {
          const target = { project_id: project.id, kind: 'deliverable' as const }
          files.push((await addFile(ctx, target, stored(step.size))).id)
        } else if (step.do === 'receipt' && 'size' in step) await addReceipt(ctx, stored(step.size))
        else if (step.do === 'picture' && 'size' in step) await setPicture(ctx, 'avatar', stored(step.size))
        else if (step.do === 'no picture') await setPicture(ctx, 'avatar', null)
        else if (step.do === 'delete') {
          const id = files.pop()
          if (id !== undefined) await deleteFile(ctx, { id }, storage)
        } else if (step.do === 'clean up') {
          const later = new Date(TEST_NOW.getTime() + 2 * 86_400_000)
          await deleteUnusedReceipts(ctxFor(db, null, later))
        } else {
          await db.deleteFrom('files').where('project_id', '=', project.id).execute()
          files.length = 0
        }
        expect(await counted(db, home.agencyId)).toBe(await recounted(db, home.agencyId))
      }
    }),
    { numRuns: 12 },
  )
})

test("20 concurrent uploads don't exceed the plan's storage", async () => {
  const { db, home, upload } = await setUp({ enforcePlanLimits: true })
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => upload(GIGABYTE / 8)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(12)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your plan is limited to 1 GB of files. Delete some, or choose a larger plan.',
      details: { reason: 'storage_limit' },
    })
  }
  expect(await counted(db, home.agencyId)).toBe(GIGABYTE)
  await expect(upload(1)).rejects.toMatchObject({ details: { reason: 'storage_limit' } })
})

test('one person has room for 50 unsent files of 500 MB', async () => {
  const { db, home, project } = await setUp()
  const uploadAs =
    (person: SeedPerson) =>
    (size: number, kind: FileKind = 'message') =>
      addFile(ctxFor(db, person) as AgencyCtx, { project_id: project.id, kind }, stored(size))
  const upload = uploadAs(home.client)
  const refused = { code: 'FORBIDDEN', details: { reason: 'unused_limit' } }
  const [large] = await Promise.all([upload(499 * 1024 ** 2), upload(1024 ** 2)])
  await expect(upload(1)).rejects.toMatchObject(refused)
  const sender = callerAs(db, home.client)
  await sender.messages.send({ project_id: project.id, content: 'Here', file_ids: [large.id] })
  for (let count = 1; count < 50; count++) await upload(1)
  await expect(upload(1)).rejects.toThrow('Send or remove your unsent files first.')
  await uploadAs(home.employee)(1)
  await uploadAs(home.employee)(1, 'attachment')
  expect(await db.selectFrom('files').selectAll().where('kind', '=', 'message').execute()).toHaveLength(52)
})

test("plan limits are enforced only if the platform chooses; the installation's limit always is", async () => {
  const free = await setUp()
  await free.upload(3 * GIGABYTE)
  const limited = await setUp({ storageLimitGb: 2 })
  await limited.upload(2 * GIGABYTE)
  const refusal = 'An agency can store 2 GB here. Delete files to make room.'
  await expect(limited.upload(1)).rejects.toThrow(refusal)
  await expect(addReceipt(limited.ctx, stored(1))).rejects.toThrow(refusal)
  await expect(setPicture(limited.ctx, 'avatar', stored(1))).rejects.toThrow(refusal)
})

test('the plan shows storage used and allowed', async () => {
  const { db, home, upload } = await setUp()
  await upload(700)
  const usage = async (config: Partial<Config>) =>
    (await callerAs(db, home.owner, { config }).packages.subscription())?.usage?.storage
  expect(await usage({})).toEqual({ used: 700, limit: GIGABYTE })
  await db.updateTable('plans').set({ storage_limit_gb: null }).execute()
  expect(await usage({})).toEqual({ used: 700, limit: null })
  expect(await usage({ storageLimitGb: 3 })).toEqual({ used: 700, limit: 3 * GIGABYTE })
})

test('an upload without space is rejected before its bytes are read', async () => {
  const dataDir = temporaryFolder()
  const { home, project, services, upload } = await setUp({ dataDir, enforcePlanLimits: true })
  await upload(GIGABYTE - 1000)
  const { url } = await startApp(services)
  const begin = async (path: string, person: SeedPerson) => {
    const headers = {
      cookie: await cookieFor(services, person.userId),
      origin: url,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '5000',
    }
    // Only the headers: the body is never sent.
    return new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url + path, { method: 'POST', headers }, (res) => {
        resolve(res.statusCode)
        asked.destroy()
      })
      asked.on('error', reject)
      asked.flushHeaders()
    })
  }
  expect(await begin(`/files/?project_id=${project.id}`, home.owner)).toBe(403)
  expect(await begin('/expenses/receipts', home.owner)).toBe(403)
  const receiving = join(dataDir, 'files', 'receiving')
  expect(existsSync(receiving) ? readdirSync(receiving) : []).toEqual([])
})
