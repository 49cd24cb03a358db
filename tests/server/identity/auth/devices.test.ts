import { beforeEach, expect, test } from 'vitest'
import { publicContext } from '#server/base/core/rows/reach.ts'
import { hashSecret } from '#server/base/core/secret-box.ts'
import type { Db } from '#server/base/db/schema.ts'
import { deviceCookie } from '#server/identity/auth/devices.ts'
import { countSignIn } from '#server/identity/auth/limits.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { type BrowserOptions, mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const PASSWORD = 'correct horse'
const TOO_MANY = { code: 'TOO_MANY_REQUESTS' }

let db: Db
let world: World
let email: string

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  email = world.home.owner.email
  await setPassword(db, PASSWORD)
})

async function signIn(options: BrowserOptions = {}, password = PASSWORD, who = email) {
  const browser = openBrowser(db, options)
  await (await browser.api()).auth.signIn({ email: who, password })
  return browser
}

/** 63 attempts from seven addresses, without hashing: more than the account's limit. */
async function guessFromManyAddresses(who = email): Promise<void> {
  const ctx = publicContext({ services: testServices(db) })
  for (let count = 0; count < 63; count++) {
    const request = { id: 'test-request', ip: `198.51.100.${count % 7}`, userAgent: null }
    await countSignIn({ ...ctx, sessionId: null, device: null, request, setCookie: () => {} }, who).catch(
      () => {},
    )
  }
}

test("failed sign-ins by others don't lock an owner out of known browsers", async () => {
  const { device = '' } = await signIn()
  await guessFromManyAddresses()
  await expect(signIn({ ip: '203.0.113.9' })).rejects.toMatchObject(TOO_MANY)
  const browser = await signIn({ ip: '203.0.113.9', device })
  await signIn({ ip: '198.51.100.1', device: browser.device ?? '' })
})

test('distributed guessing delays the right password in a new browser by ten minutes at most', async () => {
  await guessFromManyAddresses()
  await expect(signIn({ ip: '203.0.113.9' })).rejects.toMatchObject({
    cause: { details: { retry_after: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 600) } },
  })
})

test('a known browser has the same attempt limit as any other, counted separately', async () => {
  const { device = '' } = await signIn()
  for (let count = 0; count < 10; count++)
    await expect(signIn({ device }, 'wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(signIn({ device })).rejects.toMatchObject(TOO_MANY)
  await signIn({ ip: '203.0.113.9' })
})

test('a browser is known only to accounts that have signed in with it', async () => {
  const { device = '' } = await signIn()
  const other = world.home.employee.email
  await guessFromManyAddresses(other)
  await expect(signIn({ device }, PASSWORD, other)).rejects.toMatchObject(TOO_MANY)
  await db.deleteFrom('rate_limits').execute()
  const both = (await signIn({ device }, PASSWORD, other)).device ?? ''
  await guessFromManyAddresses()
  await guessFromManyAddresses(other)
  const again = (await signIn({ device: both })).device ?? ''
  await signIn({ device: again }, PASSWORD, other)
})

test('the cookie changes at each sign-in, and only its hash is stored', async () => {
  const first = (await signIn()).device ?? ''
  const second = (await signIn({ device: first })).device ?? ''
  expect(second).not.toBe(first)
  await guessFromManyAddresses()
  await expect(signIn({ device: first })).rejects.toMatchObject(TOO_MANY)
  const rows = await db.selectFrom('known_devices').select('device_hash').execute()
  expect(rows).toEqual([{ device_hash: hashSecret(second.split('=')[1] ?? '') }])
})

test('the cookie is HttpOnly and, behind HTTPS, bound to the host', () => {
  const services = testServices(db)
  expect(deviceCookie(services, 'x')).toBe('foyer_device=x; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000')
  services.config.publicUrl = 'https://portal.example.test'
  expect(deviceCookie(services, 'x')).toMatch(/^__Host-foyer_device=x; .*; Secure$/)
})

test('an emailed reset forgets all known browsers', async () => {
  const { device = '' } = await signIn()
  const api = await openBrowser(db).api()
  await api.auth.requestPasswordReset({ email })
  await api.auth.resetPassword({ token: await mailedToken(db, email, 'token'), password: PASSWORD })
  await guessFromManyAddresses()
  await expect(signIn({ device })).rejects.toMatchObject(TOO_MANY)
})

test.each(['sign-out everywhere', 'a new password'])(
  '%s forgets all browsers except the calling one',
  async (how) => {
    const { device = '' } = await signIn()
    const own = await signIn({ ip: '203.0.113.9' })
    const { settings } = await own.api()
    if (how === 'a new password')
      await settings.changePassword({ current_password: PASSWORD, password: PASSWORD })
    else await settings.revokeOtherSessions()
    await guessFromManyAddresses()
    await expect(signIn({ device })).rejects.toMatchObject(TOO_MANY)
    await signIn({ device: own.device ?? '' })
  },
)

test('attempts in a session and at sign-in are counted separately', async () => {
  const browser = await signIn()
  await guessFromManyAddresses()
  const change = async (current_password: string) =>
    (await browser.api()).settings.changePassword({ current_password, password: PASSWORD })
  await change(PASSWORD)

  await db.deleteFrom('rate_limits').execute()
  for (let count = 0; count < 10; count++)
    await expect(change('wrong')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(change(PASSWORD)).rejects.toMatchObject(TOO_MANY)
  await signIn()
  await signIn({ device: browser.device ?? '' })
})
