import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { type BrowserOptions, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const PASSWORD = 'correct horse'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await setPassword(db, PASSWORD)
  return { db, world }
}

async function signIn(db: Db, email: string, password = PASSWORD, options: BrowserOptions = {}) {
  const browser = openBrowser(db, options)
  const result = await (await browser.api()).auth.signIn({ email, password })
  return { browser, result }
}

test('email and password open a session; the email is case-insensitive', async () => {
  const { db, world } = await setUp()
  const { browser, result } = await signIn(db, ' HOME.Owner@example.test ')
  expect(result).toEqual({
    first: true,
    redirect_delay_ms: 100,
    two_factor_required: false,
    challenge: null,
  })
  expect((await signIn(db, 'home.owner@example.test')).result.first).toBe(false)
  const { user } = await (await browser.api()).auth.session()
  expect(user).toMatchObject({
    user_id: world.home.owner.userId,
    role: 'agency_admin',
    agency_id: world.home.agencyId,
    agency_name: 'Home Agency',
    currency: 'USD',
    agency_suspended: false,
    demo: false,
  })
})

test('a sign-in sets last_login and counts as activity', async () => {
  const { db, world } = await setUp()
  await signIn(db, world.home.owner.email)
  const { last_login } = await db
    .selectFrom('profiles')
    .select('last_login')
    .where('user_id', '=', world.home.owner.userId)
    .executeTakeFirstOrThrow()
  expect(last_login).toBe(TEST_NOW.toISOString())
  expect(await db.selectFrom('sign_in_events').select('user_id').execute()).toEqual([
    { user_id: world.home.owner.userId },
  ])
})

test('a wrong password and an unknown email get the same answer', async () => {
  const { db, world } = await setUp()
  const refusals = await Promise.all(
    [world.home.owner.email, 'nobody@example.test'].map((email) =>
      signIn(db, email, 'wrong').catch((error) => ({
        code: error.code,
        message: error.message,
        ...error.cause.details,
      })),
    ),
  )
  expect(refusals[0]).toEqual(refusals[1])
  expect(refusals[0]).toMatchObject({ code: 'UNAUTHORIZED', title: 'Login Failed' })
})

test('signing out ends the session on the server', async () => {
  const { db, world } = await setUp()
  const { browser } = await signIn(db, world.home.owner.email)
  const before = await browser.api()
  const cookie = browser.cookie
  await before.auth.signOut()
  expect(browser.cookie).toBe('foyer_session=')
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect(cookie).not.toBe(browser.cookie)
  expect((await (await browser.api()).auth.session()).user).toBeNull()
})

test('signing in again replaces the session id', async () => {
  const { db, world } = await setUp()
  const { browser } = await signIn(db, world.home.owner.email)
  const first = browser.cookie
  await (await browser.api()).auth.signIn({ email: world.home.owner.email, password: PASSWORD })
  expect(browser.cookie).not.toBe(first)
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('a client without portal access gets that message only with the correct password', async () => {
  const { db, world } = await setUp()
  await db.updateTable('clients').set({ portal_access: 0 }).execute()
  const { email } = world.home.client
  await expect(signIn(db, email)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Portal access is turned off for your account. Please contact your agency.',
  })
  await expect(signIn(db, email, 'wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test("a user without a profile can't sign in", async () => {
  const { db, world } = await setUp()
  await db.deleteFrom('profiles').where('user_id', '=', world.waitingClient.userId).execute()
  await expect(signIn(db, world.waitingClient.email)).rejects.toMatchObject({ message: 'Login failed' })
})

test('password guessing is rate-limited, also concurrently, for a limited time', async () => {
  const { db, world } = await setUp()
  const { email } = world.home.owner
  const browser = openBrowser(db)
  const api = await browser.api()
  const guesses = Array.from({ length: 14 }, () =>
    api.auth.signIn({ email, password: 'wrong' }).catch((error) => error.code),
  )
  const codes = await Promise.all(guesses)
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(4)
  await expect(signIn(db, email)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
  })

  await signIn(db, email, PASSWORD, { ip: '198.51.100.7' })
  await db
    .updateTable('rate_limits')
    .set({ expire: Date.now() - 1 })
    .execute()
  await signIn(db, email)
})

test('correct passwords never reach the limit', async () => {
  const { db, world } = await setUp()
  for (let count = 0; count < 12; count++) await signIn(db, world.home.owner.email)
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(12)
})

async function sessionLifetimeHours(db: Db): Promise<number> {
  const row = await db.selectFrom('sessions').select('absolute_expires_at').executeTakeFirstOrThrow()
  return (new Date(row.absolute_expires_at).getTime() - TEST_NOW.getTime()) / 3_600_000
}

test('administrators and demo accounts stay signed in for a day, others for thirty', async () => {
  const lifetime = async (pick: (world: World) => string, options: BrowserOptions = {}) => {
    const { db, world } = await setUp()
    await signIn(db, pick(world), PASSWORD, options)
    return sessionLifetimeHours(db)
  }
  expect(await lifetime((world) => world.admin.email)).toBe(24)
  expect(await lifetime((world) => world.home.owner.email)).toBe(24 * 30)
})

test('demo accounts exist only in demo mode', async () => {
  const { db, world } = await setUp()
  await db
    .updateTable('users')
    .set({ email: 'owner@demo.test' })
    .where('id', '=', world.home.owner.userId)
    .execute()
  const real = await signIn(db, 'owner@demo.test')
  expect(real.result.redirect_delay_ms).toBe(100)
  await db.deleteFrom('sessions').execute()
  const demo = await signIn(db, 'owner@demo.test', PASSWORD, { config: { demo: true } })
  expect(demo.result.redirect_delay_ms).toBe(500)
  expect(await sessionLifetimeHours(db)).toBe(24)
})

test('demo accounts are listed only in demo mode', async () => {
  const { db } = await createTestDatabase()
  expect(await (await openBrowser(db).api()).auth.info()).toEqual({
    app_name: 'Foyer',
    logo: null,
    registration_open: true,
    demo: false,
    demo_accounts: [],
    demo_password: null,
    password_min_length: 6,
    test_mode: true,
  })
  const demo = await (await openBrowser(db, { config: { demo: true } }).api()).auth.info()
  expect(demo.demo_accounts).toHaveLength(4)
  expect(demo.demo_password).not.toBeNull()
})

test('updating the profile requires a session and accepts only the given fields', async () => {
  const { db, world } = await setUp()
  await expect((await openBrowser(db).api()).auth.updateProfile({ name: 'X' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'No user logged in',
  })
  const { browser } = await signIn(db, world.home.owner.email)
  const later = await browser.api({ now: new Date(TEST_NOW.getTime() + 60_000) })
  const { user } = await later.auth.updateProfile({ company: ' Foyer Ltd ' })
  expect(user).toMatchObject({ name: 'Home Owner', company: 'Foyer Ltd', role: 'agency_admin' })
  const row = await db
    .selectFrom('profiles')
    .select('updated_at')
    .where('user_id', '=', world.home.owner.userId)
    .executeTakeFirstOrThrow()
  expect(row.updated_at > TEST_NOW.toISOString()).toBe(true)
})

test("the published demo password doesn't work outside demo mode", async () => {
  const { db, world } = await setUp()
  await setPassword(db, DEMO_PASSWORD)
  const { email } = world.home.owner
  await expect(signIn(db, email, DEMO_PASSWORD)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await signIn(db, email, DEMO_PASSWORD, { config: { demo: true } })
})
