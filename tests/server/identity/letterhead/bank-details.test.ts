import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { record } from '#server/base/core/events.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, newId } from '#server/base/db/values.ts'
import { SCOPES } from '#shared/identity/token-scopes.ts'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs, callerOf, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { addCoOwner, createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let partner: SeedPerson

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  partner = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  await givePasswords(db)
})

const IBAN = 'DE89370400440532013000'
const OTHER = 'GB29NWBK60161331926819'
const as = (person: SeedPerson) => callerAs(db, person)
const owner = () => as(world.home.owner)
const save = (bank: object, version: number, password = PASSWORD) =>
  owner().letterhead.saveBank({ ...bank, version, password })
const mails = async () => {
  const query = db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text', 'lane'])
  return (await query.execute()).filter(({ subject }) => subject.includes('bank details'))
}

test('changing the bank account requires the password, and attempts are limited', async () => {
  await save({ iban: IBAN }, 0)
  await expect(owner().letterhead.saveBank({ iban: OTHER, version: 1 } as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (let guess = 0; guess < 10; guess++) {
    await expect(save({ iban: OTHER }, 1, `guess ${guess}`)).rejects.toMatchObject({
      cause: { details: { reason: 'wrong_password' } },
    })
  }
  await expect(save({ iban: OTHER }, 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await owner().letterhead.profile()).toMatchObject({ iban: IBAN })
})

test('with two-factor authentication it also requires a code', async () => {
  const { secret } = await owner().settings.setUpTwoFactor({ password: PASSWORD })
  await db.updateTable('two_factors').set({ confirmed_at: TEST_NOW.toISOString() }).execute()
  const refused = { cause: { details: { reason: 'code_missing' } } }
  await expect(save({ iban: OTHER }, 0)).rejects.toMatchObject(refused)
  expect(await owner().letterhead.profile()).toMatchObject({ iban: null })
  const code = new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
  expect(await save({ iban: OTHER, code }, 0)).toMatchObject({ iban: OTHER })
})

test('no access token can change it, whatever its scopes and even with the password', async () => {
  const ctx = ctxFor(db, world.home.owner)
  const program = callerOf({ ...ctx, actor: { ...ctx.actor, scopes: SCOPES } })
  const refused = { code: 'FORBIDDEN', cause: { details: { reason: 'people_only' } } }
  const proof = { password: PASSWORD }
  await expect(program.letterhead.saveBank({ iban: OTHER, version: 0, ...proof })).rejects.toMatchObject(
    refused,
  )
  await expect(
    program.invitations.create({ email: 'thief@example.test', role: 'agency_admin', ...proof }),
  ).rejects.toMatchObject(refused)
  await program.invitations.create({ email: 'worker@example.test', role: 'employee' })
})

test('inviting an owner requires the password, since a new owner could change everything', async () => {
  const invite = (password?: string) =>
    owner().invitations.create({ email: 'thief@example.test', role: 'agency_admin', password })
  await expect(invite()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(invite('guess')).rejects.toMatchObject({ cause: { details: { reason: 'wrong_password' } } })
  expect(await db.selectFrom('invitations').select('id').execute()).toEqual([])
  await invite(PASSWORD)
})

test('all owners, including the one acting, are emailed and notified, and the change is audited', async () => {
  const off = { event: 'owners' as const, in_app: true, email: false }
  await as(partner).notifications.savePreferences({ delivery: 'off', events: [off] })
  await save({ iban: IBAN, account_holder: 'Harbor Studio' }, 0)
  await db.deleteFrom('mail_outbox').execute()
  await save({ iban: OTHER, account_holder: 'Harbor Studio' }, 1)
  const told = await mails()
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(
    [world.home.owner.email, partner.email].sort(),
  )
  for (const { text, lane } of told) {
    expect(text).toContain('Home Owner changed the bank details')
    expect(text).toContain('DE89 … 3000, Harbor Studio')
    expect(text).toContain('GB29 … 6819, Harbor Studio')
    expect(text).not.toContain(OTHER)
    expect(lane).toBe('account')
  }
  for (const person of [world.home.owner, partner]) {
    const titles = (await as(person).notifications.list({})).items.map(({ title }) => title)
    expect(titles).toContain('Home Owner changed the bank details on invoices to GB29 … 6819, Harbor Studio')
  }
  const { items } = await owner().audit.list({ action: 'bank-details.' })
  expect(items).toContainEqual(
    expect.objectContaining({
      actor_name: 'Home Owner',
      detail: 'DE89 … 3000, Harbor Studio → GB29 … 6819, Harbor Studio',
    }),
  )
  expect((await as(world.foreign.owner).notifications.list({})).items).toEqual([])
})

test('saving unchanged details notifies no one', async () => {
  await save({ iban: IBAN }, 0)
  await db.deleteFrom('mail_outbox').execute()
  await save({ iban: 'DE89 3704 0044 0532 0130 00' }, 1)
  expect(await mails()).toEqual([])
})

test("accounts whose numbers share prefix and suffix aren't confused", async () => {
  const middle = async (iban: string, version: number) => {
    await db.deleteFrom('mail_outbox').execute()
    await save({ iban }, version)
    return mails()
  }
  expect(await middle('DE75512108001245126199', 0)).toHaveLength(2)
  await db.updateTable('billing_profiles').set({ iban: 'DE75999999999999996199' }).execute()
  expect(await middle('DE75512108001245126199', 1)).toHaveLength(2)
})

test("the next three invoices show the change before sending, later ones don't", async () => {
  const draft = () => owner().invoices.save(draftFor(world.home.client.clientId))
  const change = async (id: string) => (await owner().invoices.sendingNotes({ id })).bank_change
  const before = await draft()
  expect(await change(before.id)).toBeNull()
  await owner().invoices.send({ id: before.id })
  await save({ iban: IBAN }, 0)
  const later = (days: number) => callerAs(db, world.home.owner, { now: addDays(TEST_NOW, days) })
  for (const days of [1, 2, 3]) {
    const { id } = await draft()
    expect(await change(id)).toEqual({ at: TEST_NOW.toISOString(), by: 'Home Owner' })
    await later(days).invoices.send({ id })
    expect(await change(id)).toBeNull()
  }
  const fourth = await draft()
  expect(await change(fourth.id)).toBeNull()
  // The fourth invoice shows the notice again once the details change again.
  await later(4).letterhead.saveBank({ iban: OTHER, version: 1, password: PASSWORD })
  expect(await change(fourth.id)).toMatchObject({ by: 'Home Owner' })
  const other = await as(world.foreign.owner).invoices.save(draftFor(world.foreign.client.clientId))
  expect((await as(world.foreign.owner).invoices.sendingNotes({ id: other.id })).bank_change).toBeNull()
})

test('a new payment account is emailed to all owners', async () => {
  const name = 'Acme at Stripe'
  await transact(ctxFor(db, world.home.owner), (tx) =>
    record(tx, 'payment-account.changed', { id: newId(), name, change: 'replaced' }),
  )
  const sent = await db.selectFrom('mail_outbox').select(['recipient', 'subject']).execute()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(
    [world.home.owner.email, partner.email].sort(),
  )
  expect(sent[0]?.subject).toContain('Acme at Stripe now receives card payments')
})
