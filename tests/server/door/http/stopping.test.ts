import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { type KyselyPlugin, sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { runOnce } from '#server/base/core/jobs.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { isUnavailable } from '#server/base/db/engines/dialect.ts'
import { type Portal, servePortal } from '#server/portal.ts'
import { givePasswords, READING, tokenOf } from '#tests/support/api-tokens.ts'
import { testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { isRunning } from '#tests/support/databases/postgres-admin.ts'
import { builtClient } from '#tests/support/servers/built-client.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

/** Holds back the results of queries that contain a text until released. */
class Hold implements KyselyPlugin {
  readonly #held = Promise.withResolvers<void>()
  readonly #open = Promise.withResolvers<void>()
  readonly #queries = new WeakSet<object>()
  #text: string | null = null

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
    if (this.#text !== null && JSON.stringify(node).includes(this.#text)) this.#queries.add(queryId)
    return node
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result, queryId }) => {
    if (this.#queries.has(queryId)) {
      this.#held.resolve()
      await this.#open.promise
    }
    return result
  }

  /** Resolves once a query is held back. */
  begin(text: string): Promise<void> {
    this.#text = text
    return this.#held.promise
  }

  letGo(): void {
    this.#text = null
    this.#open.resolve()
  }
}

/** A portal with a slowable database; `log` has every line it has written. */
async function startPortal({ shutdownDelaySeconds = 0 } = {}) {
  const { url: address, dispose } = await copyTemplate()
  const database = openDatabase(address)
  const hold = new Hold()
  const lines: string[] = []
  const services = testServices(database.db.withPlugin(hold) as typeof database.db, {
    config: { allowTestPayments: false, warnings: [], shutdownDelaySeconds },
  })
  services.log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  services.config.port = 0
  services.config.host = '127.0.0.1'
  const world = await createWorld(database.db)
  await givePasswords(database.db)
  let closed = false
  const portal: Portal = {
    services,
    database,
    close: async () => {
      expect(services.inFlight.count).toBe(0)
      await services.live.stop()
      await database.close()
      closed = true
    },
  }
  const { url, app, stop } = await servePortal(portal, {
    client: 'built',
    clientFolder: builtClient(),
  })
  services.config.publicUrl = url
  onTestFinished(async () => {
    hold.letGo()
    app.server.closeAllConnections()
    if (!closed) await stop()
    await dispose()
  })
  return { url, stop, hold, lines, services, world, db: database.db, isClosed: () => closed }
}

type Running = Awaited<ReturnType<typeof startPortal>>

const CLIENT = { name: 'Held back', email: 'held@example.test' }
const KEY = '5f0d4c1e-8a3b-4b52-9d62-1c1f3f1f7a10'

interface Work {
  /** Text contained in one of its queries. */
  query: string
  path: string
  body?: object
  headers?: Record<string, string>
}

const TOOL_CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'invoices_list', arguments: {} },
}

/** Work that may be running when its caller disconnects. */
const WORK: Record<string, (portal: Running) => Work | Promise<Work>> = {
  'a call': () => ({ query: '"clients"', path: '/trpc/clients.list?input={}' }),
  'a batch': () => ({
    query: '"invoices"',
    path: '/trpc/clients.list,invoices.list?batch=1&input={"0":{},"1":{}}',
  }),
  'a change with an idempotency key': () => ({
    query: '"clients"',
    path: '/trpc/clients.save',
    body: CLIENT,
    headers: { 'idempotency-key': KEY },
  }),
  'a stream': () => ({
    query: '"changes"',
    path: '/trpc/live.changes?input={"lastEventId":"1"}',
    headers: { accept: 'text/event-stream' },
  }),
  'a page with its first answers': () => ({ query: '"clients"', path: '/clients' }),
  'a download': ({ world }) => ({ query: '"tasks"', path: `/exports/agencies/${world.home.agencyId}.zip` }),
  'a table of clients': () => ({ query: '"clients"', path: '/exports/clients.csv' }),
  "an agent's authentication": async ({ db, world }) => ({
    query: '"api_tokens"',
    path: '/mcp',
    body: TOOL_CALL,
    headers: (await tokenOf(db, world.home.owner, READING)).headers,
  }),
  "an agent's tool call": async ({ db, world }) => ({
    query: '"invoices"',
    path: '/mcp',
    body: TOOL_CALL,
    headers: {
      ...(await tokenOf(db, world.home.owner, READING)).headers,
      accept: 'application/json, text/event-stream',
    },
  }),
  'a probe': () => ({ query: 'select 1', path: '/readyz' }),
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

/** Stops while the work is held back: the database must stay open until it has ended. */
async function stopAmid(portal: Running): Promise<void> {
  const stopped = portal.stop()
  await expect.poll(() => answers(portal.url)).toBe(false)
  expect(portal.isClosed()).toBe(false)
  portal.hold.letGo()
  await stopped
  expect(portal.isClosed()).toBe(true)
  expect(portal.lines).toEqual([])
}

test.each(Object.entries(WORK))(
  '%s is awaited before the database closes if its caller disconnects',
  async (_name, workOf) => {
    const portal = await startPortal()
    const { query, path, body, headers } = await workOf(portal)
    const cookie = await cookieFor(portal.services, portal.world.home.owner.userId)
    const held = portal.hold.begin(query)
    const caller = new AbortController()
    const answered = fetch(portal.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body !== undefined && fromPortal(portal.url)), ...headers },
      body: JSON.stringify(body),
      signal: caller.signal,
    })
      .then((response) => response.text())
      .catch(() => 'hung up')
    await held
    caller.abort()
    await answered
    await stopAmid(portal)
  },
)

/** Sends requests over a shared, persistent connection, like a proxy. */
function askOver(agent: Agent, url: string): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (answer) => {
      answer.resume().once('end', () => resolve({ request, answer }))
    }).once('error', reject)
  })
}

test('proxies are notified of the shutdown before connections in use are closed', async () => {
  const portal = await startPortal({ shutdownDelaySeconds: 5 })
  const kept = Array.from({ length: 5 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  onTestFinished(() => {
    for (const agent of kept) agent.destroy()
  })
  const health = `${portal.url}/healthz`
  await Promise.all(kept.map((agent) => askOver(agent, health)))
  const stopped = portal.stop()
  const late = kept.map((agent, turn) => askOver(agent, turn === 0 ? `${portal.url}/readyz` : health))
  for (const [turn, { request, answer }] of (await Promise.all(late)).entries()) {
    expect(request.reusedSocket).toBe(true)
    expect(answer.statusCode).toBe(turn === 0 ? 503 : 200)
    expect(answer.headers.connection).toBe('close')
  }
  await stopped
  await expect(fetch(health)).rejects.toThrow()
})

test('a job is signaled to stop and awaited before the database closes', async () => {
  const portal = await startPortal()
  const { services, hold } = portal
  const run = async () => {
    await services.db.selectFrom('agencies').select('id').execute()
    await services.db.selectFrom('agencies').select('id').execute()
  }
  const held = hold.begin('"agencies"')
  const job = services.inFlight.run(() =>
    runOnce(services, { name: 'held', schedule: '* * * * *', run }, new Date()),
  )
  await held
  await stopAmid(portal)
  expect(await job).toBe('done')
})

test("a statement that doesn't end is canceled, and the database closes", async () => {
  const { url: address, dispose } = await copyTemplate()
  const database = openDatabase(address)
  onTestFinished(dispose)
  if (database.dialect === 'sqlite') return database.close()
  const observer = openDatabase(address)
  onTestFinished(observer.close)
  const outcome = sql`select pg_sleep(3600)`.execute(database.db).catch((error: unknown) => error)
  await expect.poll(() => isRunning(observer.db, 'select pg_sleep(3600)')).toBe(true)
  database.cut()
  await database.close()
  expect(isUnavailable(await outcome)).toBe(true)
})
