import { expect, test } from 'vitest'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { endDemoAccess } from '#server/identity/auth/access/commands/end-demo-access.ts'
import { DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { WRITING } from '#tests/support/api-tokens.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

/** A demo in which its owner and another seeded user are signed in, and a real user. */
async function setUp() {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const seeded = [home.owner.userId, home.employee.userId]
  await setPassword(db, DEMO_PASSWORD, seeded)
  await db
    .updateTable('users')
    .set({ email: 'owner@demo.test' })
    .where('id', '=', home.owner.userId)
    .execute()
  await setPassword(db, 'quiet-harbour-7', [foreign.owner.userId])
  const options = { config: { demo: true } }
  const signIn = async (email: string, password: string) => {
    const browser = openBrowser(db, options)
    await (await browser.api()).auth.signIn({ email, password })
    await (await browser.api()).apiTokens.create({ name: 'Kept', scopes: WRITING, password })
    return browser
  }
  const browsers = [
    await signIn('owner@demo.test', DEMO_PASSWORD),
    await signIn(home.employee.email, DEMO_PASSWORD),
    await signIn(foreign.owner.email, 'quiet-harbour-7'),
  ]
  const left = async () => {
    const users = browsers.map(async (browser) => (await (await browser.api()).auth.session()).user)
    const tokens = await db.selectFrom('api_tokens').select('user_id').execute()
    return { signedIn: (await Promise.all(users)).map((user) => user !== null), tokens: tokens.length }
  }
  const start = (demo: boolean) =>
    endDemoAccess(systemContext({ services: testServices(db, { config: { demo } }) }))
  return { db, start, left }
}

test('restarting a demo keeps visitors signed in', async () => {
  const { start, left } = await setUp()
  await start(true)
  expect(await left()).toEqual({ signedIn: [true, true, true], tokens: 3 })
})

test('starting without DEMO ends demo sessions and disables the demo password', async () => {
  const { db, start, left } = await setUp()
  expect(await start(false)).toBe(2)
  expect(await left()).toEqual({ signedIn: [false, false, true], tokens: 1 })
  const api = await openBrowser(db).api()
  await expect(api.auth.signIn({ email: 'owner@demo.test', password: DEMO_PASSWORD })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})
