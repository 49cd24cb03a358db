import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Config } from '#server/base/core/config.ts'
import { createApp } from '#server/door/http/app.ts'
import { appRouter } from '#server/router.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { builtClient, SCRIPT } from '#tests/support/servers/built-client.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function startPortal(config: Partial<Config> = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db, { config })
  const { url, app } = await startApp(services, { client: 'built', clientFolder: builtClient() })
  const cookie = await cookieFor(services, world.home.owner.userId)
  return { url, app, services, world, cookie, db }
}

describe('health', () => {
  test('reports liveness and readiness', async () => {
    const { url } = await startPortal()
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({
      status: 'ok',
      version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
  })

  test('is alive but not ready without its database', async () => {
    const { url, services } = await startPortal()
    services.db = { getExecutor: () => ({}) } as typeof services.db
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const response = await fetch(`${url}/readyz`)
    expect([response.status, await response.json()]).toEqual([503, { status: 'unavailable' }])
  })
})

describe('pages', () => {
  test('every portal URL returns the page with its own policy', async () => {
    const { url } = await startPortal()
    const nonces = new Set<string>()
    for (const path of ['/', '/dashboard/', '/projects?status=review', '/admin/agencies']) {
      const response = await fetch(`${url}${path}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'self' 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? ''
      nonces.add(nonce)
      const html = await response.text()
      expect(html).not.toContain('__CSP_NONCE__')
      expect(html.split(`nonce="${nonce}"`)).toHaveLength(3)
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("script-src 'self' https://js.stripe.com")
      for (const rule of ['style-src-attr', 'object-src', 'base-uri', 'frame-ancestors']) {
        expect(policy).toContain(`${rule} 'none'`)
      }
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.has('strict-transport-security')).toBe(false)
      expect(response.headers.has('cross-origin-opener-policy')).toBe(false)
      expect(response.headers.has('origin-agent-cluster')).toBe(false)
      expect(response.headers.has('x-powered-by')).toBe(false)
    }
    expect(nonces.size).toBe(4)
  })

  test("the page and the web app manifest use the platform's current name", async () => {
    const { url, services } = await startPortal()
    services.config.appName = 'Bell & <Co>'
    expect(await (await fetch(url)).text()).toContain('<title>Bell &amp; &lt;Co&gt;</title>')
    const manifest = await fetch(`${url}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    expect(await manifest.json()).toEqual({
      name: 'Bell & <Co>',
      short_name: 'Bell & <Co>',
      display: 'standalone',
    })
  })

  test('behind HTTPS, browsers are instructed to use only HTTPS', async () => {
    const { url } = await startPortal({ publicUrl: 'https://portal.example.test' })
    const paths = ['/healthz', '/trpc/auth.info', '/documents/none', '/assets/app-1a2b3c.js', '/no.such.file']
    for (const path of paths) {
      const answer = await fetch(`${url}${path}`)
      expect(answer.headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    }
    const { headers } = await fetch(url)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('origin-agent-cluster')).toBe('?1')
    const download = await fetch(`${url}/documents/none`)
    expect(download.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('an HTTPS portal opened over plain HTTP loads its scripts and gives the page its proper address', async () => {
    const { url } = await startPortal({ publicUrl: 'https://portal.example.test' })
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(await page.text()).toContain('"address":"https://portal.example.test"')
  })

  test('hashed files are compressed and cacheable forever', async () => {
    const { url } = await startPortal()
    const target = new URL(`${url}/assets/app-1a2b3c.js`)
    const { headers, body } = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>(
      (resolve) =>
        httpRequest(target, { headers: { 'accept-encoding': 'gzip, br' } }, async (res) => {
          const chunks: Buffer[] = []
          for await (const chunk of res) chunks.push(chunk)
          resolve({ headers: res.headers, body: Buffer.concat(chunks) })
        }).end(),
    )
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/^text\/javascript; charset=utf-8$/i),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT)
  })

  test('other files are revalidated, and sent uncompressed without compression support', async () => {
    const { url } = await startPortal()
    expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache')
    const plain = await fetch(`${url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, SCRIPT])
  })

  test('unknown file and API URLs return 404 instead of the page', async () => {
    const { url } = await startPortal()
    const paths = [
      '/assets/gone-0.js',
      '/robots.txt',
      '/api/users',
      '/webhooks/none',
      '/TRPC/clients.list',
      '/.env',
      '/status.json',
      '/status',
      '/wp-login.php',
      '/no/such/page',
    ]
    for (const path of paths) {
      const response = await fetch(`${url}${path}`)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toContain('application/json')
    }
  })

  test("an unknown URL returns the portal's page with status 404", async () => {
    const { url } = await startPortal()
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const response = await fetch(`${url}/no/such/page`, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('<div id="root">')
    expect((await fetch(`${url}/wp-login.php`, { headers })).headers.get('content-type')).toContain('json')
    expect((await fetch(`${url}/tasks`, { headers })).status).toBe(200)
  })

  test('idle connections stay open longer than a proxy in front reuses them', async () => {
    const { app } = await startPortal()
    expect(app.server.keepAliveTimeout).toBeGreaterThan(60_000)
  })

  test('all URLs that a browser can open are in the same agent cluster', async () => {
    const { url } = await startPortal({ publicUrl: 'https://portal.example.test' })
    for (const address of ['/', '/auth', '/files', '/files/none', '/healthz', '/assets/none.js']) {
      const response = await fetch(url + address)
      expect(response.headers.get('origin-agent-cluster'), address).toBe('?1')
    }
  })

  test('typed calls carry no page headers', async () => {
    const { url, cookie } = await startPortal()
    const response = await fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } })
    expect(response.status).toBe(200)
    expect(response.headers.has('content-security-policy')).toBe(false)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

const CLIENT = { name: 'Nora North', email: 'nora@north.test', portal_access: true }

describe('cross-origin changes', () => {
  const save = async (
    portal: Awaited<ReturnType<typeof startPortal>>,
    headers: Record<string, string>,
    body = JSON.stringify(CLIENT),
  ) => {
    const response = await fetch(`${portal.url}/trpc/clients.save`, {
      method: 'POST',
      headers: { cookie: portal.cookie, 'content-type': 'application/json', ...headers },
      body,
    })
    const saved = await portal.db.selectFrom('clients').select('id').where('name', '=', CLIENT.name).execute()
    return { status: response.status, saved: saved.length, text: await response.text() }
  }

  test('are rejected, whatever their headers say', async () => {
    const portal = await startPortal()
    const senders: Record<string, Record<string, string>> = {
      'another site': { 'sec-fetch-site': 'cross-site', origin: portal.url },
      'a sibling domain': { 'sec-fetch-site': 'same-site' },
      'another origin': { origin: 'https://evil.test' },
      'a sandboxed page': { origin: 'null' },
      nowhere: {},
    }
    for (const [sender, headers] of Object.entries(senders)) {
      expect({ sender, ...(await save(portal, headers)) }).toMatchObject({ sender, status: 403, saved: 0 })
    }
  })

  test('requests from the portal itself are accepted by either header', async () => {
    const portal = await startPortal({ publicUrl: 'https://portal.example.test' })
    const cookie = portal.cookie
    expect(cookie).toMatch(/^__Host-/)
    expect(await save(portal, { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200, saved: 1 })
    expect(await save(portal, { origin: portal.url })).toMatchObject({ status: 200, saved: 2 })
    expect(await save(portal, { origin: 'https://portal.example.test' })).toMatchObject({
      status: 200,
      saved: 3,
    })
  })

  test('bodies that a plain form can send are rejected', async () => {
    const portal = await startPortal()
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const headers = { ...fromPortal(portal.url), 'content-type': type }
      expect({ type, ...(await save(portal, headers)) }).toMatchObject({ type, status: 415, saved: 0 })
    }
  })

  test('bodies over 1 MB are rejected, with or without a length, and the connection stays usable', async () => {
    const portal = await startPortal()
    const huge = JSON.stringify({ ...CLIENT, address: 'x'.repeat(1_000_001) })
    expect(await save(portal, fromPortal(portal.url), huge)).toMatchObject({ status: 413, saved: 0 })
    const chunked = await fetch(`${portal.url}/trpc/clients.save`, {
      method: 'POST',
      headers: { ...fromPortal(portal.url), cookie: portal.cookie },
      body: new Blob([huge]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
    expect(await save(portal, fromPortal(portal.url))).toMatchObject({ status: 200, saved: 1 })
  })
})

test('an internal error returns only a reference', async () => {
  const { url, services, cookie } = await startPortal()
  services.clock = () => {
    throw new Error('select secret from vault')
  }
  const response = await fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } })
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(text).toContain(`Reference ${response.headers.get('x-request-id')}`)
  expect(text).not.toMatch(/select|stack|vault|\.ts/)
})

test('stopping finishes running requests, rejects new ones and closes idle connections', async () => {
  const { url, app, cookie } = await startPortal()
  const { promise: answered, resolve } = Promise.withResolvers<{ status?: number; connection?: string }>()
  const open = httpRequest(`${url}/trpc/clients.save`, {
    method: 'POST',
    headers: { ...fromPortal(url), cookie },
  })
  open.on('response', (res) => {
    res.resume()
    resolve({ status: res.statusCode, connection: res.headers.connection })
  })
  const received = new Promise((seen) => app.server.once('request', seen))
  open.write(JSON.stringify(CLIENT).slice(0, 10))
  await received
  const stopped = app.stop()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  open.end(JSON.stringify(CLIENT).slice(10))
  expect(await answered).toMatchObject({ status: 200 })
  await stopped
  expect(app.server.listening).toBe(false)
})

test('startup cleanup is awaited like any other work', async () => {
  const { db } = await createTestDatabase()
  const services = testServices(db)
  await createApp(services, appRouter, { client: 'none' })
  expect(services.inFlight.count).toBe(1)
  expect(await services.inFlight.idle(5000)).toBe(true)
})
