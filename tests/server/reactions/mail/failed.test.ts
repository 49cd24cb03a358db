import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { addDays, addMinutes } from '#server/base/db/values.ts'
import { cleanUp } from '#server/domains.ts'
import { queueFigures } from '#server/overview/platform/queries/figures.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

const NO_SUCH_USER = '550 5.1.1 No such user'
/** When the attempts are due, in minutes. */
const ATTEMPTS = [0, 1, 6, 21, 81, 321, 1041, 2481]

async function setUp(refuse: string) {
  const { db } = await createTestDatabase()
  const { home, foreign, admin } = await createWorld(db)
  const smtp = await startSmtp({ refuse })
  const sender = createMailSender(readConfig({ SMTP_URL: smtp.url }), pino({ level: 'silent' }))
  onTestFinished(() => sender.close())
  const servicesAt = (minutes: number) => testServices(db, { now: addMinutes(TEST_NOW, minutes) })
  const deliver = (minutes = 0) => deliverDueMails(ctxFor(servicesAt(minutes), null), sender)
  const owner = callerAs(db, home.owner)
  const titlesOf = async (person: typeof home.owner) =>
    (await callerAs(db, person).notifications.list({})).items.map(({ title }) => title)
  const historyOf = async (invoiceId: string) =>
    (await owner.activity.list({ invoice_id: invoiceId })).items.map(({ summary }) => summary)
  const outbox = () => db.selectFrom('mail_outbox').select(['recipient', 'status', 'attempts']).execute()
  return { db, home, foreign, admin, owner, servicesAt, deliver, titlesOf, historyOf, outbox }
}

test("owners are notified immediately, and nobody else, if a client's address is rejected", async () => {
  const { home, foreign, admin, owner, deliver, titlesOf, historyOf, outbox } = await setUp(NO_SUCH_USER)
  const invoiceId = await sendInvoiceTo(owner, home.client.clientId)
  expect(await deliver()).toEqual({ sent: 0, failed: 1 })
  expect(await outbox()).toEqual([{ recipient: home.client.email, status: 'failed', attempts: 1 }])
  expect(await historyOf(invoiceId)).toContainEqual(
    expect.stringContaining(`could not be emailed to ${home.client.email}`),
  )
  const { items } = await owner.notifications.list({})
  expect(items).toMatchObject([{ event: 'mail_failed', link: `/invoices?invoice=${invoiceId}` }])
  expect(items[0]?.title).toContain(`could not be emailed to ${home.client.email}.`)
  expect(items[0]?.title).toContain(NO_SUCH_USER)
  for (const other of [home.employee, foreign.owner, admin]) {
    expect(await titlesOf(other)).not.toContainEqual(expect.stringContaining('could not be emailed'))
  }
})

test('a rejected invitation is reported, too', async () => {
  const { owner, home, deliver, titlesOf } = await setUp(NO_SUCH_USER)
  await owner.invitations.create({ email: 'new@example.test', role: 'employee' })
  await deliver()
  expect(await titlesOf(home.owner)).toEqual([
    expect.stringMatching(
      /^“.* invites you to Foyer” could not be emailed to new@example\.test\. .*550 5\.1\.1/,
    ),
  ])
})

test.each([
  '550 No such mailbox here',
  '550-5.2.1 This account does not receive mail',
  '553 5.1.3 Bad address',
])('the answer "%s" is told at once', async (answer) => {
  const { owner, home, deliver, titlesOf } = await setUp(answer)
  await sendInvoiceTo(owner, home.client.clientId)
  await deliver()
  expect(await titlesOf(home.owner)).toEqual([expect.stringContaining('could not be emailed')])
})

test.each([
  '450 4.2.0 Try again later',
  '550 5.1.8 Sender address rejected: Domain not found',
  '550 5.4.5 Daily user sending limit exceeded',
  '550 relay not permitted',
  '554 5.7.1 Relay access denied',
])('the answer "%s" is tried again, and told after the last attempt', async (answer) => {
  const { owner, home, deliver, titlesOf, historyOf } = await setUp(answer)
  const invoiceId = await sendInvoiceTo(owner, home.client.clientId)
  for (const minutes of ATTEMPTS) {
    expect(await titlesOf(home.owner)).toEqual([])
    expect(await deliver(minutes)).toEqual({ sent: 0, failed: 1 })
  }
  expect(await titlesOf(home.owner)).toEqual([expect.stringMatching(/could not be emailed to .*\.$/)])
  expect(await historyOf(invoiceId)).toContainEqual(
    expect.stringContaining(`could not be emailed to ${home.client.email}`),
  )
})

describe('emails about failed emails', () => {
  test('end with the one that tells an owner of a refused address of their own', async () => {
    const { home, owner, servicesAt, deliver, titlesOf, outbox } = await setUp(NO_SUCH_USER)
    await sendInvoiceTo(owner, home.client.clientId)
    for (const minutes of [0, 5, 10, 15, 20, 25]) {
      await deliver(minutes)
      await queueNotificationMails(ctxFor(servicesAt(minutes + 4), null))
    }
    await deliver(30)
    expect((await outbox()).map(({ recipient }) => recipient)).toEqual([
      home.client.email,
      home.owner.email,
      home.owner.email,
    ])
    expect(await titlesOf(home.owner)).toEqual([
      `Notifications can’t be emailed to ${home.owner.email}. Its mail server says: ${NO_SUCH_USER}`,
      expect.stringContaining(`could not be emailed to ${home.client.email}`),
    ])
  })
})

test('all failed emails are resent together, except to those who may no longer get them', async () => {
  const { db, home, foreign, admin, owner, servicesAt, deliver, outbox } = await setUp(NO_SUCH_USER)
  const platform = callerAs(db, admin)
  const statuses = async () =>
    (await outbox()).map(({ recipient, status }) => `${recipient} ${status}`).toSorted()
  await sendInvoiceTo(owner, home.client.clientId)
  await owner.invitations.create({ email: 'new@example.test', role: 'employee' })
  await sendInvoiceTo(callerAs(db, foreign.owner), foreign.client.clientId)
  await deliver()
  await queueNotificationMails(ctxFor(servicesAt(4), null))
  await deliver(5)
  const failed = [
    `${foreign.client.email} failed`,
    `${foreign.owner.email} failed`,
    `${home.client.email} failed`,
    `${home.owner.email} failed`,
    'new@example.test failed',
  ]
  expect(await statuses()).toEqual(failed.toSorted())
  expect(await platform.platform.resendableMails()).toEqual({ count: 5 })

  await platform.agencies.setSuspended({ id: foreign.agencyId, suspended: true })
  await db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', home.owner.userId).execute()
  await db.updateTable('mail_outbox').set({ text: '' }).where('recipient', '=', 'new@example.test').execute()
  expect(await platform.platform.resendableMails()).toEqual({ count: 1 })
  for (const resent of [1, 0]) expect(await platform.platform.retryMails()).toEqual({ resent })
  expect((await outbox()).filter(({ status }) => status === 'queued')).toEqual([
    { recipient: home.client.email, status: 'queued', attempts: 0 },
  ])
  await expect(owner.platform.retryMails()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('failures count for a week, and the log is deleted after half a year', async () => {
  const { db, home, admin, owner, deliver, outbox } = await setUp(NO_SUCH_USER)
  await sendInvoiceTo(owner, home.client.clientId)
  await deliver()
  await sendInvoiceTo(owner, home.client.clientId)
  await db.updateTable('mail_outbox').set({ status: 'sent' }).where('status', '=', 'queued').execute()
  await sendInvoiceTo(owner, home.client.clientId)
  const failed = async (days: number) => {
    const now = addDays(TEST_NOW, days)
    const [figures] = await queueFigures(ctxFor(db, null, now))
    return [(await callerAs(db, admin, { now }).platform.settings()).mail.failed, figures?.failed]
  }
  expect(await failed(7)).toEqual([1, 1])
  expect(await failed(8)).toEqual([0, 0])
  await cleanUp(ctxFor(testServices(db), null, addDays(TEST_NOW, 180)))
  expect(await outbox()).toHaveLength(3)
  await cleanUp(ctxFor(testServices(db), null, addDays(TEST_NOW, 181)))
  expect((await outbox()).map(({ status }) => status)).toEqual(['queued'])
})
