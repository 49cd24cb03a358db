import { expect, test } from 'vitest'
import { publicContext } from '#server/base/core/rows/reach.ts'
import type { Db } from '#server/base/db/schema.ts'
import { countSignIn } from '#server/identity/auth/limits.ts'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

const OLD = 'old harbour wall'
const NEW = 'new harbour wall'
const minutesLater = (minutes: number) => ({ now: new Date(TEST_NOW.getTime() + minutes * 60_000) })

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { email, userId } = world.home.owner
  await setPassword(db, OLD, [userId])
  const browser = openBrowser(db)
  const requestLink = async (at = minutesLater(0)) => {
    await (await browser.api(at)).auth.requestPasswordReset({ email })
    return mailedToken(db, email, 'token')
  }
  return { db, email, browser, requestLink }
}

async function challengeOf(db: Db, email: string) {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { token_hash: 'x', user_id: id, attempts: 0, expires_at: minutesLater(5).now.toISOString() }
}

test('the emailed link sets a new password and invalidates the old one', async () => {
  const { db, email, browser, requestLink } = await setUp()
  const token = await requestLink()
  const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
  expect(text).toContain(`http://localhost:3000/auth?mode=reset-password&token=${token}`)
  await (await browser.api()).auth.resetPassword({ token, password: NEW })
  const api = await browser.api()
  await expect(api.auth.signIn({ email, password: OLD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await api.auth.signIn({ email, password: NEW })
})

test('whoever ran out of attempts signs in with the new password at once', async () => {
  const { db, email, browser, requestLink } = await setUp()
  const ctx = publicContext({ services: testServices(db) })
  for (const ip of ['192.0.2.1', '198.51.100.1']) {
    const caller = { ...ctx, sessionId: null, device: null, setCookie: () => {} }
    const attempt = { ...caller, request: { id: 'test-request', ip, userAgent: null } }
    for (let count = 0; count < 10; count++) await countSignIn(attempt, email).catch(() => {})
  }
  const api = await browser.api()
  await expect(api.auth.signIn({ email, password: OLD })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await api.auth.resetPassword({ token: await requestLink(), password: NEW })
  await api.auth.signIn({ email, password: NEW })
})

test('a reset is audited', async () => {
  const { db, email, browser, requestLink } = await setUp()
  await (await browser.api()).auth.resetPassword({ token: await requestLink(), password: NEW })
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.detail', 'users.email'])
    .where('action', '=', 'password.reset')
    .execute()
  expect(rows).toEqual([
    { detail: 'With an emailed link; all sessions, API tokens and the calendar link revoked', email },
  ])
})

test('only the latest link works, once and for 30 minutes', async () => {
  const { browser, requestLink } = await setUp()
  const refused = { cause: { details: { title: 'Password Update Failed' } } }
  const first = await requestLink()
  const api = await browser.api()
  const uses = [NEW, NEW].map((password) => api.auth.resetPassword({ token: first, password }))
  const outcomes = await Promise.allSettled(uses)
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])

  const late = await requestLink()
  await expect(
    (await browser.api(minutesLater(30))).auth.resetPassword({ token: late, password: NEW }),
  ).rejects.toMatchObject(refused)
  await expect(api.auth.resetPassword({ token: 'made-up', password: NEW })).rejects.toMatchObject(refused)
})

test('requesting a link invalidates the earlier one', async () => {
  const { db, browser, requestLink } = await setUp()
  const first = await requestLink()
  await db.deleteFrom('mail_outbox').execute()
  const second = await requestLink(minutesLater(6))
  const api = await browser.api()
  await expect(api.auth.resetPassword({ token: first, password: NEW })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await api.auth.resetPassword({ token: second, password: NEW })
})

test('an unknown email gets the same answer and no mail', async () => {
  const { db, browser } = await setUp()
  const answer = await (await browser.api()).auth.requestPasswordReset({ email: 'nobody@example.test' })
  expect(answer).toEqual({ ok: true })
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
})

test('known and unknown emails have the same rate limit', async () => {
  const { email, browser } = await setUp()
  const api = await browser.api()
  for (const address of [email, 'nobody@example.test']) {
    const calls = Array.from({ length: 6 }, () => api.auth.requestPasswordReset({ email: address }))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
  }
})

test("requests by others neither use up the owner's limit nor flood their mailbox", async () => {
  const { db, email, requestLink } = await setUp()
  const mails = async () => (await db.selectFrom('mail_outbox').select('id').execute()).length
  for (const ip of ['198.51.100.1', '198.51.100.2']) {
    const stranger = openBrowser(db, { ip })
    for (let count = 0; count < 5; count++)
      expect(await (await stranger.api()).auth.requestPasswordReset({ email })).toEqual({ ok: true })
  }
  expect(await mails()).toBe(1)
  await requestLink()
  expect(await mails()).toBe(1)
  await requestLink(minutesLater(6))
  expect(await mails()).toBe(2)
})

test('a sign-in waiting for its code is invalidated as well', async () => {
  const { db, email, browser, requestLink } = await setUp()
  await db
    .insertInto('sign_in_challenges')
    .values(await challengeOf(db, email))
    .execute()
  await (await browser.api()).auth.resetPassword({ token: await requestLink(), password: NEW })
  expect(await db.selectFrom('sign_in_challenges').select('user_id').execute()).toEqual([])
})

test("a new password ends all sessions and notifies the account's owner", async () => {
  const { db, email, browser, requestLink } = await setUp()
  const other = openBrowser(db)
  for (const each of [browser, other]) await (await each.api()).auth.signIn({ email, password: OLD })
  const token = await requestLink()
  await db.deleteFrom('mail_outbox').execute()
  await (await browser.api()).auth.resetPassword({ token, password: NEW })
  for (const each of [browser, other]) expect((await (await each.api()).auth.session()).user).toBeNull()
  const { subject } = await db.selectFrom('mail_outbox').select('subject').executeTakeFirstOrThrow()
  expect(subject).toBe('Your Foyer password was changed')
})

test("a session alone can't set a new password", async () => {
  const { email, browser } = await setUp()
  await (await browser.api()).auth.signIn({ email, password: OLD })
  await expect((await browser.api()).auth.resetPassword({ password: NEW })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    cause: { details: { reason: 'session_missing', title: 'Password Update Failed' } },
  })
  await (await browser.api()).auth.signIn({ email, password: OLD })
})

test("a rejected weak password doesn't use up the link", async () => {
  const { browser, requestLink } = await setUp()
  const token = await requestLink()
  const api = await browser.api()
  await expect(api.auth.resetPassword({ token, password: 'short' })).rejects.toMatchObject({
    cause: { details: { reason: 'weak_password', title: 'Password Too Short' } },
  })
  await api.auth.resetPassword({ token, password: NEW })
})
