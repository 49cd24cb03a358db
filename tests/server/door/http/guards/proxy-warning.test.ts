import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createProxyWarning } from '#server/door/http/guards/proxy-warning.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(trustProxy: number) {
  const { db } = await createTestDatabase()
  const { admin } = await createWorld(db)
  const services = testServices(db, { config: { trustProxy } })
  const warnings: unknown[] = []
  services.log.warn = ((...args: unknown[]) => void warnings.push(args)) as typeof services.log.warn
  const { url } = await startApp(services)
  const send = (headers: Record<string, string>) => fetch(`${url}/trpc/auth.info`, { headers })
  const ask = (forwarded?: string) => send(forwarded ? { 'x-forwarded-for': forwarded } : {})
  const told = async () => (await callerAs(db, admin).notifications.list({})).items.map(({ title }) => title)
  return { services, url, send, ask, warnings, told }
}

test('an untrusted proxy is reported once, in the log and to administrators', async () => {
  const { ask, warnings, told } = await setUp(0)
  await ask()
  expect(warnings).toEqual([])
  for (let count = 0; count < 3; count++) await ask('203.0.113.9')
  expect(warnings).toHaveLength(1)
  await expect
    .poll(told)
    .toEqual([
      'A reverse proxy is not trusted, so all callers share one address. The log says how to fix that.',
    ])
})

test("a trusted proxy isn't reported", async () => {
  const { ask, warnings, told } = await setUp(1)
  await ask('203.0.113.9')
  expect(warnings).toEqual([])
  expect(await told()).toEqual([])
})

const isOfProxy = (warning: unknown) =>
  /127\.0\.0\.1.*does not send X-Forwarded-For.* set TRUST_PROXY/.test(JSON.stringify(warning))

describe('a proxy that does not send X-Forwarded-For', () => {
  test.each<Record<string, string>>([
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'portal.example.test' },
    { 'x-forwarded-port': '443' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
    { forwarded: 'for=203.0.113.9' },
    { origin: 'https://portal.example.test', 'sec-fetch-site': 'same-origin' },
    { referer: 'http://portal.lan/auth' },
    { referer: 'http://192.168.1.5:8080/auth' },
  ])('is reported once: %o', async (headers) => {
    const { send, warnings, told } = await setUp(0)
    for (let count = 0; count < 2; count++) await send(headers)
    expect(warnings.filter(isOfProxy)).toHaveLength(1)
    await expect.poll(told).toHaveLength(1)
  })

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])(
    'is reported if it connects from %s',
    async (remoteAddress) => {
      const { services, warnings } = await setUp(0)
      const req = {
        headers: { referer: 'http://portal.lan/auth' },
        socket: { remoteAddress, localPort: 3000 },
      }
      createProxyWarning(services)(req as unknown as IncomingMessage)
      expect(warnings).toHaveLength(1)
    },
  )

  test('is reported if TRUST_PROXY trusts it', async () => {
    const { send, warnings } = await setUp(1)
    await send({ via: '1.1 proxy' })
    expect(warnings.filter(isOfProxy)).toHaveLength(1)
  })

  test('is not reported where there is none', async () => {
    const { url, send, warnings } = await setUp(0)
    const { port } = new URL(url)
    await send({})
    await send({ origin: url })
    await send({ origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' })
    await send({ origin: `http://machine.lan:${port}` })
    await send({ origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' })
    expect(warnings).toEqual([])
  })
})
