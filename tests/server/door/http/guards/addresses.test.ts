import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { startApp } from '#tests/support/servers/http.ts'

interface Seen {
  status: number
  body: string
}

async function setUp(publicUrl: string) {
  const { db } = await createTestDatabase()
  let now = TEST_NOW
  const services = { ...testServices(db, { config: { publicUrl } }), clock: () => now }
  const warnings: unknown[] = []
  services.log.warn = ((line: object) => {
    // Some of these proxies also hide the callers' addresses, which triggers another warning.
    if ('opened' in line) warnings.push(line)
  }) as typeof services.log.warn
  const { url } = await startApp(services)
  /** Unlike `fetch`, it sends the given Host and Sec-Fetch headers. */
  const send = (method: string, path: string, headers: Record<string, string>): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const sent = request(new URL(path, url), { method, headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk)
        resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? '{"email":"a@b.test","password":"wrong-password"}' : undefined)
    })
  const signIn = (headers: Record<string, string>) =>
    send('POST', '/trpc/auth.signIn', { 'content-type': 'application/json', ...headers })
  const upload = (headers: Record<string, string>) => send('POST', '/files', headers)
  const wait = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { send, signIn, upload, warnings, wait }
}

const MINUTE = 60_000

describe('a proxy that changes the Host header', () => {
  /** [origin in the browser, Host header sent by the proxy] */
  const PROXIES = [
    ['http://portal.lan', '127.0.0.1:3000'],
    ['http://portal.lan:8080', 'portal.lan'],
    ['http://192.168.1.5', 'foyer_upstream'],
  ]

  test.each(PROXIES)('is reported to the user at %s and once in the log', async (origin, host) => {
    const { signIn, upload, warnings, wait } = await setUp('http://localhost:3000')
    for (const send of [signIn, upload, signIn]) {
      const { status, body } = await send({ origin, host })
      expect(status).toBe(403)
      for (const part of [origin, 'http://localhost:3000', 'PUBLIC_URL', 'Host']) expect(body).toContain(part)
    }
    expect(warnings).toEqual([{ opened: origin, host, publicUrl: 'http://localhost:3000' }])
    wait(11 * MINUTE)
    await signIn({ origin, host })
    expect(warnings).toHaveLength(2)
  })

  test.each(PROXIES)('works at %s when PUBLIC_URL is that address', async (origin, host) => {
    const { signIn, warnings } = await setUp(origin)
    expect((await signIn({ origin, host })).status).toBe(401)
    expect(warnings).toEqual([])
  })

  test.each([
    { origin: 'https://other.test', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    {},
  ])('the response to a foreign request reveals no address: %o', async (headers) => {
    const { signIn, warnings } = await setUp('http://localhost:3000')
    const { status, body } = await signIn(headers as Record<string, string>)
    expect(status).toBe(403)
    expect(body).toContain('This request does not come from the portal.')
    expect(body).not.toContain('localhost')
    expect(warnings).toEqual([])
  })
})

describe('the Host header of a proxy', () => {
  test.each([
    ['http://portal.lan', 'portal.lan:80'],
    ['http://portal.lan', 'portal.lan.'],
    ['http://portal.lan:8080', 'Portal.LAN:8080'],
    ['http://portal.lan.', 'portal.lan'],
    ['http://[fd00::5]', '[fd00:0::5]:80'],
  ])('is recognized as %s if it is %s', async (origin, host) => {
    const { signIn, upload, warnings } = await setUp('http://localhost:3000')
    expect((await signIn({ origin, host })).status).toBe(401)
    expect((await upload({ origin, host })).body).not.toContain('Unexpected address')
    expect(warnings.filter((line) => 'host' in (line as object))).toEqual([])
  })

  test.each([
    ['http://portal.lan', 'portal.lan:443'],
    ['http://portal.lan:8080', 'portal.lan'],
    ['http://portal.lan', 'other.portal.lan'],
    ['http://portal.lan', 'portal.lan..'],
    ['http://portal.lan', ''],
  ])('is not %s if it is %s', async (origin, host) => {
    const { signIn } = await setUp('http://localhost:3000')
    expect((await signIn({ origin, host })).status).toBe(403)
  })
})

describe('the scheme in use', () => {
  const page = (referer: string, more = {}) => ({ host: 'portal.lan', referer: `${referer}/auth`, ...more })

  test('plain HTTP for an HTTPS portal triggers one warning', async () => {
    const { send, warnings } = await setUp('https://portal.example.test')
    await send('GET', '/healthz', { host: 'portal.lan' })
    await send('GET', '/assets/a.js', page('http://elsewhere.test'))
    await send(
      'GET',
      '/assets/a.js',
      page('https://portal.example.test', { 'sec-fetch-site': 'same-origin' }),
    )
    expect(warnings).toEqual([])
    for (let count = 0; count < 2; count++) await send('GET', '/assets/a.js', page('http://portal.lan'))
    expect(warnings).toEqual([{ opened: 'http://portal.lan', publicUrl: 'https://portal.example.test' }])
  })

  test('HTTPS for a portal configured for plain HTTP triggers one warning', async () => {
    const { send, warnings } = await setUp('http://localhost:3000')
    await send('GET', '/assets/a.js', page('https://elsewhere.test', { 'sec-fetch-site': 'cross-site' }))
    await send('GET', '/assets/a.js', page('https://elsewhere.test'))
    expect(warnings).toEqual([])
    const secure = page('https://portal.lan', { 'sec-fetch-site': 'same-origin' })
    for (let count = 0; count < 2; count++) await send('GET', '/assets/a.js', secure)
    expect(warnings).toEqual([{ opened: 'https://portal.lan', publicUrl: 'http://localhost:3000' }])
  })
})

describe('a PUBLIC_URL that leads only to this machine', () => {
  const open = (origin: string, host = new URL(origin).host) => ({ host, referer: `${origin}/auth` })

  test('is warned about once when the portal is opened at another address', async () => {
    const { send, warnings } = await setUp('http://localhost:3000')
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      await send('GET', '/assets/a.js', open(own))
    }
    await send('GET', '/assets/a.js', open('http://elsewhere.test', 'localhost:3000'))
    expect(warnings).toEqual([])
    for (let count = 0; count < 2; count++) await send('GET', '/assets/a.js', open('http://portal.lan:3000'))
    expect(warnings).toEqual([{ opened: 'http://portal.lan:3000', publicUrl: 'http://localhost:3000' }])
  })

  test('one that others reach is not warned about', async () => {
    const { send, warnings } = await setUp('http://portal.lan')
    await send('GET', '/assets/a.js', open('http://192.168.1.5'))
    expect(warnings).toEqual([])
  })
})
