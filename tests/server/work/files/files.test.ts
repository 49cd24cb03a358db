import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { addDays } from '#server/base/db/values.ts'
import { cleanUp } from '#server/domains.ts'
import { type FileDto, MAX_FILE_SIZE } from '#shared/work/files.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { EXECUTABLE_FILES, HOSTILE_FILES, UNUSUAL_FILES } from '#tests/support/files/samples.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const gone = { code: 'NOT_FOUND' }

async function setUp() {
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const services = testServices(db, { config: { dataDir } })
  const { url } = await startApp(services)
  const headersOf = async (scope: SeedPerson) => ({
    cookie: await cookieFor(services, scope.userId),
    origin: url,
  })
  const upload = async (
    scope: SeedPerson,
    file: { name: string; bytes: Buffer },
    query: Record<string, string> = {},
  ) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
    const target = new URLSearchParams({ project_id: project.id, ...query })
    return fetch(`${url}/files?${target}`, { method: 'POST', headers: await headersOf(scope), body: form })
  }
  const add = async (scope: SeedPerson, query: Record<string, string>) =>
    (await (await upload(scope, { name: 'draft.png', bytes: PNG }, query)).json()) as FileDto
  const download = async (scope: SeedPerson, path: string) =>
    fetch(`${url}${path}`, { headers: await headersOf(scope) })
  const as = (scope: SeedPerson) => callerAs(db, scope, { config: { dataDir } })
  /** Names of everything on disk, received or stored. */
  const onDisk = () =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  return { db, world, project, services, url, headersOf, upload, add, download, as, onDisk }
}

test.each([
  ['Plan "final".txt', 'Plan "final".txt'],
  ['12" vinyl.txt', '12" vinyl.txt'],
  ['two\r\nlines.txt', 'twolines.txt'],
  ['100%25 %2F.txt', '100%25 %2F.txt'],
])('the name %j, as forms encode it, is stored as %j', async (name, stored) => {
  const { world, upload } = await setUp()
  const response = await upload(world.home.owner, { name, bytes: Buffer.from('text') })
  expect(((await response.json()) as FileDto).name).toBe(stored)
})

test('5 MB are uploaded and downloaded unchanged, as an attachment with the original name', async () => {
  const { world, upload, download, as, project } = await setUp()
  const bytes = randomBytes(5 * 1024 * 1024)
  const response = await upload(world.home.employee, { name: 'Übersicht „Q1“ – żółw.bin', bytes })
  expect(response.status).toBe(201)
  const file = (await response.json()) as FileDto
  expect(file).toMatchObject({
    name: 'Übersicht „Q1“ – żółw.bin',
    size: bytes.length,
    kind: 'deliverable',
    uploaded_by_name: 'Home Employee',
  })
  expect((await as(world.home.client).files.list({ project_id: project.id })).items).toEqual([file])

  const down = await download(world.home.client, `/files/${file.id}`)
  expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
  expect(down.headers.get('x-content-type-options')).toBe('nosniff')
  expect(down.headers.get('content-type')).toBe('application/octet-stream')
  const disposition = down.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment;/)
  expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent('Übersicht „Q1“ – żółw.bin')}`)
})

test('executables are rejected, whatever their name, and leave nothing behind', async () => {
  const { world, upload, onDisk, as, project } = await setUp()
  const attempts = [...EXECUTABLE_FILES, { name: 'empty.txt', bytes: Buffer.alloc(0) }]
  for (const attempt of attempts) {
    const response = await upload(world.home.owner, attempt)
    expect([attempt.name, response.status]).toEqual([attempt.name, 400])
    expect(await response.json()).toMatchObject({ error: { reason: 'file_refused' } })
  }
  expect(onDisk()).toEqual([])
  expect((await as(world.home.owner).files.list({ project_id: project.id })).items).toEqual([])
})

test('files are stored under their true type and served as downloads that a browser never runs', async () => {
  const { world, upload, download } = await setUp()
  for (const { name, bytes, type } of [...UNUSUAL_FILES, ...HOSTILE_FILES]) {
    const response = await upload(world.home.owner, { name, bytes })
    expect([name, response.status]).toEqual([name, 201])
    const file = (await response.json()) as FileDto
    const down = await download(world.home.owner, `/files/${file.id}`)
    expect([name, down.headers.get('content-type')]).toEqual([name, type])
    expect(down.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(down.headers.get('x-content-type-options')).toBe('nosniff')
    expect(down.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('one byte too many is rejected as too large', async () => {
  const { world, upload, onDisk } = await setUp()
  const response = await upload(world.home.owner, {
    name: 'big.bin',
    bytes: Buffer.alloc(MAX_FILE_SIZE + 1, 1),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error: { message: 'A file can be at most 25 MB.' } })
  expect(onDisk()).toEqual([])
})

test('a truncated body, one without a file or not a form is a bad request', async () => {
  const { world, url, headersOf, project, onDisk } = await setUp()
  const headers = await headersOf(world.home.owner)
  const send = (contentType: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const upload = request(
        `${url}/files?project_id=${project.id}`,
        { method: 'POST', headers: { ...headers, 'content-type': contentType } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      upload.on('error', reject)
      upload.end(body)
    })
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of'
  expect(await send('multipart/form-data; boundary=x', part)).toBe(400)
  expect(await send('multipart/form-data; boundary=x', '--x--\r\n')).toBe(400)
  expect(await send('multipart/form-data', part)).toBe(400)
  expect(await send('application/json', '{}')).toBe(400)
  expect(onDisk()).toEqual([])
})

test("other agencies' projects, files and tasks aren't found, and a session is required", async () => {
  const { db, world, upload, download, url, project } = await setUp()
  const image = { name: 'logo.png', bytes: PNG }
  const file = (await (await upload(world.home.owner, image)).json()) as FileDto
  for (const path of [`/files/${file.id}`, `/files/projects/${project.id}.zip`, '/files/not-an-id']) {
    expect((await download(world.foreign.owner, path)).status).toBe(404)
  }
  const foreignProject = await addProject(db, world.foreign)
  const foreignTask = await addTask(db, world.foreign.owner, foreignProject.id)
  expect((await upload(world.home.owner, image, { project_id: foreignProject.id })).status).toBe(404)
  expect((await upload(world.home.owner, image, { task_id: foreignTask.id })).status).toBe(404)
  expect((await fetch(`${url}/files/${file.id}`)).status).toBe(401)
  expect((await upload(world.admin, image)).status).toBe(400)
})

test('a file can only be attached to a task of its own project', async () => {
  const { db, world, project, upload } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  const image = { name: 'draft.png', bytes: PNG }
  const taskOf = async (projectId: string) => (await addTask(db, world.home.owner, projectId)).id
  expect((await upload(world.home.owner, image, { task_id: await taskOf(other.id) })).status).toBe(404)
  expect((await upload(world.home.owner, image, { task_id: await taskOf(project.id) })).status).toBe(201)
})

test("another site can't upload with a visitor's session", async () => {
  const { world, url, headersOf, project } = await setUp()
  const form = new FormData()
  form.append('file', new Blob(['text']), 'a.txt')
  const response = await fetch(`${url}/files?project_id=${project.id}`, {
    method: 'POST',
    headers: { ...(await headersOf(world.home.owner)), origin: 'https://elsewhere.test' },
    body: form,
  })
  expect(response.status).toBe(403)
})

test('attachments are visible to the team only; clients add files only to messages', async () => {
  const { world, upload, download, as, project } = await setUp()
  const image = { name: 'draft.png', bytes: PNG }
  const file = (await (await upload(world.home.owner, image, { kind: 'attachment' })).json()) as FileDto
  expect((await download(world.home.client, `/files/${file.id}`)).status).toBe(404)
  expect((await as(world.home.client).files.list({ project_id: project.id })).items).toEqual([])
  const { items } = await as(world.home.client).activity.list({ project_id: project.id })
  expect(items.map(({ summary }) => summary).filter((summary) => summary.includes('draft.png'))).toEqual([])
  expect((await upload(world.home.client, image)).status).toBe(403)
  expect((await upload(world.home.client, image, { kind: 'message' })).status).toBe(201)
})

test('message files can be downloaded by everyone in the project and no one else', async () => {
  const { world, upload, download, as, project } = await setUp()
  const image = { name: 'sketch.png', bytes: PNG }
  const file = (await (await upload(world.home.owner, image, { kind: 'message' })).json()) as FileDto
  await as(world.home.owner).messages.send({
    project_id: project.id,
    content: 'What do you think?',
    file_ids: [file.id],
  })
  const [message] = (await as(world.home.client).messages.list({ project_id: project.id })).items
  expect(message?.attachments).toMatchObject([{ id: file.id, name: 'sketch.png' }])
  expect((await download(world.home.client, `/files/${file.id}`)).status).toBe(200)
  expect((await download(world.home.employee, `/files/${file.id}`)).status).toBe(200)
  expect((await download(world.foreign.owner, `/files/${file.id}`)).status).toBe(404)
  expect((await download(world.foreign.client, `/files/${file.id}`)).status).toBe(404)
})

test('a message file is shown to others only while a message contains it', async () => {
  const { world, add, download, as, project, onDisk } = await setUp()
  const { owner, employee, client } = world.home
  const listed = async (scope: SeedPerson) =>
    (await as(scope).files.list({ project_id: project.id, kind: 'message' })).items.map(({ id }) => id)
  const message = { project_id: project.id, content: 'Here it is' }
  const { id } = await add(owner, { kind: 'message' })
  expect((await download(owner, `/files/${id}`)).status).toBe(200)
  for (const other of [employee, client]) {
    expect((await download(other, `/files/${id}`)).status).toBe(404)
    expect(await listed(other)).toEqual([])
    await expect(as(other).messages.send({ ...message, file_ids: [id] })).rejects.toMatchObject(gone)
  }
  expect(await listed(owner)).toEqual([])

  const sent = await as(owner).messages.send({ ...message, file_ids: [id] })
  for (const person of [owner, employee, client]) expect(await listed(person)).toEqual([id])
  const again = await as(owner).messages.send({ ...message, file_ids: [id] })
  await as(owner).messages.delete({ id: sent.id })
  expect(await listed(client)).toEqual([id])
  await as(owner).messages.delete({ id: again.id })
  expect(await listed(client)).toEqual([])
  expect((await download(owner, `/files/${id}`)).status).toBe(404)
  await expect.poll(onDisk).toEqual([])
})

test('deleting a message keeps the files that the project has without it', async () => {
  const { world, add, as, project } = await setUp()
  const owner = as(world.home.owner)
  for (const kind of ['deliverable', 'attachment']) {
    const file = await add(world.home.owner, { kind })
    const { id } = await owner.messages.send({ project_id: project.id, content: 'Look', file_ids: [file.id] })
    await owner.messages.delete({ id })
    expect((await owner.files.get({ id: file.id })).id).toBe(file.id)
  }
})

test('whoever uploaded a file discards it while nothing contains it, with its bytes', async () => {
  const { db, world, add, as, project, onDisk } = await setUp()
  const { owner, employee, client } = world.home
  const task = await addTask(db, owner, project.id)
  const unsent = await add(client, { kind: 'message' })
  for (const other of [owner, employee, world.foreign.client])
    await expect(as(other).files.discard({ id: unsent.id })).rejects.toMatchObject(gone)
  expect(await as(client).files.discard({ id: unsent.id })).toEqual({ id: unsent.id })
  await expect(as(client).files.get({ id: unsent.id })).rejects.toMatchObject(gone)
  await expect.poll(onDisk).toEqual([])

  const sent = await add(client, { kind: 'message' })
  await as(client).messages.send({ project_id: project.id, content: 'Here', file_ids: [sent.id] })
  const noted = await add(employee, { kind: 'attachment', task_id: task.id })
  await as(employee).tasks.addComment({ task_id: task.id, text: 'Here', file_ids: [noted.id] })
  const delivered = await add(owner, {})
  for (const [scope, { id }] of [
    [client, sent],
    [employee, noted],
    [owner, delivered],
  ] as const) {
    await expect(as(scope).files.discard({ id })).rejects.toMatchObject(gone)
    expect((await as(scope).files.get({ id })).id).toBe(id)
  }
})

test('files never sent with a message or comment are deleted after a week, or with their sender', async () => {
  const { db, services, world, add, as, project, onDisk } = await setUp()
  const { owner, client } = world.home
  const { id: task_id } = await addTask(db, owner, project.id)
  const file_ids = [(await add(client, { kind: 'message', task_id })).id]
  await as(client).tasks.addComment({ task_id, text: 'Here', file_ids })
  const unsent = await add(owner, { kind: 'message' })
  const sent = await add(owner, { kind: 'message' })
  await add(client, { kind: 'message' })
  await as(owner).clients.removeAccount({ user_id: client.userId })
  await expect.poll(onDisk).toHaveLength(3)
  await add(owner, { kind: 'attachment' })
  await as(owner).messages.send({ project_id: project.id, content: 'Here', file_ids: [sent.id] })
  await cleanUp(ctxFor(services, null, addDays(TEST_NOW, 6.9)))
  expect((await as(owner).files.get({ id: unsent.id })).id).toBe(unsent.id)
  await cleanUp(ctxFor(services, null, addDays(TEST_NOW, 7.1)))
  await expect(as(owner).files.get({ id: unsent.id })).rejects.toMatchObject(gone)
  expect((await as(owner).files.list({ project_id: project.id })).items).toHaveLength(3)
  expect(onDisk()).toHaveLength(3)
})

test('the client approves a deliverable or requests changes', async () => {
  const { world, upload, as, project } = await setUp()
  const file = (await (await upload(world.home.owner, { name: 'logo.png', bytes: PNG })).json()) as FileDto
  const client = as(world.home.client)
  await expect(client.files.review({ id: file.id, review: 'changes_requested' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const sketch = await upload(world.home.owner, { name: 'sketch.png', bytes: PNG }, { kind: 'message' })
  const { id: shown } = (await sketch.json()) as FileDto
  await as(world.home.owner).messages.send({ project_id: project.id, content: 'See', file_ids: [shown] })
  await expect(client.files.review({ id: shown, review: 'approved' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await client.files.review({ id: file.id, review: 'changes_requested', comment: 'Bigger' })
  expect(await client.files.review({ id: file.id, review: 'approved' })).toMatchObject({
    review: 'approved',
    reviewed_by_name: 'Home Client',
    review_comment: null,
  })
  const { items } = await as(world.home.owner).activity.list({ project_id: project.id })
  expect(items.map((row) => row.summary)).toContain('“logo.png” approved')
})

test('files awaiting review can be filtered, and a single file is readable by those who may see it', async () => {
  const { world, upload, as, project } = await setUp()
  const add = async (name: string, query = {}) =>
    (await (await upload(world.home.owner, { name, bytes: PNG }, query)).json()) as FileDto
  const first = await add('first.png')
  const second = await add('second.png')
  const internal = await add('internal.png', { kind: 'attachment' })
  const awaiting = async (scope: SeedPerson, kind?: 'attachment') =>
    (await as(scope).files.list({ project_id: project.id, awaiting: true, kind })).items
      .map(({ name }) => name)
      .toSorted()
  expect(await awaiting(world.home.owner)).toEqual(['first.png', 'second.png'])
  expect(await awaiting(world.home.owner, 'attachment')).toEqual([])

  await as(world.home.client).files.review({ id: first.id, review: 'changes_requested', comment: 'Bigger' })
  await as(world.home.client).files.review({ id: second.id, review: 'approved' })
  expect(await awaiting(world.home.client)).toEqual([])
  expect(await as(world.home.employee).files.get({ id: second.id })).toMatchObject({
    name: 'second.png',
    review: 'approved',
    reviewed_by_name: 'Home Client',
  })
  expect((await as(world.home.owner).files.get({ id: internal.id })).name).toBe('internal.png')
  await expect(as(world.home.client).files.get({ id: internal.id })).rejects.toMatchObject(gone)
  await expect(as(world.foreign.owner).files.get({ id: second.id })).rejects.toMatchObject(gone)
  await as(world.home.owner).files.delete({ id: second.id })
  await expect(as(world.home.client).files.get({ id: second.id })).rejects.toMatchObject(gone)
})

test('deleting a file removes its bytes; deleting its task keeps it in the project', async () => {
  const { db, world, upload, as, project, onDisk } = await setUp()
  const task = await addTask(db, world.home.owner, project.id)
  const image = { name: 'logo.png', bytes: PNG }
  const file = (await (await upload(world.home.owner, image, { task_id: task.id })).json()) as FileDto
  const owner = as(world.home.owner)
  await owner.tasks.delete({ id: task.id })
  expect((await owner.files.list({ project_id: project.id })).items).toMatchObject([
    { id: file.id, task_id: null },
  ])
  await owner.files.delete({ id: file.id })
  await expect.poll(onDisk).toEqual([])
})

test('the deliverables of a completed project download as one zip', async () => {
  const { world, upload, download, as, project } = await setUp()
  const texts = ['first', 'second']
  for (const text of texts)
    await upload(world.home.owner, { name: 'Entwurf ü.txt', bytes: Buffer.from(text) })
  await upload(world.home.owner, { name: 'internal.txt', bytes: Buffer.from('x') }, { kind: 'attachment' })
  const path = `/files/projects/${project.id}.zip`
  const ofTeam = await unzip(Buffer.from(await (await download(world.home.employee, path)).arrayBuffer()))
  expect(Object.keys(ofTeam)).not.toContain('internal.txt')
  expect((await download(world.home.client, path)).status).toBe(403)
  await as(world.home.owner).projects.setStatus({ id: project.id, status: 'completed' })

  const zip = await download(world.home.client, path)
  expect(zip.headers.get('content-disposition')).toContain('Website.zip')
  const content = await unzip(Buffer.from(await zip.arrayBuffer()))
  expect(Object.keys(content).sort()).toEqual(['Entwurf ü (2).txt', 'Entwurf ü.txt'])
  expect(Object.values(content).sort()).toEqual(['first', 'second'])
})

/** Name → text of each entry, read by a different library than the one that wrote it. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  const zip = await yauzl.fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    content[entry.fileName] = Buffer.concat(await stream.toArray()).toString()
  }
  return content
}
