import { beforeEach, expect, test } from 'vitest'
import type { Config } from '#server/base/core/config.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, fromAddresses, toInstant } from '#server/base/db/values.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

/** A portal that sends real email. */
const config: Partial<Config> = { smtpUrl: 'smtp://127.0.0.1:9' }
const DAY_LATER = addDays(TEST_NOW, 1)

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const as = (person = world.home.owner, more: Partial<Config> = {}) =>
  callerAs(db, person, { config: { ...config, ...more } })
const clearVerification = () =>
  db.updateTable('users').set({ email_verified_at: null }).where('id', '=', world.home.owner.userId).execute()
const found = (agency: World['home'], at: Date) =>
  db
    .updateTable('agencies')
    .set({ created_at: toInstant(at) })
    .where('id', '=', agency.agencyId)
    .execute()
const refused = { code: 'FORBIDDEN', cause: { details: { reason: 'email_unconfirmed' } } }
const tooMany = { code: 'TOO_MANY_REQUESTS', cause: { details: { reason: 'rate_limited' } } }
const people = (count: number, name = 'a') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@elsewhere.test`)
const mailTo = (to: string[], cc: string[] = [], bcc: string[] = []) => ({
  to,
  cc,
  bcc,
  subject: 'Hello',
  body: 'Own words',
})
const queued = async () => (await db.selectFrom('mail_outbox').select('id').execute()).length

async function sentInvoice(agency = world.home) {
  const owner = as(agency.owner)
  const { id } = await owner.invoices.save(draftFor(agency.client.clientId))
  await owner.invoices.send({ id })
  return id
}

test('users must confirm their address before emailing others, and can request a new link', async () => {
  const id = await sentInvoice()
  const draft = await as().invoices.save(draftFor(world.home.client.clientId))
  const invited = await as().invitations.create({ email: 'first@elsewhere.test', role: 'employee' })
  await clearVerification()
  const before = await queued()
  expect(await as().invoices.sendingNotes({ id: draft.id })).toMatchObject({ may_send: false })
  const acts = [
    () => as().invoices.mail({ id, mail: mailTo(people(1)) }),
    () => as().invoices.send({ id: draft.id }),
    () => as().invoices.send({ id: draft.id, mail: mailTo(people(1)) }),
    () => as().invoices.remind({ id }),
    () => as().invitations.resend({ id: invited.id }),
    () => as().invitations.create({ email: 'someone@elsewhere.test', role: 'employee' }),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject(refused)
  expect(await queued()).toBe(before)
  expect(await as().settings.get()).toMatchObject({ profile: { email_confirmed: false } })

  expect(await as().auth.resendVerification()).toEqual({ sent: true })
  const token = await mailedToken(db, world.home.owner.email, 'verify')
  const cookie = await cookieFor(testServices(db), world.home.owner.userId)
  await (await openBrowser(db, { cookie }).api()).auth.verifyEmail({ token })
  expect(await as().auth.resendVerification()).toEqual({ sent: false })
  expect(await as().settings.get()).toMatchObject({ profile: { email_confirmed: true } })
  expect(await as().invoices.sendingNotes({ id: draft.id })).toMatchObject({ may_send: true })
  await as().invoices.send({ id: draft.id, mail: mailTo(people(2)) })
})

test('without a mail server, no confirmation is required', async () => {
  const id = await sentInvoice()
  await clearVerification()
  const owner = callerAs(db, world.home.owner)
  await owner.invoices.mail({ id, mail: mailTo(people(1)) })
  await owner.invitations.create({ email: 'someone@elsewhere.test', role: 'employee' })
})

test('confirmation emails are rate-limited', async () => {
  await clearVerification()
  for (let asked = 0; asked < 5; asked++) await as().auth.resendVerification()
  await expect(as().auth.resendVerification()).rejects.toMatchObject(tooMany)
})

test('recipients are counted by agency, including cc and bcc', async () => {
  await found(world.home, addDays(TEST_NOW, -30))
  await found(world.foreign, addDays(TEST_NOW, -30))
  const id = await sentInvoice()
  // One recipient was emailed when it was sent.
  const mail = mailTo(people(4), people(8, 'b'), people(8, 'c'))
  for (let call = 0; call < 24; call++) await as().invoices.mail({ id, mail })
  await expect(as().invoices.mail({ id, mail })).rejects.toMatchObject(tooMany)
  await as(world.foreign.owner).invoices.mail({ id: await sentInvoice(world.foreign), mail })
})

test('a new agency has lower limits in its first week, including invitations', async () => {
  await found(world.home, addDays(TEST_NOW, -1))
  const id = await sentInvoice()
  const mail = mailTo(people(20))
  for (let call = 0; call < 12; call++) await as().invoices.mail({ id, mail })
  for (let call = 0; call < 9; call++)
    await as().invitations.create({ email: `guest${call}@elsewhere.test`, role: 'employee' })
  await expect(
    as().invitations.create({ email: 'more@elsewhere.test', role: 'employee' }),
  ).rejects.toMatchObject(tooMany)
  await found(world.home, addDays(TEST_NOW, -8))
  await as().invitations.create({ email: 'more@elsewhere.test', role: 'employee' })
})

test('all agencies together have a limit', async () => {
  const few = { mailRecipientsPerHour: 30 }
  const mine = await sentInvoice()
  const theirs = await sentInvoice(world.foreign)
  await as(world.home.owner, few).invoices.mail({ id: mine, mail: mailTo(people(20)) })
  await expect(
    as(world.foreign.owner, few).invoices.mail({ id: theirs, mail: mailTo(people(20)) }),
  ).rejects.toMatchObject(tooMany)
})

test('sending to the client alone also counts its contacts and copies', async () => {
  const few = { mailRecipientsPerHour: 30 }
  await db
    .updateTable('clients')
    .set({ billing_cc: fromAddresses(people(15)), billing_bcc: fromAddresses(people(15, 'b')) })
    .where('id', '=', world.home.client.clientId)
    .execute()
  const draft = await as().invoices.save(draftFor(world.home.client.clientId))
  await expect(as(world.home.owner, few).invoices.send({ id: draft.id })).rejects.toMatchObject(tooMany)
  expect(await as().invoices.get({ id: draft.id })).toMatchObject({ status: 'draft' })
})

test('a recurring invoice of an unconfirmed user creates drafts and emails no one', async () => {
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const starts_on = toInstant(TEST_NOW).slice(0, 10)
  await as().invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on })
  await clearVerification()
  const services = testServices(db, { config, now: DAY_LATER })
  expect(await writeRecurringInvoices(ctxFor(services, null, DAY_LATER))).toBe(1)
  const { items } = await as().invoices.list({})
  expect(items.map(({ status }) => status)).toEqual(['draft'])
  expect(await queued()).toBe(0)
})

test('a late fee of an unconfirmed user is drafted and emails no one', async () => {
  const { currency: _, ...rules } = await as().invoices.collectionRules()
  await as().invoices.saveCollectionRules({ ...rules, late_fees: 'send' })
  await sentInvoice()
  await clearVerification()
  const before = await queued()
  const later = addDays(TEST_NOW, 45)
  expect(await chargeLateFees(ctxFor(testServices(db, { config, now: later }), null, later))).toBe(1)
  const { items } = await as().invoices.list({})
  expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'sent'])
  expect(await queued()).toBe(before)
})

test("twenty concurrent requests don't exceed the limit", async () => {
  const few = { mailRecipientsPerHour: 100 }
  const id = await sentInvoice()
  const calls = Array.from({ length: 20 }, () =>
    as(world.home.owner, few).invoices.mail({ id, mail: mailTo(people(10)) }),
  )
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10)
})
