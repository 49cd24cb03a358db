import { expect, test } from 'vitest'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import type { FileDto } from '#shared/work/files.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { openBucketPortal } from '#tests/support/servers/bucket-portal.ts'

const UNREACHABLE = {
  error: {
    code: 'SERVICE_UNAVAILABLE',
    reason: 'file_storage_unreachable',
    message: 'The file storage isn’t responding, so files can’t be opened or saved. Please try again later.',
  },
}

test('while storage is down files return 503, everything else works, and it recovers', async () => {
  const { db, world, project, s3, url, config, upload, download, received } = await openBucketPortal()
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

test("a deleted agency's files leave the bucket, also after an outage", async () => {
  const { db, world, s3, services, upload } = await openBucketPortal()
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
