import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { openPortal } from '#server/portal.ts'
import type { FileDto } from '#shared/work/files.ts'
import { testServices } from '#tests/support/caller.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { type S3Server, startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const environmentOf = ({ settings }: S3Server) => ({
  FILES_S3_BUCKET: settings.bucket,
  FILES_S3_ENDPOINT: settings.endpoint ?? '',
  FILES_S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
  FILES_S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
})

/** An owner's session and a project in a database that a process can open. */
async function seed(folder: string) {
  const database = openDatabase(`file:${join(folder, 'foyer.db')}`)
  await migrateToLatest(database.db)
  const { home } = await createWorld(database.db)
  const project = await addProject(database.db, home)
  const services = { ...testServices(database.db), clock: () => new Date() }
  const cookie = await cookieFor(services, home.owner.userId)
  await database.close()
  const upload = (url: string, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'drawing.bin')
    const target = `${url}/files?${new URLSearchParams({ project_id: project.id })}`
    return fetch(target, { method: 'POST', headers: { cookie, origin: url }, body: form })
  }
  const download = (url: string, id: string) => fetch(`${url}/files/${id}`, { headers: { cookie } })
  return { upload, download }
}

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('a process with its files in a bucket', () => {
  test('killed during an upload, shows nothing of it and loses nothing acknowledged', async () => {
    const [folder, s3] = [temporaryFolder(), await startS3()]
    const { upload, download } = await seed(folder)
    const first = await startProcess(folder, environmentOf(s3))
    const bytes = randomBytes(3_000_000)
    const kept = (await (await upload(first.url, bytes)).json()) as FileDto
    s3.disturb((req) => {
      if (req.url?.includes('partNumber=2')) first.child.kill('SIGKILL')
    })
    await expect(upload(first.url, randomBytes(20_000_000))).rejects.toThrow()
    s3.disturb(null)
    expect(s3.names()).toHaveLength(1)

    const again = await startProcess(folder, environmentOf(s3))
    const down = await download(again.url, kept.id)
    expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await upload(again.url, bytes)).status).toBe(201)
    expect(s3.names()).toHaveLength(2)
  })

  test("doesn't start if the bucket rejects it; without a response it starts without files", async () => {
    const [folder, s3] = [temporaryFolder(), await startS3()]
    const { upload } = await seed(folder)
    const refused = { DATA_DIR: folder, ...environmentOf(s3), FILES_S3_SECRET_ACCESS_KEY: 'guessed' }
    await expect(openPortal(readConfig(refused))).rejects.toThrow(
      'The portal can’t use the bucket foyer. The S3 storage denies access: SignatureDoesNotMatch (403)',
    )
    await s3.stop()
    const { url, log } = await startProcess(folder, environmentOf(s3))
    await expect.poll(log).toContain('the S3 storage is not responding')
    expect((await upload(url, Buffer.from('text'))).status).toBe(503)
    await s3.start()
    expect((await upload(url, Buffer.from('text'))).status).toBe(201)
  })
})
