import { expect, onTestFinished, test } from 'vitest'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

interface ServerEvent {
  event: string
  id: string
  data: string
}

/** The events of an SSE response one by one, without pings. */
async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      const event = { event: field('event'), id: field('id'), data: field('data') }
      if (event.event !== 'ping' && (event.event !== '' || event.data !== '')) yield event
    }
  }
}

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  onTestFinished(() => services.live.stop())
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const open = async (headers: Record<string, string> = {}) => {
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const address = `${url}/trpc/live.changes?input=${encodeURIComponent('{}')}`
    const response = await fetch(address, {
      headers: { accept: 'text/event-stream', cookie, ...headers },
      signal: abort.signal,
    })
    return { response, events: readEvents(response) }
  }
  return { db, world, services, open }
}

test('a browser receives changes over HTTP and resumes after its last event', async () => {
  const { db, world, open } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const { response, events } = await open()
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect((await events.next()).value).toMatchObject({ event: 'connected' })
  expect((await events.next()).value?.data).toBe('{"domains":[]}')
  await owner.clients.save({ name: 'New', email: 'new@example.test' })
  const heard = (await events.next()).value
  expect(heard?.data).toContain('"clients"')

  await owner.clients.save({ name: 'Newer', email: 'newer@example.test' })
  const again = await open({ 'last-event-id': heard?.id ?? '' })
  await again.events.next()
  expect((await again.events.next()).value?.data).toContain('"clients"')
})

test("signing out ends that browser's stream", async () => {
  const { db, open } = await setUp()
  const { events } = await open()
  await events.next()
  await events.next()
  await db.deleteFrom('sessions').execute()
  const last = (await events.next()).value
  expect(last?.event).toBe('serialized-error')
  expect(last?.data).toContain('UNAUTHORIZED')
})
