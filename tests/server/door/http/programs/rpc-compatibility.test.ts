import { connect } from 'node:net'
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client'
import { TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#server/base/core/calls/errors.ts'
import { publicProcedure, router, userProcedure } from '#server/base/core/calls/procedures.ts'
import { openRequest, requestInfo } from '#server/door/http/guards/request-info.ts'
import { createRpcHandler } from '#server/door/http/rpc/handler.ts'
import { createContext } from '#server/door/trpc/create-context.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, fromPortal, listen } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const open = publicProcedure.meta({ can: 'public' })

const aborted = Promise.withResolvers<void>()
let release = Promise.withResolvers<void>()

const testRouter = router({
  echo: open.input(z.strictObject({ text: z.string().min(2) })).query(({ input }) => input),
  nothing: open.query(() => undefined),
  empty: open.query(() => null),
  large: open.query(() => 'ünïcödé '.repeat(5000)),
  whoAmI: userProcedure.meta({ can: 'session.own' }).query(({ ctx }) => ctx.actor.email),
  save: open.input(z.strictObject({ text: z.string() })).mutation(({ input, ctx }) => {
    ctx.setCookie(`last=${input.text}; HttpOnly`)
    return { saved: input.text }
  }),
  touch: open.mutation(() => 'touched'),
  refused: open.query(() => {
    throw new AppError('CONFLICT', 'Somebody was faster.', { title: 'Too late' })
  }),
  broken: open.query(() => {
    throw new Error('select secret from vault')
  }),
  teapot: open.mutation(() => {
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'Slow down.' })
  }),
  unprintable: open.query((): unknown => 10n),
  untilReleased: open.query(() => release.promise.then(() => 'late')),
  untilAborted: open.query(
    ({ signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          aborted.resolve()
          resolve(null)
        })
        release.resolve()
      }),
  ),
  inner: router({ deep: open.query(() => 'deep') }),
  ticks: open.meta({ can: 'public', stream: true }).subscription(async function* () {
    yield 1
    yield 2
  }),
})

/** The same router behind our handler and behind tRPC's own Express adapter. */
async function startBoth() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const ours = await listen(createRpcHandler({ services, router: testRouter }).handle)
  const app = express()
  app.use(
    '/trpc',
    createExpressMiddleware({
      router: testRouter,
      maxBatchSize: 10,
      createContext: ({ req, res }) => {
        openRequest(services, req, res)
        return createContext(services, requestInfo(req), req.headers, (value) => {
          // In a line stream the stock adapter sends headers before a mutation can set a cookie.
          if (!res.headersSent) res.appendHeader('set-cookie', value)
        })
      },
    }),
  )
  const stock = await listen(app)
  return { ours, stock, cookie, services }
}

const withoutReference = (text: string): string => text.replace(/\(Reference [^)]+\)/g, '(Reference …)')

async function answerOf(url: string, path: string, init: RequestInit, cookie: string) {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { ...(init.method === undefined ? {} : fromPortal(url)), cookie, ...init.headers },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    varies: response.headers.get('vary')?.startsWith('trpc-accept, accept'),
    cookies: response.headers.getSetCookie(),
    body: withoutReference(await response.text()),
  }
}

const query = (input: unknown): string => `input=${encodeURIComponent(JSON.stringify(input))}`
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

const requests: Record<string, [path: string, init?: RequestInit]> = {
  'a query': [`/trpc/echo?${query({ text: 'hello' })}`],
  'a query in a nested router': ['/trpc/inner.deep'],
  'a query whose path is percent-encoded': ['/trpc/inner%2Edeep'],
  'a query that returns nothing': ['/trpc/nothing'],
  'a query that returns null': ['/trpc/empty'],
  'a large response': ['/trpc/large'],
  'a query of the session': ['/trpc/whoAmI'],
  'a signed-out query': ['/trpc/whoAmI', { headers: { cookie: '' } }],
  'invalid input': [`/trpc/echo?${query({ text: '' })}`],
  'missing input': ['/trpc/echo'],
  'an unknown key': [`/trpc/echo?${query({ text: 'hello', role: 'admin' })}`],
  'an expected error with details': ['/trpc/refused'],
  'an internal error': ['/trpc/broken'],
  'a mutation with a cookie': ['/trpc/save', post({ text: 'one' })],
  'a mutation without input': ['/trpc/touch', { method: 'POST' }],
  'a mutation with an expected error': ['/trpc/teapot', post({})],
  'a batch': [`/trpc/echo,inner.deep?batch=1&${query({ 0: { text: 'hello' } })}`],
  'a batch of one': [`/trpc/echo?batch=1&${query({ 0: { text: 'hello' } })}`],
  'a batch with mixed outcomes': [`/trpc/echo,refused,broken?batch=1&${query({ 0: { text: 'hello' } })}`],
  'a batch of mutations': ['/trpc/save,touch?batch=1', post({ 0: { text: 'one' } })],
  'a batch with two cookies': ['/trpc/save,save?batch=1', post({ 0: { text: 'one' }, 1: { text: 'two' } })],
  'a batch with an unknown path': ['/trpc/inner.deep,nope?batch=1'],
  "a batch whose input isn't an object": [`/trpc/echo?batch=1&${query([{ text: 'hello' }])}`],
  'a batch of queries and mutations': ['/trpc/inner.deep,touch?batch=1'],
  'a batch of eleven': [`/trpc/${Array(11).fill('nothing').join(',')}?batch=1`],
  'a mutation whose input is an inherited name': ['/trpc/__proto__', post({})],
  'an unknown path': ['/trpc/nope'],
  'an inherited name': ['/trpc/constructor'],
  'no path': ['/trpc/'],
  'a query by POST': ['/trpc/inner.deep', post({})],
  'a mutation by GET': ['/trpc/touch'],
  'a PUT': ['/trpc/touch', { method: 'PUT', body: '{}' }],
  'a HEAD': ['/trpc/inner.deep', { method: 'HEAD' }],
  'malformed JSON in the URL': ['/trpc/echo?input=%7Bnope'],
  'malformed JSON in the body': ['/trpc/save', { method: 'POST', body: '{nope' }],
  'an empty body': ['/trpc/save', { method: 'POST', body: '' }],
  "a line stream that isn't a batch": [
    '/trpc/inner.deep',
    { headers: { 'trpc-accept': 'application/jsonl' } },
  ],
  'a subscription': ['/trpc/ticks', { headers: { accept: 'text/event-stream' } }],
}

describe('responds like the stock adapter', () => {
  test('to every kind of request', async () => {
    const { ours, stock, cookie } = await startBoth()
    const askAll = async (url: string) => {
      const answers: Record<string, unknown> = {}
      for (const [name, [path, init = {}]] of Object.entries(requests)) {
        answers[name] = await answerOf(url, path, init, cookie)
      }
      return answers
    }
    expect(await askAll(ours)).toEqual(await askAll(stock))
  })

  test("for a result that can't be serialized, except for its reason", async () => {
    const { ours, stock, cookie } = await startBoth()
    const answer = await answerOf(ours, '/trpc/unprintable', {}, cookie)
    expect(answer.status).toBe((await answerOf(stock, '/trpc/unprintable', {}, cookie)).status)
    expect(answer.body).toContain('Something went wrong on our side.')
    expect(answer.body).not.toContain('BigInt')
  })
})

const links = { httpLink, httpBatchLink, httpBatchStreamLink }

function clientOf(url: string, cookie: string, link: keyof typeof links) {
  const headers = { cookie, origin: url }
  return createTRPCClient<typeof testRouter>({ links: [links[link]({ url: `${url}/trpc`, headers })] })
}

const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error) =>
    error instanceof TRPCClientError
      ? { message: withoutReference(error.message), data: error.data, shape: error.shape?.code }
      : error,
  )

describe.for(Object.keys(links) as (keyof typeof links)[])('through %s', (link) => {
  test('every client call ends as with the stock adapter', async () => {
    const { ours, stock, cookie } = await startBoth()
    const callAll = async (url: string) => {
      const client = clientOf(url, cookie, link)
      const queries = await Promise.all([
        outcome(client.echo.query({ text: 'hello' })),
        outcome(client.echo.query({ text: '' })),
        outcome(client.nothing.query()),
        outcome(client.empty.query()),
        outcome(client.large.query()),
        outcome(client.whoAmI.query()),
        outcome(client.refused.query()),
        outcome(client.broken.query()),
        outcome(client.inner.deep.query()),
      ])
      const mutations = await Promise.all([
        outcome(client.save.mutate({ text: 'one' })),
        outcome(client.touch.mutate()),
        outcome(client.teapot.mutate()),
      ])
      return [...queries, ...mutations, await outcome(client.whoAmI.query())]
    }
    const answers = await callAll(ours)
    expect(answers).toEqual(await callAll(stock))
    expect(answers.at(-1)).toBe('home.owner@example.test')
  })
})

describe('streams and connections', () => {
  test("a slow call doesn't delay its batch", async () => {
    const { ours, cookie } = await startBoth()
    release = Promise.withResolvers()
    const client = clientOf(ours, cookie, 'httpBatchStreamLink')
    const late = client.untilReleased.query()
    expect(await client.inner.deep.query()).toBe('deep')
    const [early] = await Promise.all([client.inner.deep.query(), release.resolve()])
    expect([early, await late]).toEqual(['deep', 'late'])
  })

  test('a batch is streamed call by call', async () => {
    const { ours, cookie } = await startBoth()
    release = Promise.withResolvers()
    const client = clientOf(ours, cookie, 'httpBatchStreamLink')
    const order: string[] = []
    const late = client.untilReleased.query().then((text) => order.push(text))
    const early = client.inner.deep.query().then((text) => order.push(text))
    await early
    release.resolve()
    await late
    expect(order).toEqual(['deep', 'late'])
  })

  test('mutations in a line stream keep their cookies', async () => {
    const { ours } = await startBoth()
    const response = await fetch(`${ours}/trpc/save,touch?batch=1`, {
      ...post({ 0: { text: 'one' } }),
      headers: { ...fromPortal(ours), 'trpc-accept': 'application/jsonl' },
    })
    expect(response.headers.getSetCookie()).toEqual(['last=one; HttpOnly'])
  })

  test('a caller who disconnects aborts the call', async () => {
    const { ours } = await startBoth()
    release = Promise.withResolvers()
    const leaving = new AbortController()
    const call = fetch(`${ours}/trpc/untilAborted`, { signal: leaving.signal })
    await release.promise
    leaving.abort()
    await expect(call).rejects.toThrow()
    await aborted.promise
  })

  test('a call over its time limit gets an error', async () => {
    const { services } = await startBoth()
    release = Promise.withResolvers()
    const url = await listen(createRpcHandler({ services, router: testRouter, timeLimitMs: 10 }).handle)
    const answer = await answerOf(url, '/trpc/untilReleased', {}, '')
    expect(answer.status).toBe(408)
    expect(answer.body).toContain('The server took too long. Please try again.')
  })

  test('pipelined requests are answered in order', async () => {
    const { ours } = await startBoth()
    const { hostname, port } = new URL(ours)
    const socket = connect(Number(port), hostname)
    const get = (text: string, end = '') =>
      `GET /trpc/echo?${query({ text })} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${end}\r\n`
    socket.write(get('first') + get('second') + get('third', 'Connection: close\r\n'))
    let received = ''
    for await (const chunk of socket) received += chunk
    expect([...received.matchAll(/"text":"(\w+)"/g)].map((match) => match[1])).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test('an aborted upload leaves the server responsive', async () => {
    const { ours, cookie } = await startBoth()
    const { hostname, port } = new URL(ours)
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve) =>
      socket.write(
        `POST /trpc/save HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${ours}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"te`,
        () => resolve(),
      ),
    )
    socket.destroy()
    expect((await answerOf(ours, '/trpc/inner.deep', {}, cookie)).status).toBe(200)
  })

  test('answers are compressed if worthwhile and supported', async () => {
    const { ours } = await startBoth()
    const encoding = async (path: string, accept: string) =>
      (await fetch(`${ours}${path}`, { headers: { 'accept-encoding': accept } })).headers.get(
        'content-encoding',
      )
    expect(await encoding('/trpc/large', 'gzip, br')).toBe('gzip')
    expect(await encoding('/trpc/large', 'gzip;q=0')).toBeNull()
    expect(await encoding('/trpc/large', 'identity')).toBeNull()
    expect(await encoding('/trpc/inner.deep', 'gzip')).toBeNull()
  })
})

test.each([
  ['no body', undefined],
  ['an empty one', ''],
])('a mutation without input accepts %s', async (_what, body) => {
  const { ours, cookie } = await startBoth()
  const headers = { 'content-type': 'application/json', cookie, ...fromPortal(ours) }
  const answer = await fetch(`${ours}/trpc/touch`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([200, { result: { data: 'touched' } }])
})
