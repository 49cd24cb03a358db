import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const PASSWORD = 'correct horse'
const secondsLater = (seconds: number) => ({ now: new Date(TEST_NOW.getTime() + seconds * 1000) })

let db: Db
let world: World
let browser: ReturnType<typeof openBrowser>

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  await setPassword(db, PASSWORD)
  browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email: world.home.owner.email, password: PASSWORD })
})

const switchOn = async () => {
  const { secret } = await (await browser.api()).settings.setUpTwoFactor({ password: PASSWORD })
  const code = new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
  return async () => (await browser.api()).settings.confirmTwoFactor({ code })
}

const moveTo = async (email: string) => {
  await (await browser.api()).settings.requestEmailChange({ email, password: PASSWORD })
  const token = await mailedToken(db, email, 'email_token')
  return async () => (await browser.api()).settings.confirmEmailChange({ token })
}

/** Changes to how the account signs in, each prepared by the calling browser. */
const CHANGES: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'a new password',
    async () => async () =>
      (await browser.api()).settings.changePassword({ current_password: PASSWORD, password: 'new harbour' }),
  ],
  ['switching the second factor on', switchOn],
  [
    'switching the second factor off',
    async () => {
      const confirm = await switchOn()
      const [code = ''] = (await confirm()).recovery_codes
      return async () => (await browser.api()).settings.disableTwoFactor({ password: PASSWORD, code })
    },
  ],
  ['a new email', () => moveTo('new.owner@example.test')],
]

test.each(CHANGES)('%s renews the session id; the old one soon expires', async (_, prepare) => {
  const change = await prepare()
  const thief = openBrowser(db, { cookie: browser.cookie ?? '' })
  await change()
  expect(browser.cookie).not.toBe(thief.cookie)
  const user = async (who: typeof thief, seconds: number) =>
    (await (await who.api(secondsLater(seconds))).auth.session()).user?.user_id ?? null
  const { userId } = world.home.owner
  expect(await user(browser, 31)).toBe(userId)
  // Calls in flight still get a response.
  expect(await user(thief, 5)).toBe(userId)
  expect(await user(thief, 31)).toBeNull()
  const sessions = await (await browser.api()).settings.sessions()
  expect(sessions.map(({ current }) => current)).toEqual([true])
})

test('a new email invalidates links and pending sign-ins of the old one', async () => {
  const { userId, email } = world.home.owner
  await (await openBrowser(db).api()).auth.requestPasswordReset({ email })
  const token = await mailedToken(db, email, 'token')
  const expires_at = secondsLater(300).now.toISOString()
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: 'x', user_id: userId, attempts: 0, expires_at })
    .execute()
  const confirm = await moveTo('new.owner@example.test')
  await confirm()
  await expect(
    (await openBrowser(db).api()).auth.resetPassword({ token, password: 'new harbour wall' }),
  ).rejects.toMatchObject({ cause: { details: { reason: 'bad_token' } } })
  expect(await db.selectFrom('sign_in_challenges').select('user_id').execute()).toEqual([])
  expect(await db.selectFrom('tokens').select('user_id').execute()).toEqual([])
})
