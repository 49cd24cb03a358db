import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openTracing } from '#server/base/adapters/tracing.ts'
import { type Config, readConfig } from '#server/base/core/config.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: object }[]
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number }
}

/** An OTLP/HTTP receiver that records what it gets. */
async function startReceiver(answer = (_req: IncomingMessage, res: ServerResponse) => void res.end('{}')) {
  const spans: Sent[] = []
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    bodies.push(text)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    answer(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { spans, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` }
}

async function startTraced(receiver: string, config: Partial<Config> = {}) {
  const { url: databaseUrl, dispose } = await copyTemplate()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const tracing = openTracing({ ...readConfig({}), databaseUrl, ...config }, receiver, log)
  const database = openDatabase(databaseUrl, { onQuery: tracing.query })
  onTestFinished(async () => {
    await database.close()
    await dispose()
  })
  const services = { ...testServices(database.db), tracing }
  const world = await createWorld(database.db)
  const { url } = await startApp(services)
  return { services, tracing, world, url, lines, dialect: database.dialect }
}

const attributesOf = ({ attributes }: Sent): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test("a request's trace covers route, procedures and queries, and contains no personal data", async () => {
  const receiver = await startReceiver()
  const { services, tracing, world, url, dialect } = await startTraced(receiver.url)
  const project = await addProject(services.db, world.home)
  await addTask(services.db, world.home.owner, project.id, { title: 'A secret title' })
  const cookie = await cookieFor(services, world.home.owner.userId)
  const input = encodeURIComponent(JSON.stringify({ 0: { search: 'secret' }, 1: {} }))
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const answer = await fetch(`${url}/trpc/tasks.list,clients.list?batch=1&input=${input}`, {
    headers: { cookie, traceparent },
  })
  expect(answer.status).toBe(200)
  await tracing.stop()
  const [root, ...others] = receiver.spans.filter(({ kind }) => kind === 2)
  if (root === undefined) throw new Error('There is no span of the request')
  expect(others).toEqual([])
  expect(root.name).toBe('GET /trpc')
  // Unknown callers can't choose the trace id; a trusted proxy can.
  expect(root.traceId).not.toBe('a'.repeat(32))
  expect(attributesOf(root)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/trpc',
    'http.response.status_code': 200,
  })
  const childrenOf = (parent: Sent) =>
    receiver.spans.filter(
      ({ parentSpanId, traceId }) => parentSpanId === parent.spanId && traceId === root.traceId,
    )
  const calls = childrenOf(root).filter(({ kind }) => kind === 1)
  expect(calls.map(({ name }) => name).sort()).toEqual(['clients.list', 'tasks.list'])
  // Both calls share one session lookup.
  expect(
    childrenOf(root)
      .filter(({ kind }) => kind === 3)
      .map(({ name }) => name),
  ).toContain('select sessions')
  for (const call of calls) {
    const queries = childrenOf(call)
    expect(queries.length, call.name).toBeGreaterThan(0)
    for (const query of queries) {
      const attributes = attributesOf(query)
      expect(query.kind).toBe(3)
      expect(attributes['db.system.name']).toBe(dialect === 'postgres' ? 'postgresql' : 'sqlite')
      expect(attributes['db.query.text']).toMatch(/^\s*select /)
      expect(BigInt(query.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(query.endTimeUnixNano))
    }
  }
  const lists = childrenOf(calls.find(({ name }) => name === 'tasks.list') as Sent).map(({ name }) => name)
  expect(lists).toContain('select tasks')
  // A query that starts with a CTE also names its table.
  expect(lists.includes('select search_entries')).toBe(dialect === 'sqlite')
  const { userId, email, name } = world.home.owner
  const [, session] = cookie.split('=')
  for (const personal of ['secret', userId, email, name, session, '127.0.0.1', String(world.home.agencyId)]) {
    expect(receiver.bodies.join()).not.toContain(personal)
  }
})

test("a trusted proxy's trace continues in the portal", async () => {
  const receiver = await startReceiver()
  const { tracing, url } = await startTraced(receiver.url, { trustProxy: 1 })
  await fetch(`${url}/trpc/auth.info`, {
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  })
  await tracing.stop()
  const root = receiver.spans.find(({ kind }) => kind === 2)
  expect(root).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) })
})

test('only the configured share of requests is traced', async () => {
  const receiver = await startReceiver()
  const { tracing, url } = await startTraced(receiver.url, { tracesShare: 0 })
  expect((await fetch(`${url}/trpc/auth.info`)).status).toBe(200)
  await tracing.stop()
  expect(receiver.spans).toEqual([])
})

test('a job is traced with its queries, and a failure only by its type', async () => {
  const receiver = await startReceiver()
  const { services, tracing } = await startTraced(receiver.url)
  const job = {
    name: 'count',
    schedule: '* * * * *',
    run: async () => {
      // Longer than a slice on SQLite: the query continues in the next one but is one span.
      const until = performance.now() + 60
      await ctxFor(services, null).db.selectFrom('platform_settings').select('id').execute()
      while (performance.now() < until);
      await ctxFor(services, null).db.selectFrom('users').select('id').execute()
      throw new TypeError('Anna Bell has no address')
    },
  }
  expect(await runOnce(services, job, TEST_NOW)).toBe('failed')
  await tracing.stop()
  const root = receiver.spans.find(({ name }) => name === 'job count')
  if (root === undefined) throw new Error('There is no span of the job')
  expect(attributesOf(root)).toEqual({ job: 'count', 'error.type': 'TypeError' })
  expect(root.status.code).toBe(2)
  const children = receiver.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
  expect(children.map(({ name }) => name)).toEqual(['select platform_settings', 'select users'])
  expect(receiver.bodies.join()).not.toContain('Anna')
})

test('an unresponsive or missing receiver delays neither requests nor shutdown', async () => {
  const silent = await startReceiver(() => {})
  for (const receiver of [silent.url, 'http://127.0.0.1:9/v1/traces']) {
    const { tracing, url } = await startTraced(receiver)
    // More spans than the exporter's queue holds.
    for (let round = 0; round < 60; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/trpc/auth.session`)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    await tracing.stop()
  }
})
