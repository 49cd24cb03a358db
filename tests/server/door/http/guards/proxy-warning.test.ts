import { expect, test } from 'vitest'
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
  const ask = (forwarded?: string) =>
    fetch(`${url}/trpc/auth.info`, { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
  const told = async () => (await callerAs(db, admin).notifications.list({})).items.map(({ title }) => title)
  return { ask, warnings, told }
}

test('an untrusted proxy is reported once, in the log and to administrators', async () => {
  const { ask, warnings, told } = await setUp(0)
  await ask()
  expect(warnings).toEqual([])
  for (let count = 0; count < 3; count++) await ask('203.0.113.9')
  expect(warnings).toHaveLength(1)
  await expect
    .poll(told)
    .toEqual(['A reverse proxy is not trusted, so all callers share one address. Set TRUST_PROXY.'])
})

test("a trusted proxy isn't reported", async () => {
  const { ask, warnings, told } = await setUp(1)
  await ask('203.0.113.9')
  expect(warnings).toEqual([])
  expect(await told()).toEqual([])
})
