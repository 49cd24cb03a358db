import { once } from 'node:events'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

interface Heard {
  id: string
  domains: string[]
}

/** The events a screen receives from a server until that server stops. */
async function* follow(url: string, cookie: string, lastEventId: string | null): AsyncGenerator<Heard> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const address = `${url}/trpc/live.changes?input=${encodeURIComponent(JSON.stringify({ lastEventId }))}`
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', cookie },
    signal: abort.signal,
  })
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (\{"domains".*)$/m.exec(message)?.[1]
      const id = /^id: (.*)$/m.exec(message)?.[1]
      if (data !== undefined && id !== undefined) yield { id, ...JSON.parse(data) }
    }
  }
}

async function saveClient(url: string, cookie: string, name: string): Promise<void> {
  const response = await fetch(`${url}/trpc/clients.save`, {
    method: 'POST',
    headers: { ...fromPortal(url), cookie },
    body: JSON.stringify({ name, email: `${name}@example.test` }),
  })
  expect(response.status, await response.text()).toBe(200)
}

const isPostgres = inject('testDatabase').dialect === 'postgres'

test.runIf(isPostgres)('two servers on one database act as one portal, also if one is killed', async () => {
  const database = await createTestDatabase()
  if (database.dialect !== 'postgres') return
  const { home } = await createWorld(database.db)
  const services = { ...testServices(database.db), clock: () => new Date() }
  const cookie = await cookieFor(services, home.owner.userId)
  const env = { DATABASE_URL: database.pool.options.connectionString, LOG_LEVEL: 'error' }
  const folder = temporaryFolder()
  const [first, second] = await Promise.all([startProcess(folder, env), startProcess(folder, env)])

  const screen = follow(first.url, cookie, null)
  expect((await screen.next()).value?.domains).toEqual([])
  await saveClient(second.url, cookie, 'written-on-the-other')
  const heard: Heard | undefined = (await screen.next()).value
  expect(heard?.domains).toContain('clients')

  const exited = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await exited
  await expect(screen.next()).rejects.toThrow()
  await saveClient(second.url, cookie, 'written-meanwhile')
  const resumed = follow(second.url, cookie, heard?.id ?? null)
  expect((await resumed.next()).value?.domains).toContain('clients')
  await saveClient(second.url, cookie, 'written-after')
  expect((await resumed.next()).value?.domains).toContain('clients')
})
