import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MailSender } from '#server/base/adapters/mail.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addDays, addMinutes, toInstant } from '#server/base/db/values.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

test("an email whose link has expired isn't sent, and the log says so", async () => {
  const { db } = await createTestDatabase()
  const { admin, home } = await createWorld(db)
  await callerAs(db, null).auth.requestPasswordReset({ email: home.owner.email })
  await callerAs(db, home.owner).invitations.create({ email: 'new@example.test', role: 'employee' })
  const queued = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'not_after'])
    .orderBy('recipient')
    .execute()
  expect(queued).toEqual([
    { recipient: home.owner.email, not_after: toInstant(addMinutes(TEST_NOW, 30)) },
    { recipient: 'new@example.test', not_after: toInstant(addDays(TEST_NOW, 7)) },
  ])
  const sent: string[] = []
  const sender: MailSender = {
    send: async ({ recipient }) => {
      sent.push(recipient)
      return '250 OK'
    },
    close: () => {},
  }
  const now = addMinutes(TEST_NOW, 31)
  const result = await deliverDueMails(ctxFor(testServices(db, { now }), null), sender)
  expect(result).toEqual({ sent: 1, failed: 1 })
  expect(sent).toEqual(['new@example.test'])
  const { items } = await callerAs(db, admin).platform.mails({ status: 'failed' })
  expect(items).toMatchObject([
    { recipient: home.owner.email, last_error: 'Not sent: its link expired before it could be.' },
  ])
  await expect(callerAs(db, admin).platform.retryMail({ id: items[0]?.id ?? '' })).rejects.toThrow('too old')
})

async function setUp(refuse?: () => boolean) {
  const { db } = await createTestDatabase()
  const { home, foreign, admin } = await createWorld(db)
  const sent: string[] = []
  const texts: string[] = []
  const sender: MailSender = {
    send: async ({ recipient, subject, text }) => {
      if (refuse?.()) throw new Error('The mail server is down.')
      sent.push(`${recipient}: ${subject}`)
      texts.push(`${recipient}: ${text}`)
      return '250 OK'
    },
    close: () => {},
  }
  const deliver = (now = TEST_NOW) => deliverDueMails(ctxFor(testServices(db, { now }), null), sender)
  const reasons = async () =>
    (await callerAs(db, admin).platform.mails({ status: 'failed' })).items.map(
      ({ recipient, last_error }) => `${recipient}: ${last_error}`,
    )
  return { db, home, foreign, admin, sent, texts, deliver, reasons }
}

test("invitations and other links that were withdrawn, used or replaced aren't emailed", async () => {
  const { db, home, foreign, sent, deliver, reasons } = await setUp()
  const owner = callerAs(db, home.owner)
  const invite = (email: string) => owner.invitations.create({ email, role: 'employee' })
  const revoked = await invite('revoked@example.test')
  const again = await invite('again@example.test')
  await invite('accepted@example.test')
  await callerAs(db, foreign.owner).invitations.create({ email: 'open@example.test', role: 'employee' })
  await owner.invitations.revoke({ id: revoked.id })
  await owner.invitations.resend({ id: again.id })
  const token = await mailedToken(db, 'accepted@example.test', 'invitation')
  const newcomer = { name: 'Nora New', password: 'quiet-harbour-7' }
  await (await openBrowser(db).api()).invitations.accept({ token, ...newcomer })
  for (const minutes of [0, 15]) {
    const now = addMinutes(TEST_NOW, minutes)
    await callerAs(db, null, { now }).auth.requestPasswordReset({ email: home.owner.email })
  }
  await deliver(addMinutes(TEST_NOW, 20))
  expect(sent.toSorted()).toEqual(
    [
      'again@example.test: Home Agency invites you to Foyer',
      `${home.owner.email}: Reset your Foyer password`,
      'open@example.test: Foreign Agency invites you to Foyer',
    ].toSorted(),
  )
  const gone = 'Not sent: its link no longer worked.'
  expect((await reasons()).toSorted()).toEqual(
    [
      `accepted@example.test: ${gone}`,
      `again@example.test: ${gone}`,
      `${home.owner.email}: ${gone}`,
      `revoked@example.test: ${gone}`,
    ].toSorted(),
  )
})

test("a revoked invitation isn't emailed when all failed emails are resent", async () => {
  let isDown = true
  const { db, home, admin, sent, deliver, reasons } = await setUp(() => isDown)
  const owner = callerAs(db, home.owner)
  const { id } = await owner.invitations.create({ email: 'revoked@example.test', role: 'employee' })
  for (const minutes of [0, 1, 6, 21, 81, 321, 1041, 2481]) await deliver(addMinutes(TEST_NOW, minutes))
  await owner.invitations.revoke({ id })
  isDown = false
  expect(await callerAs(db, admin).platform.retryMails()).toEqual({ resent: 1 })
  await deliver(addMinutes(TEST_NOW, 2500))
  expect(sent).toEqual([])
  expect(await reasons()).toEqual(['revoked@example.test: Not sent: its link no longer worked.'])
})

test('a reminder that waited says what is due when it is delivered', async () => {
  let isDown = true
  const { db, home, foreign, sent, texts, deliver } = await setUp(() => isDown)
  const id = await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await sendInvoiceTo(callerAs(db, foreign.owner), foreign.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  const dueDay = new Date('2026-04-03T10:00:00Z')
  await remindOfInvoices(ctxFor(testServices(db), null, dueDay))
  await deliver(dueDay)
  const part = { invoice_id: id, amount: 60_000, method: 'bank' as const, request_id: crypto.randomUUID() }
  await callerAs(db, home.owner, { now: dueDay }).payments.recordManual(part)
  isDown = false
  const later = addMinutes(dueDay, 2)
  await deliver(later)
  expect(sent.filter((mail) => mail.includes('due')).toSorted()).toEqual(
    [home, foreign].map(({ client }) => `${client.email}: Invoice INV-1001 is due today`).toSorted(),
  )
  expect(
    texts.find((text) => text.startsWith(home.client.email) && text.includes('is outstanding')),
  ).toContain('$3,000.00 USD is outstanding')
  expect(texts.find((text) => text.startsWith(foreign.client.email))).toContain(
    '$3,600.00 USD is outstanding',
  )
})

test('“is due today” is corrected if the email is delivered on another day', async () => {
  let isDown = true
  const { db, home, sent, texts, deliver } = await setUp(() => isDown)
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  const dueDay = new Date('2026-04-03T12:00:00Z')
  await remindOfInvoices(ctxFor(testServices(db), null, dueDay))
  await deliver(dueDay)
  isDown = false
  await deliver(addMinutes(dueDay, 1441))
  expect(sent).toEqual([`${home.client.email}: Invoice INV-1001 is 1 day overdue`])
  const [, link = ''] = /pay\?token=([\w-]+)/.exec(texts[0] ?? '') ?? []
  expect(await callerAs(db, null).invoices.byLink({ token: link })).toMatchObject({ number: 'INV-1001' })
})

test('a reminder that waited until the next one isn’t emailed, and the next one is, once', async () => {
  let isDown = true
  const { db, home, sent, deliver, reasons } = await setUp(() => isDown)
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  for (const day of ['2026-03-31', '2026-04-03']) {
    const now = new Date(`${day}T10:00:00Z`)
    await remindOfInvoices(ctxFor(testServices(db), null, now))
    await deliver(now)
  }
  isDown = false
  await deliver(new Date('2026-04-05T10:00:00Z'))
  expect(sent).toEqual([`${home.client.email}: Invoice INV-1001 is 2 days overdue`])
  expect(await reasons()).toEqual([`${home.client.email}: Not sent: a later reminder replaced it.`])
})

test('a rewritten reminder greets people in copy as before', async () => {
  let isDown = true
  const { db, home, texts, deliver } = await setUp(() => isDown)
  await db
    .updateTable('clients')
    .set({ billing_cc: 'books@example.test' })
    .where('id', '=', home.client.clientId)
    .execute()
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  const dueDay = new Date('2026-04-03T12:00:00Z')
  await remindOfInvoices(ctxFor(testServices(db), null, dueDay))
  const mails = await db.selectFrom('mail_outbox').select(['recipient', 'text']).execute()
  const greetingOf = (text: string) => /Hello.*,/.exec(text)?.[0]
  const before = mails.map(({ recipient, text }) => `${recipient}: ${greetingOf(text)}`)
  await deliver(dueDay)
  isDown = false
  await deliver(addMinutes(dueDay, 1441))
  const after = texts.map((text) => `${text.split(':')[0]}: ${greetingOf(text)}`)
  expect(after).toHaveLength(2)
  expect(after.toSorted()).toEqual(before.toSorted())
})

test("a reminder isn't emailed once the invoice is paid, and others are", async () => {
  const { db, home, foreign, sent, deliver, reasons } = await setUp()
  const owner = callerAs(db, home.owner)
  const id = await sendInvoiceTo(owner, home.client.clientId)
  await sendInvoiceTo(callerAs(db, foreign.owner), foreign.client.clientId)
  await deliver()
  sent.length = 0
  const dueDay = new Date('2026-04-03T10:00:00Z')
  await remindOfInvoices(ctxFor(testServices(db), null, dueDay))
  const paid = { invoice_id: id, amount: 360_000, method: 'bank' as const, request_id: crypto.randomUUID() }
  await callerAs(db, home.owner, { now: dueDay }).payments.recordManual(paid)
  await deliver(dueDay)
  expect(sent.filter((mail) => mail.includes('due'))).toEqual([
    `${foreign.client.email}: Invoice INV-1001 is due today`,
  ])
  expect(await reasons()).toEqual([`${home.client.email}: Not sent: nothing was due anymore.`])
})

test("a reminder of an installment isn't emailed once that is paid", async () => {
  const { db, home, sent, deliver } = await setUp()
  const owner = callerAs(db, home.owner)
  const instalments = ['2026-04-03', '2026-05-03']
  const { id } = await owner.invoices.save({ ...draftFor(home.client.clientId), instalments })
  await owner.invoices.send({ id })
  await deliver()
  sent.length = 0
  const dueDay = new Date('2026-04-03T10:00:00Z')
  await remindOfInvoices(ctxFor(testServices(db), null, dueDay))
  const paid = { invoice_id: id, amount: 180_000, method: 'bank' as const, request_id: crypto.randomUUID() }
  await callerAs(db, home.owner, { now: dueDay }).payments.recordManual(paid)
  await deliver(dueDay)
  expect(sent.filter((mail) => mail.includes('due'))).toEqual([])
})

test('notifications that wait are not emailed to people who turn them off or lose their access', async () => {
  const { db, home, sent, deliver, reasons } = await setUp()
  const people = [home.owner, home.employee, home.client]
  await transact(ctxFor(db, home.owner, TEST_NOW), (tx) =>
    notify(tx, {
      event: 'mention',
      userIds: people.map(({ userId }) => userId),
      actorToo: true,
      title: 'News',
      link: '/messages',
    }),
  )
  await queueNotificationMails(ctxFor(testServices(db), null, addMinutes(TEST_NOW, 3)))
  await callerAs(db, home.owner).notifications.savePreferences({ delivery: 'off', events: [] })
  await db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', home.client.userId).execute()
  await deliver(addMinutes(TEST_NOW, 4))
  expect(sent).toEqual([`${home.employee.email}: News`])
  expect(await reasons()).toHaveLength(2)
})

test('every email that states when its link expires has that time as its deadline', () => {
  for (const file of globSync('server/reactions/mail/handlers/*.ts')) {
    const text = readFileSync(file, 'utf8')
    const times = (pattern: RegExp) => text.match(pattern)?.length ?? 0
    expect(times(/notAfter:/g), file).toBe(times(/link works once/g))
    expect(times(/whileWorks\(/g), file).toBe(times(/link works once/g))
  }
})
