import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { type BrowserOptions, mailedToken, openBrowser } from '#tests/support/servers/browser.ts'

const OWNER = {
  name: 'Nia Newman',
  email: 'nia@example.test',
  password: 'quiet-harbour-7',
  role: 'agency_admin' as const,
  agency_name: 'Newman Studio',
}

async function register(db: Db, input: object = {}, options: BrowserOptions = {}) {
  const browser = openBrowser(db, options)
  const api = await browser.api()
  const result = await api.auth.signUp({ ...OWNER, ...input })
  return { browser, result, session: await (await browser.api()).auth.session() }
}

test('an owner registers, is signed in and owns an agency with a 14-day trial', async () => {
  const { db } = await createTestDatabase()
  const { result, session } = await register(db)
  expect(result).toEqual({ signed_in: true })
  expect(session.user).toMatchObject({
    name: 'Nia Newman',
    role: 'agency_admin',
    agency_name: 'Newman Studio',
    trial_ends_at: new Date(TEST_NOW.getTime() + 14 * 86_400_000).toISOString(),
  })
  const agency = await db.selectFrom('agencies').select(['owner_id', 'status']).executeTakeFirstOrThrow()
  expect(agency).toEqual({ owner_id: session.user?.user_id, status: 'trial' })
  const activity = await db.selectFrom('activity').select(['summary', 'agency_id']).execute()
  expect(activity).toEqual([{ summary: 'Newman Studio registered', agency_id: session.user?.agency_id }])
})

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['Mars/Base', 'UTC'],
  ['Japan', 'Asia/Tokyo'],
  [undefined, 'UTC'],
])('an agency registered from a device in %s uses the time zone %s', async (timezone, expected) => {
  const { db } = await createTestDatabase()
  const { session } = await register(db, { timezone })
  expect(session.user).toMatchObject({ timezone: expected, books_timezone: expected })
})

test.each(['employee', 'client'] as const)('a %s registers without an agency', async (role) => {
  const { db } = await createTestDatabase()
  const { session } = await register(db, { role, agency_name: 'Ignored' })
  expect(session.user).toMatchObject({ role, agency_id: null, agency_name: null })
  expect(await db.selectFrom('agencies').select('id').execute()).toEqual([])
})

test('no one can register as a platform administrator or with extra fields', async () => {
  const { db } = await createTestDatabase()
  for (const input of [{ role: 'super_admin' }, { agency_id: 'x' }, { role: 'auditor' }])
    await expect(register(db, input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
})

test("missing fields and agency name return the form's messages", async () => {
  const { db } = await createTestDatabase()
  const message = async (input: object) =>
    register(db, input).then(
      () => null,
      (error) => error.cause.issues[0].message as string,
    )
  for (const field of ['name', 'email', 'password'])
    expect(await message({ [field]: '' })).toBe('Please fill in all required fields.')
  expect(await message({ agency_name: ' ' })).toBe('Please enter your agency name.')
})

test('short and, outside the demo, common passwords are rejected', async () => {
  const { db } = await createTestDatabase()
  await expect(register(db, { password: '12345' })).rejects.toMatchObject({
    message: 'Password must be at least 6 characters long.',
    cause: { details: { reason: 'weak_password', title: 'Password too short' } },
  })
  await expect(register(db, { password: 'Qwerty123' })).rejects.toMatchObject({
    cause: { details: { reason: 'weak_password', title: 'Password too weak' } },
  })
  await expect(
    register(db, { password: 'eleven char' }, { config: { passwordMinLength: 12 } }),
  ).rejects.toThrow('at least 12 characters')
  expect((await register(db, { password: 'qwerty123' }, { config: { demo: true } })).result.signed_in).toBe(
    true,
  )
})

test.each(['aaaaaa', '      ', ' a b a ', 'ababab', 'abcabcabc', '98765432', '   abc   ', ' qwerty123 '])(
  'outside the demo "%s" is too weak',
  async (password) => {
    const { db } = await createTestDatabase()
    await expect(register(db, { password })).rejects.toMatchObject({
      cause: { details: { reason: 'weak_password', title: 'Password too weak' } },
    })
    expect((await register(db, { password }, { config: { demo: true } })).result.signed_in).toBe(true)
  },
)

test('an email can register only once, regardless of case', async () => {
  const { db } = await createTestDatabase()
  await register(db)
  await expect(register(db, { email: 'NIA@example.test' })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { title: 'Registration Failed' } },
  })
  expect(await db.selectFrom('agencies').select('id').execute()).toHaveLength(1)
})

test('a failure to create the agency rolls back, and the email can register again', async () => {
  const { db } = await createTestDatabase()
  await sql`alter table agencies rename to agencies_away`.execute(db)
  await expect(register(db)).rejects.toMatchObject({
    message: expect.stringMatching(/^Failed to create agency: /),
    cause: { details: { title: 'Registration Failed' } },
  })
  await sql`alter table agencies_away rename to agencies`.execute(db)
  for (const table of ['users', 'profiles', 'agencies', 'activity', 'mail_outbox'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect((await register(db)).result.signed_in).toBe(true)
})

test("a user that can't be saved has its own error", async () => {
  const { db } = await createTestDatabase()
  await sql`alter table users rename to users_away`.execute(db)
  await expect(register(db)).rejects.toMatchObject({ message: 'Failed to create user' })
})

test('with confirmation required, the account waits for its link', async () => {
  const { db } = await createTestDatabase()
  const options = { config: { requireEmailVerification: true } }
  const { browser, result, session } = await register(db, {}, options)
  expect(result).toEqual({ signed_in: false })
  expect(session.user).toBeNull()
  const credentials = { email: OWNER.email, password: OWNER.password }
  const token = await mailedToken(db, OWNER.email, 'verify')
  await expect((await browser.api()).auth.signIn(credentials)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    cause: { details: { reason: 'email_unverified' } },
  })
  await expect((await browser.api()).auth.verifyEmail({ token })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })

  const newest = await db
    .selectFrom('mail_outbox')
    .select('text')
    .where('text', 'not like', `%${token}%`)
    .executeTakeFirstOrThrow()
  const second = /verify=([\w-]+)/.exec(newest.text)?.[1] ?? ''
  await (await browser.api()).auth.verifyEmail({ token: second })
  await (await browser.api()).auth.signIn(credentials)
  expect((await (await browser.api()).auth.session()).user?.email).toBe(OWNER.email)
})

test('the confirmation link returns to the site root and works once', async () => {
  const { db } = await createTestDatabase()
  const { browser } = await register(db)
  const mail = await db.selectFrom('mail_outbox').select(['text', 'html']).executeTakeFirstOrThrow()
  const token = await mailedToken(db, OWNER.email, 'verify')
  expect(mail.text).toContain(`http://localhost:3000/?verify=${token}`)
  expect(mail.html).toContain(`http://localhost:3000/?verify=${token}`)
  await (await browser.api()).auth.verifyEmail({ token })
  await expect((await browser.api()).auth.verifyEmail({ token })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

describe('an email that already has an account', () => {
  const verifying = { config: { requireEmailVerification: true } }
  const mails = (db: Db) => db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).execute()

  test('gets the same answer with confirmation required, and its owner is notified once', async () => {
    const { db } = await createTestDatabase()
    await register(db)
    await db.deleteFrom('mail_outbox').execute()
    for (let count = 0; count < 2; count++) {
      const attempt = {
        name: 'Evil https://evil.example',
        agency_name: 'evil.example',
        password: 'other-harbour-8',
      }
      const { result, session } = await register(db, attempt, verifying)
      expect(result).toEqual((await register(db, { email: `new${count}@example.test` }, verifying)).result)
      expect(session.user).toBeNull()
    }
    const told = (await mails(db)).filter(({ recipient }) => recipient === OWNER.email)
    expect(told.map(({ subject }) => subject)).toEqual(['You already have an account at Foyer'])
    expect(told[0]?.text).not.toContain('vil.example')
    expect(await db.selectFrom('agencies').select('id').where('name', '=', 'evil.example').execute()).toEqual(
      [],
    )
    const api = await openBrowser(db).api()
    await api.auth.signIn({ email: OWNER.email, password: OWNER.password })
  })

  test('is revealed otherwise, but rate-limited', async () => {
    const { db } = await createTestDatabase()
    await register(db)
    const from = (ip: string, email = OWNER.email) => register(db, { email }, { ip })
    for (let count = 0; count < 10; count++)
      await expect(from('198.51.100.1')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const email of [OWNER.email, 'free@example.test'])
      await expect(from('198.51.100.1', email)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await from('198.51.100.2', 'free@example.test')
  })
})

test("names in emails can't contain links", async () => {
  const { db } = await createTestDatabase()
  await register(db, { name: 'Claim your prize at https://evil.example/now' })
  const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
  expect(text).toContain('Hello Claim your prize at evil example now,')
})
