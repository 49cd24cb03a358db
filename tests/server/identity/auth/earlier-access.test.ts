import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addDays, newId, toInstant } from '#server/base/db/values.ts'
import { issueToken } from '#server/identity/auth/tokens/commands/issue-token.ts'
import {
  givePasswords,
  PASSWORD as PASSWORD_OF_ALL,
  READING,
  tokenOf,
  WRITING,
} from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addClient, addContact, addContributor, createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'
const TABLES = ['api_tokens', 'schedule_feeds', 'two_factors', 'email_changes'] as const

/** Someone else registered this address first and set up every kind of access. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { userId, email } = world.waitingClient
  await setPassword(db, PASSWORD)
  const stranger = openBrowser(db)
  await (await stranger.api()).auth.signIn({ email, password: PASSWORD })
  const api = await stranger.api()
  // Created by a version that allowed them for accounts without an agency.
  const instant = toInstant(TEST_NOW)
  const made = { user_id: userId, token_hash: 'kept', created_at: instant }
  await db
    .insertInto('api_tokens')
    .values({
      ...made,
      id: newId(),
      name: 'Kept',
      hint: 'kept',
      scopes: 'clients:write',
      expires_at: toInstant(addDays(TEST_NOW, 30)),
      last_used_at: null,
      last_used_over: null,
    })
    .execute()
  await db
    .insertInto('schedule_feeds')
    .values({ ...made, last_read_at: null })
    .execute()
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

test('joining by invitation revokes earlier access', async () => {
  const { db, world, email, ways } = await setUp()
  await callerAs(db, world.home.owner).invitations.create({ email, role: 'agency_admin', password: PASSWORD })
  const token = await mailedToken(db, email, 'invitation')
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, password: PASSWORD })
  await (await browser.api()).invitations.accept({ token })
  expect(await ways()).toEqual(NONE)
  expect((await (await browser.api()).auth.session()).user).toMatchObject({ role: 'agency_admin' })
})

test('an emailed password reset revokes earlier access', async () => {
  const { db, email, ways } = await setUp()
  const api = await openBrowser(db).api()
  await api.auth.requestPasswordReset({ email })
  await api.auth.resetPassword({ token: await mailedToken(db, email, 'token'), password: 'new harbour wall' })
  expect(await ways()).toEqual(NONE)
})

test('confirming the email revokes earlier access except the confirming session', async () => {
  const { db, userId, email, ways } = await setUp()
  const own = openBrowser(db)
  await (await own.api()).auth.signIn({ email, password: PASSWORD })
  const token = await transact(ctxFor(db, null, TEST_NOW), (tx) => issueToken(tx, userId, 'verify_email'))
  await (await own.api()).auth.verifyEmail({ token })
  expect(await ways()).toEqual(NONE)
  expect((await (await own.api()).auth.session()).user).toMatchObject({ email })
})

/** The other person's second factor is on, which would lock out the address's owner. */
async function withSecondFactor(verified: boolean) {
  const set = await setUp()
  const { db, userId } = set
  await db.updateTable('two_factors').set({ confirmed_at: TEST_NOW.toISOString() }).execute()
  await db.insertInto('recovery_codes').values({ user_id: userId, code_hash: 'x', used_at: null }).execute()
  await db
    .updateTable('users')
    .set({ email_verified_at: verified ? TEST_NOW.toISOString() : null })
    .where('id', '=', userId)
    .execute()
  const factors = async () => [
    (await db.selectFrom('two_factors').select('user_id').execute()).length,
    (await db.selectFrom('recovery_codes').select('user_id').execute()).length,
  ]
  return { ...set, factors }
}

const FACTOR_OFF = 'Two-factor sign-in was turned off because this email had never been confirmed.'

test.each([
  [false, [0, 0]],
  [true, [1, 1]],
])(
  'an emailed reset removes the second factor only if the address was never verified, and says so: %s',
  async (verified, left) => {
    const { db, email, factors } = await withSecondFactor(verified)
    const api = await openBrowser(db).api()
    await api.auth.requestPasswordReset({ email })
    const token = await mailedToken(db, email, 'token')
    const result = await api.auth.resetPassword({ token, password: 'new harbour wall' })
    expect(result).toEqual({ two_factor_ended: !verified })
    expect(await factors()).toEqual(left)
    const mail = await db
      .selectFrom('mail_outbox')
      .select('text')
      .where('subject', '=', 'Your Foyer password was changed')
      .executeTakeFirstOrThrow()
    expect(mail.text.includes(FACTOR_OFF)).toBe(!verified)
    const signedIn = await api.auth.signIn({ email, password: 'new harbour wall' })
    expect(signedIn).toMatchObject({ two_factor_required: verified })
  },
)

test.each([
  [false, [0, 0]],
  [true, [1, 1]],
])(
  'confirming the address from another session removes the second factor only if it was never verified: %s',
  async (verified, left) => {
    const { db, userId, factors } = await withSecondFactor(verified)
    const token = await transact(ctxFor(db, null, TEST_NOW), (tx) => issueToken(tx, userId, 'verify_email'))
    await (await openBrowser(db).api()).auth.verifyEmail({ token })
    expect(await factors()).toEqual(left)
  },
)

test.each([
  [false, [0, 0]],
  [true, [1, 1]],
])('so does joining by invitation: %s', async (verified, left) => {
  const { db, world, userId, email, factors } = await withSecondFactor(verified)
  await callerAs(db, world.home.owner).invitations.create({ email, role: 'agency_admin', password: PASSWORD })
  const token = await mailedToken(db, email, 'invitation')
  const cookie = await cookieFor(testServices(db), userId)
  await (await openBrowser(db, { cookie }).api()).invitations.accept({ token })
  expect(await factors()).toEqual(left)
})

test('confirming the address within the account keeps its second factor', async () => {
  const { db, userId, factors } = await withSecondFactor(false)
  const cookie = await cookieFor(testServices(db), userId)
  const token = await transact(ctxFor(db, null, TEST_NOW), (tx) => issueToken(tx, userId, 'verify_email'))
  await (await openBrowser(db, { cookie }).api()).auth.verifyEmail({ token })
  expect(await factors()).toEqual([1, 1])
})

/** A member of an agency with every kind of access, and another session. */
async function setUpMember() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  const { userId, email } = world.home.owner
  const [here, elsewhere] = [openBrowser(db), openBrowser(db)]
  for (const browser of [here, elsewhere]) {
    await (await browser.api()).auth.signIn({ email, password: PASSWORD_OF_ALL })
  }
  await tokenOf(db, world.home.owner, WRITING)
  await (await here.api()).schedule.createFeed()
  const keys = async () => {
    const rows = async (table: 'api_tokens' | 'schedule_feeds') =>
      (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
    const sessions = [here, elsewhere].map(async (browser) =>
      (await (await browser.api()).auth.session()).user === null ? 0 : 1,
    )
    return [await rows('api_tokens'), await rows('schedule_feeds'), ...(await Promise.all(sessions))]
  }
  expect(await keys()).toEqual([1, 1, 1, 1])
  return { here, keys }
}

test('with a mail server, access that confirming the email would revoke needs a confirmed one first', async () => {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  await givePasswords(db)
  const { userId } = home.owner
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  const setUps = (person: typeof home.owner, smtpUrl: string | null) => {
    const { settings, schedule, apiTokens } = callerAs(db, person, { config: { smtpUrl } })
    const token = { name: 'Script', scopes: WRITING, password: PASSWORD_OF_ALL }
    return Promise.allSettled([
      settings.setUpTwoFactor({ password: PASSWORD_OF_ALL }),
      schedule.createFeed(),
      apiTokens.create(token),
    ])
  }
  const smtpUrl = 'smtp://127.0.0.1:9'
  for (const refused of await setUps(home.owner, smtpUrl)) {
    expect(refused).toMatchObject({
      reason: { code: 'FORBIDDEN', cause: { details: { reason: 'email_unconfirmed' } } },
    })
  }
  for (const made of [...(await setUps(foreign.owner, smtpUrl)), ...(await setUps(home.owner, null))]) {
    expect(made).toMatchObject({ status: 'fulfilled' })
  }
})

test('a new password revokes tokens, the calendar link and other sessions', async () => {
  const { here, keys } = await setUpMember()
  const passwords = { current_password: PASSWORD_OF_ALL, password: 'new harbour wall' }
  await (await here.api()).settings.changePassword(passwords)
  expect(await keys()).toEqual([0, 0, 1, 0])
})

test('enabling two-factor authentication revokes tokens, the calendar link and other sessions', async () => {
  const { here, keys } = await setUpMember()
  const { secret } = await (await here.api()).settings.setUpTwoFactor({ password: PASSWORD_OF_ALL })
  const code = new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
  await (await here.api()).settings.confirmTwoFactor({ code })
  expect(await keys()).toEqual([0, 0, 1, 0])
  expect((await (await here.api()).settings.get()).security.two_factor).toBe(true)
})

test('whoever is locked out and readmitted has to sign in and set up tokens and links again', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { agencyId, owner: boss, client, employee } = world.home
  const owner = callerAs(db, boss)
  const archived = await addClient(db, agencyId, 'Archie', 'Archie Company')
  const anna = await addContact(db, client, 'Anna', { seesProjects: true, seesBilling: true })
  const colleague = await addContributor(db, agencyId, 'Colleague')
  await givePasswords(db)
  const [contact] = (await owner.clients.details({ id: client.clientId })).contacts
  if (contact === undefined) throw new Error('no contact')
  const { id, name, email } = contact
  const rights = { can_see_projects: true, can_see_billing: true }
  const setAnna = (portal_access: boolean) =>
    owner.clients.saveContact({ client_id: client.clientId, id, name, email, ...rights, portal_access })
  const changes: [SeedPerson, (admitted: boolean) => Promise<unknown>][] = [
    [employee, (is) => owner.employees.setDeactivated({ id: employee.employeeId, deactivated: !is })],
    [anna, setAnna],
    [client, (is) => owner.clients.setPortalAccess({ id: client.clientId, portal_access: is })],
    [archived, (is) => owner.clients.setArchived({ id: archived.clientId, archived: !is })],
  ]
  const access = ({ userId }: SeedPerson) =>
    Promise.all(
      (['sessions', 'known_devices', 'api_tokens', 'schedule_feeds'] as const).map(
        async (table) =>
          (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length,
      ),
    )
  for (const person of [...changes.map(([changed]) => changed), colleague]) {
    await (await openBrowser(db).api()).auth.signIn({ email: person.email, password: PASSWORD_OF_ALL })
    await tokenOf(db, person, READING)
    await callerAs(db, person).schedule.createFeed()
    expect(await access(person)).toEqual([1, 1, 1, 1])
  }
  for (const [person, setAdmitted] of changes) {
    await setAdmitted(false)
    await setAdmitted(true)
    expect(await access(person)).toEqual([0, 0, 0, 0])
  }
  expect(await access(colleague)).toEqual([1, 1, 1, 1])
})
