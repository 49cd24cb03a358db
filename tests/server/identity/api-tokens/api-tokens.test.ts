import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as tokenScopes from '#migrations/0017-token-scopes.ts'
import { addDays, toInstant } from '#server/base/db/values.ts'
import { warnOfExpiry } from '#server/identity/api-tokens/commands/warn-of-expiry.ts'
import { deleteExpired } from '#server/identity/auth/tokens/commands/delete-expired.ts'
import { MAX_API_TOKENS } from '#shared/identity/api-tokens.ts'
import { givePasswords, PASSWORD, READING, tokenOf, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

const SCRIPT = { name: 'Export script', scopes: ['clients:read' as const], password: PASSWORD }

test('a token is shown once; only its hash is stored', async () => {
  const { db, owner } = await setUp()
  const made = await owner.apiTokens.create({ ...SCRIPT, expires_in_days: 30 })
  expect(made.token).toMatch(/^foyer_[\w-]{43}$/)
  const rows = JSON.stringify(await db.selectFrom('api_tokens').selectAll().execute())
  expect(rows).not.toContain(made.token)
  const [listed] = await owner.apiTokens.list()
  expect(listed).toMatchObject({
    name: 'Export script',
    hint: made.token.slice(-4),
    scopes: ['clients:read'],
    expires_at: '2026-04-03T10:00:00.000Z',
  })
  expect(listed).not.toHaveProperty('token')
})

test('a token requires a name and a scope, and lasts 30 days, 90 days or a year', async () => {
  const { owner } = await setUp()
  const create = owner.apiTokens.create
  await expect(create({ ...SCRIPT, name: ' ' })).rejects.toThrow('Please enter a token name')
  await expect(create({ ...SCRIPT, scopes: [] })).rejects.toThrow('Choose at least one area')
  for (const days of [1, 366, 100_000]) {
    await expect(create({ ...SCRIPT, expires_in_days: days as 30 })).rejects.toThrow(
      '30 days, 90 days or 1 year',
    )
  }
  expect((await create(SCRIPT)).expires_at).toBe('2026-06-02T10:00:00.000Z')
})

test('creating a token requires the password', async () => {
  const { db, owner } = await setUp()
  await expect(owner.apiTokens.create({ ...SCRIPT, password: 'wrong' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The current password is incorrect.',
  })
  await expect(
    owner.apiTokens.create({ name: 'No proof', scopes: ['clients:read'] } as never),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await db.selectFrom('api_tokens').select('id').execute()).toEqual([])
})

test('with two-factor authentication, it also requires a code, which works once', async () => {
  const { db, world } = await setUp()
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email: world.home.owner.email, password: PASSWORD })
  const { secret } = await (await browser.api()).settings.setUpTwoFactor({ password: PASSWORD })
  const codeAt = (now: Date) => new TOTP({ secret }).generate({ timestamp: now.getTime() })
  await (await browser.api()).settings.confirmTwoFactor({ code: codeAt(TEST_NOW) })
  const at = { now: new Date(TEST_NOW.getTime() + 60_000) }
  const create = async (code?: string) => (await browser.api(at)).apiTokens.create({ ...SCRIPT, code })
  await expect(create()).rejects.toThrow('Enter the 6-digit code')
  await expect(create('')).rejects.toThrow('Enter the 6-digit code')
  const code = codeAt(at.now)
  await expect(create(code === '000000' ? '000001' : '000000')).rejects.toThrow('This code is wrong')
  expect(await create(code)).toMatchObject({ name: 'Export script' })
  await expect(create(code)).rejects.toThrow('has already been used')
})

test("no one can revoke someone else's token", async () => {
  const { db, world, owner } = await setUp()
  const made = await tokenOf(db, world.home.owner, WRITING)
  await expect(callerAs(db, world.home.employee).apiTokens.revoke({ id: made.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await owner.apiTokens.revoke({ id: made.id })
  expect(await owner.apiTokens.list()).toEqual([])
})

test("revoking all tokens affects only the user's own", async () => {
  const { db, world, owner } = await setUp()
  for (let count = 0; count < 3; count++) await tokenOf(db, world.home.owner, READING)
  await tokenOf(db, world.home.employee, READING)
  expect(await owner.apiTokens.revokeAll()).toEqual({ revoked: 3 })
  expect(await owner.apiTokens.list()).toEqual([])
  expect(await callerAs(db, world.home.employee).apiTokens.list()).toHaveLength(1)
  expect(await owner.apiTokens.revokeAll()).toEqual({ revoked: 0 })
})

test('creating and revoking all tokens is audited and emailed', async () => {
  const { db, world, owner } = await setUp()
  await owner.apiTokens.create(SCRIPT)
  await owner.apiTokens.revokeAll()
  const { items } = await owner.audit.list({ action: 'api-token.' })
  expect(items.map(({ action, detail }) => [action, detail])).toEqual(
    expect.arrayContaining([
      ['api-token.created', 'Export script (clients:read), until Jun 02, 2026'],
      ['api-token.revoked-all', 'The only token'],
    ]),
  )
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', world.home.owner.email)
    .execute()
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A new API token for your Foyer account',
    'Your Foyer API tokens were revoked',
  ])
  expect(mails.find(({ subject }) => subject.startsWith('A new'))?.text).toContain(
    '"Export script" was just created. Until Jun 02, 2026,',
  )
})

test('the number of active tokens per person is limited, also under concurrency', async () => {
  const { db, world, owner } = await setUp()
  await tokenOf(db, world.home.owner, READING)
  const [row] = await db.selectFrom('api_tokens').selectAll().execute()
  if (row === undefined) throw new Error('no token')
  const copies = Array.from({ length: MAX_API_TOKENS - 2 }, (_, index) => ({
    ...row,
    id: `copy-${index}`,
    token_hash: `hash-${index}`,
  }))
  await db.insertInto('api_tokens').values(copies).execute()
  const together = await Promise.allSettled([owner.apiTokens.create(SCRIPT), owner.apiTokens.create(SCRIPT)])
  expect(together.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(owner.apiTokens.create(SCRIPT)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `You have 25 tokens, and 25 is the limit. Revoke one you no longer need.`,
    cause: { details: { reason: 'too_many_tokens' } },
  })
  await db
    .updateTable('api_tokens')
    .set({ expires_at: toInstant(TEST_NOW) })
    .where('id', '=', 'copy-0')
    .execute()
  await owner.apiTokens.create(SCRIPT)
})

test('the list is complete and shows expired tokens for a month', async () => {
  const { db, world, owner } = await setUp()
  await tokenOf(db, world.home.owner, READING)
  const [row] = await db.selectFrom('api_tokens').selectAll().execute()
  if (row === undefined) throw new Error('no token')
  const older = Array.from({ length: 120 }, (_, index) => ({
    ...row,
    id: `older-${index}`,
    token_hash: `hash-${index}`,
    expires_at: toInstant(addDays(TEST_NOW, index < 100 ? 10 : -29)),
  }))
  await db.insertInto('api_tokens').values(older).execute()
  expect(await owner.apiTokens.list()).toHaveLength(121)
  await deleteExpired(ctxFor(db, null, TEST_NOW))
  expect(await owner.apiTokens.list()).toHaveLength(121)
  await deleteExpired(ctxFor(db, null, addDays(TEST_NOW, 2)))
  expect(await owner.apiTokens.list()).toHaveLength(101)
})

test("people without an agency can't create tokens, but platform administrators can", async () => {
  const { db, world } = await setUp()
  for (const person of [world.waitingClient, world.waitingEmployee]) {
    await expect(callerAs(db, person).apiTokens.create(SCRIPT)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You can do this once you belong to an agency.',
    })
  }
  await tokenOf(db, world.admin, READING)
})

test("with email confirmation required, unconfirmed accounts can't create tokens", async () => {
  const { db, world } = await setUp()
  const strict = callerAs(db, world.home.client, { config: { requireEmailVerification: true } })
  await db.updateTable('users').set({ email_verified_at: null }).execute()
  await expect(strict.apiTokens.create(SCRIPT)).rejects.toThrow('Please confirm your email first.')
  await tokenOf(db, world.home.client, READING)
  await db
    .updateTable('users')
    .set({ email_verified_at: toInstant(TEST_NOW) })
    .execute()
  await strict.apiTokens.create(SCRIPT)
})

test('tokens of earlier versions keep their access: all areas, read or write', async () => {
  const { db, world, owner } = await setUp()
  await tokenOf(db, world.home.owner, READING)
  await tokenOf(db, world.home.owner, WRITING)
  await sql`alter table api_tokens add column access text`.execute(db)
  await sql`update api_tokens set access = case when scopes like '%:write%' then 'write' else 'read' end`.execute(
    db,
  )
  for (const column of ['scopes', 'last_used_over']) {
    await sql`alter table api_tokens drop column ${sql.ref(column)}`.execute(db)
  }
  await sql`alter table sessions drop column confirmed_at`.execute(db)
  await tokenScopes.up(db as never)
  const scopes = (await owner.apiTokens.list()).map((token) => token.scopes.toSorted())
  const writing = [...WRITING, 'audit:read', 'exports:read']
  expect(scopes.sort()).toEqual([READING.toSorted(), writing.toSorted()].sort())
})

test('its owner is warned twice before a token in use expires', async () => {
  const { db, owner } = await setUp()
  await owner.apiTokens.create({ ...SCRIPT, expires_in_days: 30 })
  await owner.apiTokens.create({ ...SCRIPT, name: 'Unused', expires_in_days: 30 })
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: toInstant(addDays(TEST_NOW, 14)) })
    .where('name', '=', SCRIPT.name)
    .execute()
  const warned = async (days: number) => {
    await warnOfExpiry(ctxFor(db, null, addDays(TEST_NOW, days)))
    const rows = await db.selectFrom('notifications').select(['title', 'user_id']).execute()
    return rows.map(({ title }) => title)
  }
  const title = 'The API token “Export script” expires on Apr 03, 2026'
  expect(await warned(15)).toEqual([])
  expect(await warned(16)).toEqual([title])
  expect(await warned(20)).toHaveLength(1)
  expect(await warned(27)).toEqual([title, title])
  expect(await warned(29)).toHaveLength(2)
  expect(await warned(30)).toHaveLength(2)
})
