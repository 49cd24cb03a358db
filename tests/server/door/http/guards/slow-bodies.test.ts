import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type App, BODY_LIMIT_MS } from '#server/door/http/app.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** Moves the clock of the limit, and no other. */
const passLimit = () => vi.advanceTimersByTime(BODY_LIMIT_MS)

async function setUp() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const dataDir = temporaryFolder()
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const project = await addProject(db, home)
  const services = testServices(db, { config: { dataDir } })
  const { app, url } = await startApp(services)
  const cookie = await cookieFor(services, home.owner.userId)
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  const received = () => sockets.at(-1)?.bytesRead ?? 0
  const open = (path: string, type: string) => {
    const headers = { ...fromPortal(url), cookie, 'content-type': type }
    const sent = request(new URL(path, url), { method: 'POST', headers, agent: false })
    onTestFinished(() => void sent.destroy())
    /** The status; 0 if nothing was answered. */
    const answer = new Promise<number>((resolve) => {
      sent.on('response', (res) => resolve(res.resume().statusCode ?? 0))
      sent.on('error', () => resolve(0))
    })
    /** Sends a part of the body, and waits until it has arrived. */
    const write = async (part: string) => {
      const before = received()
      sent.write(part)
      await expect.poll(received).toBeGreaterThan(before)
    }
    return { answer, write, end: (part: string) => void sent.end(part) }
  }
  /** Opens an upload, and waits until its file is being stored. */
  const upload = async () => {
    const opened = open(`/files?project_id=${project.id}`, FORM)
    await opened.write(FILE_HEAD)
    await expect.poll(() => filesIn(dataDir)).toBe(1)
    return opened
  }
  return { app, open, upload }
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

const FILE_HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome text\n'
const FORM = 'multipart/form-data; boundary=b'

test('an upload may take longer than the limit while it makes progress', async () => {
  const { upload } = await setUp()
  const { answer, write, end } = await upload()
  for (let times = 0; times < 3; times += 1) {
    await write('some text\n')
    passLimit()
  }
  end('\r\n--b--\r\n')
  expect(await answer).toBe(201)
})

test('an upload that stops is cut', async () => {
  const { app, upload } = await setUp()
  const { answer } = await upload()
  passLimit()
  passLimit()
  expect(await answer).toBe(408)
  await expect.poll(() => connectionsOf(app)).toBe(0)
})

test.each([
  ['a call', '/trpc/tasks.save'],
  ['an event of the payment provider', '/stripe/webhook'],
])('the body of %s is cut at the limit, although it makes progress', async (_what, path) => {
  const { app, open } = await setUp()
  const { write } = open(path, 'application/json')
  await write('{')
  await write(' ')
  expect(await connectionsOf(app)).toBe(1)
  passLimit()
  await expect.poll(() => connectionsOf(app)).toBe(0)
})

test('the body of an upload to an address that receives none is cut, unread', async () => {
  const { app, open } = await setUp()
  const { write } = open('/files/nothing', FORM)
  await write(FILE_HEAD)
  passLimit()
  await expect.poll(() => connectionsOf(app)).toBe(0)
})

const connectionsOf = ({ server }: App) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
