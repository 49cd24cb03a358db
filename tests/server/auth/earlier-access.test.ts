import { expect, test } from 'vitest'
import { issueToken } from '#server/auth/commands/issue-token.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { transact } from '#server/core/transaction.ts'
import { mailedToken, openBrowser } from '#tests/support/browser.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'
const TABLES = ['api_tokens', 'schedule_feeds', 'two_factors', 'email_changes'] as const

/** Somebody registered this address first and left every way in that there is. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { userId, email } = world.waitingClient
  const password_hash = await hashPassword(PASSWORD)
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  const stranger = openBrowser(db)
  await (await stranger.api()).auth.signIn({ email, password: PASSWORD })
  const api = await stranger.api()
  await api.apiTokens.create({ name: 'Kept', access: 'write', expires_in_days: 30 })
  await api.schedule.createFeed()
  await api.settings.setUpTwoFactor({ password: PASSWORD })
  await api.settings.requestEmailChange({ email: 'stranger@example.test', password: PASSWORD })
  const ways = async () => {
    const counts = TABLES.map(async (table) => {
      const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()
      return rows.length
    })
    const session = await (await stranger.api()).auth.session()
    return [...(await Promise.all(counts)), session.user === null ? 0 : 1]
  }
  expect(await ways()).toEqual([1, 1, 1, 1, 1])
  return { db, world, userId, email, ways }
}

const NONE = [0, 0, 0, 0, 0]

test('joining by invitation ends what was made before', async () => {
  const { db, world, email, ways } = await setUp()
  await callerAs(db, world.home.owner).invitations.create({ email, role: 'agency_admin' })
  const token = await mailedToken(db, email, 'invitation')
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, password: PASSWORD })
  await (await browser.api()).invitations.accept({ token })
  expect(await ways()).toEqual(NONE)
  expect((await (await browser.api()).auth.session()).user).toMatchObject({ role: 'agency_admin' })
})

test('a mailed password reset ends what was made before', async () => {
  const { db, email, ways } = await setUp()
  const api = await openBrowser(db).api()
  await api.auth.requestPasswordReset({ email })
  await api.auth.resetPassword({ token: await mailedToken(db, email, 'token'), password: 'new harbour wall' })
  expect(await ways()).toEqual(NONE)
})

test('confirming the e-mail ends what was made before, but for the session that does it', async () => {
  const { db, userId, email, ways } = await setUp()
  const own = openBrowser(db)
  await (await own.api()).auth.signIn({ email, password: PASSWORD })
  const token = await transact(ctxFor(db, null, TEST_NOW), (tx) => issueToken(tx, userId, 'verify_email'))
  await (await own.api()).auth.verifyEmail({ token })
  expect(await ways()).toEqual(NONE)
  expect((await (await own.api()).auth.session()).user).toMatchObject({ email })
})
