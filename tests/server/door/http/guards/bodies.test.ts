import { describe, expect, test } from 'vitest'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(callsPerMinute?: number) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config: { trustProxy: 1 } })
  const { url } = await startApp(services, { client: 'none', callsPerMinute })
  const cookie = await cookieFor(services, world.home.owner.userId)
  const send = async (
    path: string,
    body: BodyInit,
    headers: Record<string, string> = {},
    method = 'POST',
  ) => {
    const response = await fetch(`${url}/trpc/${path}`, {
      method,
      headers: { ...fromPortal(url), 'x-forwarded-for': '203.0.113.7', ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    const { message, data } = JSON.parse(text).error ?? {}
    return { status: response.status, text, message, reason: data?.reason, fields: data?.fields ?? {} }
  }
  const get = async (path: string) => {
    const response = await fetch(`${url}/trpc/${path}`, { headers: { cookie } })
    return { status: response.status, ...(await response.json()).error?.data }
  }
  return { url, cookie, send, get }
}

/** As many different keys as fit. */
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"key-${index}":1`).join(',')}}`

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const CREDENTIALS = { email: 'nobody@example.test', password: 'x'.repeat(40_000) }
const KEY = '5f0d4c1e-8a3b-4b52-9d62-1c1f3f1f7a10'

test('a body that is not UTF-8 is rejected instead of being stored with replacement characters', async () => {
  const { cookie, send } = await setUp()
  const body = Buffer.from(JSON.stringify({ name: 'Jürgen', email: 'j@example.test' }), 'latin1')
  expect(await send('clients.save', body, { cookie })).toMatchObject({
    status: 400,
    message: 'The request is not UTF-8.',
  })
})

describe('the body of an unauthenticated request', () => {
  test('is limited to 32 KB, with or without a length and whatever the cookie', async () => {
    const { send } = await setUp()
    const body = JSON.stringify(CREDENTIALS)
    const refused = {
      status: 413,
      reason: 'body_too_large',
      message: 'A request can be at most 32 KB while you are not signed in.',
    }
    expect(await send('auth.signIn', body)).toMatchObject(refused)
    expect(await send('auth.signIn', new Blob([body]).stream())).toMatchObject(refused)
    expect(await send('auth.signIn', body, { cookie: 'session=made-up' })).toMatchObject(refused)
    expect(await send('auth.signIn', body, { authorization: 'Bearer made-up' })).toMatchObject(refused)
    expect(await send('auth.signIn', body, {}, 'PATCH')).toMatchObject(refused)
    expect((await send('auth.signIn', JSON.stringify({ ...CREDENTIALS, password: 'x' }))).status).toBe(401)
  })

  test('counts by size against the rate limit', async () => {
    const { send } = await setUp(20)
    const body = JSON.stringify({ ...CREDENTIALS, password: 'x'.repeat(31_000) })
    expect((await send('auth.signIn', body)).status).toBe(400)
    expect((await send('auth.signIn', body)).status).toBe(400)
    expect(await send('auth.signIn', body)).toMatchObject({ status: 429, reason: 'flood' })
  })

  test("with too many keys gets a short error that doesn't repeat them", async () => {
    const { send } = await setUp()
    const answer = await send('auth.signIn', keys(2000))
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('key-')
    expect(answer.text.length).toBeLessThan(1000)
  })
})

describe('the body of an authenticated request', () => {
  test("may be large but can't have more keys or levels than any call needs", async () => {
    const { send, cookie, get } = await setUp()
    const refused = { status: 400, reason: 'input_too_complex' }
    expect(await send('clients.save', keys(60_000), { cookie })).toMatchObject(refused)
    expect(await send('clients.save', nested(60_000), { cookie })).toMatchObject(refused)
    const keyed = { cookie, 'idempotency-key': KEY }
    expect(await send('clients.save', `{"name":${nested(60_000)}}`, keyed)).toMatchObject(refused)
    expect(await get(`clients.list?input=${encodeURIComponent(nested(500))}`)).toMatchObject(refused)
    const csv = `name,email\n${'"A ""quoted"" name, [with] {signs}",a@example.test\n'.repeat(17_000)}`
    expect(
      await send('clients.importCsv', JSON.stringify({ csv, dry_run: true }), { cookie }),
    ).not.toMatchObject(refused)
  })

  test('with thousands of errors reports only some', async () => {
    const { send, cookie } = await setUp()
    const ids = Array.from({ length: 5000 }, (_, index) => `wrong-${index}`)
    const answer = await send('tasks.bulkDelete', JSON.stringify({ ids }), { cookie })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.fields).length).toBeLessThanOrEqual(50)
    expect(answer.text.length).toBeLessThan(10_000)
  })
})
