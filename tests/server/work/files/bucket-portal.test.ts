import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import type { FileDto } from '#shared/work/files.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** A portal whose files are in a bucket. */
async function setUp() {
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const s3 = await startS3()
  const config = { dataDir, filesBucket: s3.settings }
  const services = testServices(db, { config })
  const { url } = await startApp(services)
  const headersOf = async (scope: SeedPerson) => ({
    cookie: await cookieFor(services, scope.userId),
    origin: url,
  })
  const upload = async (scope: SeedPerson, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'drawing.bin')
    const target = `${url}/files?${new URLSearchParams({ project_id: project.id })}`
    return fetch(target, { method: 'POST', headers: await headersOf(scope), body: form })
  }
  const download = async (scope: SeedPerson, path: string) =>
    fetch(`${url}${path}`, { headers: await headersOf(scope) })
  const received = () => readdirSync(join(dataDir, 'files', 'receiving'))
  return { db, world, project, s3, services, config, url, upload, download, received }
}

const UNREACHABLE = {
  error: {
    code: 'SERVICE_UNAVAILABLE',
    reason: 'file_storage_unreachable',
    message: 'The file storage isn’t responding, so files can’t be opened or saved. Please try again later.',
  },
}

test('files pass through the portal, only to those who may see them', async () => {
  const { world, s3, upload, download, received } = await setUp()
  const bytes = randomBytes(11 * 1024 * 1024)
  const response = await upload(world.home.owner, bytes)
  expect(response.status).toBe(201)
  const file = (await response.json()) as FileDto
  expect([s3.names().length, received()]).toEqual([1, []])
  const down = await download(world.home.client, `/files/${file.id}`)
  expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await download(world.foreign.owner, `/files/${file.id}`)).status).toBe(404)
  expect(JSON.stringify(file)).not.toContain('127.0.0.1')
})

test('while storage is down files return 503, everything else works, and it recovers', async () => {
  const { db, world, project, s3, url, config, upload, download, received } = await setUp()
  const file = (await (await upload(world.home.owner, Buffer.from('text'))).json()) as FileDto
  await s3.stop()
  for (const answer of [
    await upload(world.home.owner, Buffer.from('more')),
    await download(world.home.owner, `/files/${file.id}`),
  ]) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject(UNREACHABLE)
    expect(answer.headers.get('content-disposition')).toBeNull()
  }
  expect(received()).toEqual([])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const owner = callerAs(db, world.home.owner, { config })
  expect((await owner.files.list({ project_id: project.id })).items).toEqual([file])
  await s3.start()
  expect(await (await download(world.home.owner, `/files/${file.id}`)).text()).toBe('text')
  expect((await upload(world.home.owner, Buffer.from('more'))).status).toBe(201)
})

test('a download interrupted by the storage never looks complete', async () => {
  const { world, s3, upload, download } = await setUp()
  const file = (await (await upload(world.home.owner, randomBytes(20 * 1024 * 1024))).json()) as FileDto
  s3.disturb((_req, res) => {
    const write = res.write.bind(res) as (chunk: unknown) => boolean
    let sent = 0
    res.write = ((chunk: Buffer) => {
      sent += chunk.length
      if (sent > 2 * 1024 * 1024) void s3.stop()
      return write(chunk)
    }) as typeof res.write
  })
  const down = await download(world.home.owner, `/files/${file.id}`)
  expect(down.status).toBe(200)
  await expect(down.arrayBuffer()).rejects.toThrow()
})

test("a deleted agency's files leave the bucket, also after an outage", async () => {
  const { db, world, s3, services, upload } = await setUp()
  await upload(world.home.owner, Buffer.from('one'))
  await upload(world.home.owner, Buffer.from('two'))
  await db
    .updateTable('agencies')
    .set({ delete_after: TEST_NOW.toISOString() })
    .where('id', '=', world.home.agencyId)
    .execute()
  await s3.stop()
  await purgeAgencies(ctxFor(services, null, TEST_NOW))
  expect(await db.selectFrom('files').select('id').execute()).toEqual([])
  await s3.start()
  expect(s3.names()).toHaveLength(2)
  await openStorage(services.config).sweep(new Date())
  expect(s3.names()).toEqual([])
})

test('an upload rejected for its content never reaches the bucket', async () => {
  const { world, s3, upload } = await setUp()
  expect((await upload(world.home.owner, Buffer.from('#!/bin/sh'))).status).toBe(400)
  expect(s3.asked.filter((asked) => asked.startsWith('P'))).toEqual([])
})
