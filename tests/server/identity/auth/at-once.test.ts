import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { atOnce } from '#tests/support/at-once.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addPerson, createWorld } from '#tests/support/world.ts'

const TIMES = casesHere(12)
const OLD = 'old harbour wall'
const NEW = 'new harbour wall'
const OTHER = 'other harbour wall'

/** The owner has the old password, and a link to set another one. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { email, userId } = world.home.owner
  await setPassword(db, OLD)
  const browser = openBrowser(db)
  await (await browser.api()).auth.requestPasswordReset({ email })
  const token = await mailedToken(db, email, 'token')
  const signedIn = await openBrowser(db, { cookie: await cookieFor(testServices(db), userId) }).api()
  const reset = async () => (await openBrowser(db).api()).auth.resetPassword({ token, password: NEW })
  const signIn = async (password: string) => (await openBrowser(db).api()).auth.signIn({ email, password })
  const count = async (table: 'sessions' | 'api_tokens' | 'sign_in_challenges') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return { db, world, signedIn, reset, signIn, count }
}

test('nobody stays signed in with a password that was reset', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { reset, signIn, count } = await setUp()
    const [done] = await atOnce(reset(), signIn(OLD), signIn(OLD))
    expect([done, await count('sessions')]).toEqual([true, 0])
  }
})

test('with two-factor sign-in, no sign-in with a password that was reset awaits its code', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { reset, signIn, signedIn, count } = await setUp()
    const { secret } = await signedIn.settings.setUpTwoFactor({ password: OLD })
    const code = new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
    await signedIn.settings.confirmTwoFactor({ code })
    // More than are checked at the same time, so that some continue after the reset.
    const [done] = await atOnce(reset(), ...Array.from({ length: 4 }, () => signIn(OLD)))
    expect([done, await count('sign_in_challenges')]).toEqual([true, 0])
    expect(await signIn(NEW)).toMatchObject({ two_factor_required: true })
  }
})

test('a password is either changed with the old one or reset, whichever is first', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { reset, signIn, signedIn } = await setUp()
    const change = signedIn.settings.changePassword({ current_password: OLD, password: OTHER })
    const [isReset, isChanged] = await atOnce(reset(), change)
    expect(isChanged).toBe(!isReset)
    await signIn(isReset ? NEW : OTHER)
  }
})

test('no token created with the old password survives the reset', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { reset, signedIn, count } = await setUp()
    const script = { name: 'Script', scopes: ['clients:read' as const], password: OLD }
    await atOnce(reset(), signedIn.apiTokens.create(script))
    expect(await count('api_tokens')).toBe(0)
  }
})

test('of two platform administrators who leave at the same time, one stays', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { db, world } = await setUp()
    const other = await addPerson(db, 'Otto Admin', 'super_admin')
    await setPassword(db, OLD, [other.userId])
    const done = await atOnce(
      ...[world.admin, other].map((admin) =>
        callerAs(db, admin).settings.deleteAccount({ password: OLD, confirm_email: admin.email }),
      ),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
  }
})
