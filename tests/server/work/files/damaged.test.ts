import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import type { FileDto } from '#shared/work/files.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const MEGABYTE = 1024 * 1024

async function setUp(place: 'disk' | 's3') {
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const project = await addProject(db, home)
  const s3 = place === 's3' ? await startS3() : null
  const config = { dataDir, filesBucket: s3?.settings ?? null }
  const services = testServices(db, { config })
  const { url } = await startApp(services)
  const headers = { cookie: await cookieFor(services, home.employee.userId), origin: url }
  const upload = async (name: string, bytes: Buffer): Promise<FileDto> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const answer = await fetch(`${url}/files?project_id=${project.id}`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as FileDto
  }
  const pathOf = async (id: string): Promise<string> => {
    const { storage_key } = await db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return s3 === null ? join(dataDir, 'files', placeOf(storage_key)) : s3.pathOf(placeOf(storage_key))
  }
  const download = (id: string) => fetch(`${url}/files/${id}`, { headers })
  const zip = () => fetch(`${url}/files/projects/${project.id}.zip`, { headers })
  const list = () => callerAs(db, home.employee, { config }).files.list({ project_id: project.id, limit: 20 })
  return { db, home, project, services, s3, upload, pathOf, download, zip, list }
}

function flip(path: string, position: number): () => void {
  const bytes = readFileSync(path)
  const sound = Buffer.from(bytes)
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
  writeFileSync(path, bytes)
  return () => writeFileSync(path, sound)
}

describe.each(['disk', 's3'] as const)('with files on %s', (place) => {
  test('a damaged file is rejected with a message, recorded, and available again once repaired', async () => {
    const { db, upload, pathOf, download, list } = await setUp(place)
    const file = await upload('plan.txt', Buffer.from('a drawing of the house'))
    const repair = flip(await pathOf(file.id), 3)
    const refused = await download(file.id)
    expect(refused.status).toBe(409)
    expect(refused.headers.get('content-disposition')).toBeNull()
    expect(await refused.json()).toEqual({
      error: { code: 'CONFLICT', reason: 'file_damaged', message: expect.stringContaining('damaged') },
    })
    expect((await list()).items).toMatchObject([{ id: file.id, trouble: 'damaged' }])
    expect(await db.selectFrom('damaged_files').select('state').execute()).toEqual([{ state: 'damaged' }])
    repair()
    const opened = await download(file.id)
    expect(opened.status).toBe(200)
    expect(await opened.text()).toBe('a drawing of the house')
    expect(await db.selectFrom('damaged_files').selectAll().execute()).toEqual([])
    expect((await list()).items).toMatchObject([{ id: file.id, trouble: null }])
  })

  test('a large damaged file is cut off before its end, and rejected from then on', async () => {
    const { upload, pathOf, download } = await setUp(place)
    const bytes = randomBytes(5 * MEGABYTE)
    const file = await upload('film.bin', bytes)
    const repair = flip(await pathOf(file.id), bytes.length - 1)
    const broken = await download(file.id)
    await expect(broken.arrayBuffer()).rejects.toThrow()
    const refused = await download(file.id)
    expect([refused.status, (await refused.json()).error.reason]).toEqual([409, 'file_damaged'])
    repair()
    const whole = Buffer.from(await (await download(file.id)).arrayBuffer())
    expect(whole.equals(bytes)).toBe(true)
  })

  test('a file shorter or longer than recorded is damaged', async () => {
    const { upload, pathOf, download } = await setUp(place)
    for (const size of [100, 2 * MEGABYTE]) {
      const file = await upload(`${size}.bin`, randomBytes(size))
      const path = await pathOf(file.id)
      const bytes = readFileSync(path)
      for (const other of [bytes.subarray(0, size - 1), Buffer.concat([bytes, Buffer.from('more')])]) {
        writeFileSync(path, other)
        const answer = await download(file.id)
        if (answer.status === 200) await expect(answer.arrayBuffer()).rejects.toThrow()
        else expect(answer.status).toBe(409)
        expect((await download(file.id)).status).toBe(409)
      }
    }
  })

  test('a missing file is not found, and its project still downloads as an archive', async () => {
    const { db, upload, pathOf, download, zip } = await setUp(place)
    const [gone, kept] = [
      await upload('gone.txt', Buffer.from('gone')),
      await upload('kept.txt', Buffer.from('kept')),
    ]
    await db.updateTable('files').set({ kind: 'deliverable' }).execute()
    await db.updateTable('projects').set({ status: 'completed' }).execute()
    const path = await pathOf(gone.id)
    rmSync(path)
    if (place === 's3') rmSync(path.replace(/_object$/, '_metadata.json'), { force: true })
    const answer = await download(gone.id)
    expect([answer.status, (await answer.json()).error]).toEqual([
      404,
      { code: 'NOT_FOUND', reason: 'file_missing', message: expect.stringContaining('missing') },
    ])
    const archive = Buffer.from(await (await zip()).arrayBuffer()).toString('latin1')
    expect(archive).toContain('kept.txt')
    expect(archive).toContain('Files that could not be included.txt')
    expect((await download(kept.id)).status).toBe(200)
  })
})
