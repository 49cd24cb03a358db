import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as tokenScopes from '#migrations/0017-token-scopes.ts'
import { deleteExpired } from '#server/auth/commands/delete-expired.ts'
import { addDays, toInstant } from '#server/db/values.ts'
import { MAX_API_TOKENS } from '#shared/api-tokens.ts'
import { givePasswords, PASSWORD, READING, tokenOf, WRITING } from '#tests/support/api-tokens.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await givePasswords(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

const SCRIPT = { name: 'Export script', scopes: ['clients:read' as const], password: PASSWORD }

test('a token is told once; the database keeps its hash alone', async () => {
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

test('a token needs a name and an area, and lives for 30 days, 90 or a year', async () => {
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

test('without the password there is no token', async () => {
  const { db, owner } = await setUp()
  await expect(owner.apiTokens.create({ ...SCRIPT, password: 'wrong' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The current password is not right.',
  })
  await expect(
    owner.apiTokens.create({ name: 'No proof', scopes: ['clients:read'] } as never),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await db.selectFrom('api_tokens').select('id').execute()).toEqual([])
})

test('with two-factor sign-in on, a code is asked for too, and each is good once', async () => {
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
  await expect(create(code)).rejects.toThrow('was used already')
})

test('nobody revokes the token of somebody else', async () => {
  const { db, world, owner } = await setUp()
  const made = await tokenOf(db, world.home.owner, WRITING)
  await expect(callerAs(db, world.home.employee).apiTokens.revoke({ id: made.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await owner.apiTokens.revoke({ id: made.id })
  expect(await owner.apiTokens.list()).toEqual([])
})

test('all tokens are revoked at once, and nobody else’s', async () => {
  const { db, world, owner } = await setUp()
  for (let count = 0; count < 3; count++) await tokenOf(db, world.home.owner, READING)
  await tokenOf(db, world.home.employee, READING)
  expect(await owner.apiTokens.revokeAll()).toEqual({ revoked: 3 })
  expect(await owner.apiTokens.list()).toEqual([])
  expect(await callerAs(db, world.home.employee).apiTokens.list()).toHaveLength(1)
  expect(await owner.apiTokens.revokeAll()).toEqual({ revoked: 0 })
})

test('creating and revoking all is audited and told by mail', async () => {
  const { db, world, owner } = await setUp()
  await owner.apiTokens.create(SCRIPT)
  await owner.apiTokens.revokeAll()
  const { items } = await owner.audit.list({ action: 'api-token.' })
  expect(items.map(({ action, detail }) => [action, detail])).toEqual(
    expect.arrayContaining([
      ['api-token.created', 'Export script (clients:read), until 2026-06-02'],
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
  expect(mails.find(({ subject }) => subject.startsWith('A new'))?.text).toContain('"Export script"')
})

test('a person has a limited number of tokens that work, also when they are made at once', async () => {
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
    message: `You have 25 tokens, and 25 is the most. Revoke one that isn't needed any more.`,
    cause: { details: { reason: 'too_many_tokens' } },
  })
  await db
    .updateTable('api_tokens')
    .set({ expires_at: toInstant(TEST_NOW) })
    .where('id', '=', 'copy-0')
    .execute()
  await owner.apiTokens.create(SCRIPT)
})

test('the list leaves out none, however many there are, and shows expired ones for a month', async () => {
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

test('who belongs to no agency yet makes no token, but the platform’s administrator does', async () => {
  const { db, world } = await setUp()
  for (const person of [world.waitingClient, world.waitingEmployee]) {
    await expect(callerAs(db, person).apiTokens.create(SCRIPT)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You can do this once you belong to an agency.',
    })
  }
  await tokenOf(db, world.admin, READING)
})

test('where emails must be confirmed, an unconfirmed account makes no token', async () => {
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

test('tokens of earlier versions keep what they had: all areas, to read or to write', async () => {
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
