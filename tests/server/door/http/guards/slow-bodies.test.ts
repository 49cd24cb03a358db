import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { App } from '#server/door/http/app.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const LIMIT_MS = 600
const PAUSE_MS = 100
/** At a part for each pause, more than the limit. */
const PARTS = 12

async function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-slow-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const project = await addProject(db, home)
  const services = testServices(db, { config: { dataDir } })
  const { app, url } = await startApp(services, { client: 'none', bodyLimitMs: LIMIT_MS })
  const cookie = await cookieFor(services, home.owner.userId)
  /** Sends the parts with pauses, and leaves the body unfinished if not told otherwise; 0 if nothing was answered. */
  const send = (path: string, type: string, parts: string[], ending: 'ended' | 'unfinished') =>
    new Promise<number>((resolve) => {
      const headers = { ...fromPortal(url), cookie, 'content-type': type }
      const sent = request(new URL(path, url), { method: 'POST', headers }, (res) => {
        res.resume()
        resolve(res.statusCode ?? 0)
      })
      sent.on('error', () => resolve(0))
      onTestFinished(() => void sent.destroy())
      void sendSlowly(parts, (part) => sent.write(part)).then(() => ending === 'ended' && sent.end())
    })
  return { project, app, send }
}

async function sendSlowly(parts: string[], write: (part: string) => void): Promise<void> {
  for (const part of parts) {
    write(part)
    await sleep(PAUSE_MS)
  }
}

const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const FILE = [HEAD, ...Array<string>(PARTS).fill('some text\n')]
const JSON_TYPE = 'application/json'
const FORM = 'multipart/form-data; boundary=b'

test('an upload may take longer than the limit while it makes progress', async () => {
  const { project, send } = await setUp()
  const path = `/files?project_id=${project.id}`
  expect(await send(path, FORM, [...FILE, '\r\n--b--\r\n'], 'ended')).toBe(201)
})

test('an upload that stops is cut', async () => {
  const { project, app, send } = await setUp()
  const path = `/files?project_id=${project.id}`
  expect(await send(path, FORM, [HEAD, 'some text\n'], 'unfinished')).toBe(408)
  await expect.poll(() => connectionsOf(app)).toBe(0)
})

test.each([
  ['a call', '/trpc/tasks.save', JSON_TYPE],
  ['an event of the payment provider', '/webhooks/stripe', JSON_TYPE],
  ['an upload to an address that receives none', '/files/nothing', FORM],
])('the body of %s is cut at the limit, though it makes progress', async (_what, path, type) => {
  const { app, send } = await setUp()
  const started = performance.now()
  await send(path, type, ['{', ...Array<string>(3 * PARTS).fill(' ')], 'unfinished')
  await expect.poll(() => connectionsOf(app), { timeout: 3000 }).toBe(0)
  expect(performance.now() - started).toBeLessThan(PAUSE_MS * 3 * PARTS)
})

const connectionsOf = ({ server }: App) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
