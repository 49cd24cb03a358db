import { expect, test } from 'vitest'
import { httpRoutes } from '#server/door/http/routes.ts'
import { appRouter } from '#server/router.ts'
import { allows } from '#shared/base/policies.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

/** Every endpoint with a URL that matches its pattern. */
const endpoints = httpRoutes(appRouter).flatMap((route) =>
  route.endpoints.map(({ method, path, can, agency }) => ({
    method: method.toUpperCase(),
    address: `${route.path}${path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`,
    can,
    agency,
  })),
)

test("each endpoint rejects roles that its policy doesn't allow", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const people = [world.admin, world.home.owner, world.home.employee, world.home.client]
  const cookies = new Map(
    await Promise.all(
      people.map(async (person) => [person, await cookieFor(services, person.userId)] as const),
    ),
  )
  const guarded = endpoints.filter(({ can }) => can !== 'public')
  expect(guarded.length).toBeGreaterThan(10)
  for (const { method, address, can, agency } of guarded) {
    const ask = async (cookie?: string) => {
      const headers = { ...fromPortal(url), ...(cookie === undefined ? {} : { cookie }) }
      return (await fetch(url + address, { method, headers })).status
    }
    expect(await ask(), `${method} ${address} signed out`).toBe(401)
    for (const person of people) {
      const status = await ask(cookies.get(person))
      const where = `${method} ${address} of ${person.role}`
      if (!allows(person.role, can)) expect(status, where).toBe(403)
      else if (agency && person.agencyId === null) expect(status, where).toBe(400)
      else expect([401, 403], where).not.toContain(status)
    }
  }
})
