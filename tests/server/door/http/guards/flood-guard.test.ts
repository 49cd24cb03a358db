import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { createFloodGuard } from '#server/door/http/guards/flood-guard.ts'
import type { AppRouter } from '#server/router.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { fromPortal, startApp } from '#tests/support/servers/http.ts'

const WORDS = 'Too many requests came from your network. Please wait a minute.'

/** A portal behind one proxy, which passes on the client address; four calls a minute are allowed. */
async function setUp() {
  const { db } = await createTestDatabase()
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services, { client: 'none', callsPerMinute: 4 })
  services.config.publicUrl = url
  const from = (ip: string) => ({ ...fromPortal(url), 'x-forwarded-for': ip })
  return { url, from, get: (path: string, ip: string) => fetch(url + path, { headers: from(ip) }) }
}

test("requests over an address's limit get 429 with a retry time; other addresses aren't affected", async () => {
  const { get } = await setUp()
  for (let call = 0; call < 4; call++) expect((await get('/trpc/auth.info', '203.0.113.7')).status).toBe(200)
  const refused = await get('/trpc/auth.info', '203.0.113.7')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await refused.json()).error).toMatchObject({
    message: WORDS,
    data: { code: 'TOO_MANY_REQUESTS', retry_after: Number(refused.headers.get('retry-after')) },
  })
  expect((await get('/trpc/auth.info', '203.0.113.8')).status).toBe(200)
})

test("a procedure's own refusal also has the retry time in the header, alone and in a batch", async () => {
  const { db } = await createTestDatabase()
  const { url } = await startApp(testServices(db), { client: 'none' })
  const credentials = { email: 'nobody@example.test', password: 'wrong password' }
  const signIn = (path = '/trpc/auth.signIn', body: unknown = credentials) =>
    fetch(url + path, { method: 'POST', headers: fromPortal(url), body: JSON.stringify(body) })
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status, headers } = await signIn()
    expect([status, headers.get('retry-after')]).toEqual([401, null])
  }
  const refused = await signIn()
  const { data } = (await refused.json()).error
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(data.retry_after)])
  const batch = await signIn('/trpc/auth.signIn,auth.signIn?batch=1', { 0: credentials, 1: credentials })
  expect(Number(batch.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('downloads, uploads and calls share the limit; health, pages and files are exempt', async () => {
  const { get, url } = await setUp()
  for (let call = 0; call < 3; call++) expect((await get('/files/none', '203.0.113.7')).status).not.toBe(429)
  expect((await get('/trpc/auth.info', '203.0.113.7')).status).toBe(200)
  const refused = await get('/files/none', '203.0.113.7')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await refused.json()).error).toMatchObject({ message: WORDS, reason: 'flood' })
  expect((await get('/healthz', '203.0.113.7')).status).toBe(200)
  expect((await get('/trpc/auth.info', '203.0.113.7')).status).toBe(429)
  expect((await fetch(`${url}/assets/none.js`)).status).toBe(404)
})

test.each([
  ['httpLink', httpLink],
  ['httpBatchLink', httpBatchLink],
  ['httpBatchStreamLink', httpBatchStreamLink],
] as const)('calls over %s are counted individually and fail with this message', async (_name, link) => {
  const { url, from } = await setUp()
  const client = createTRPCClient<AppRouter>({
    links: [link({ url: `${url}/trpc`, headers: from('203.0.113.9') })],
  })
  const ask = () =>
    client.auth.info.query().then(
      () => 'answered',
      (error: unknown) => (error instanceof TRPCClientError ? [error.message, error.data?.code] : error),
    )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['answered', 'answered', 'answered'])
  expect(await Promise.all([ask(), ask()])).toContainEqual([WORDS, 'TOO_MANY_REQUESTS'])
  expect(await Promise.all([ask(), ask()])).toEqual([
    [WORDS, 'TOO_MANY_REQUESTS'],
    [WORDS, 'TOO_MANY_REQUESTS'],
  ])
})

test("localhost isn't counted, and separate networks don't share a count", async () => {
  const guard = createFloodGuard(1)
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await guard(ip, 5)).toBeNull()
    expect(await guard(ip, 5)).toBeNull()
  }
  expect(await guard('2001:db8:1:2::5', 1)).toBeNull()
  expect(await guard('2001:db8:1:3::5', 1)).toBeNull()
  expect(await guard('2001:db8:1:2::6', 1)).toBeGreaterThan(0)
})
