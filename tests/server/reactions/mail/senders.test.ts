import { type AddressInfo, createServer } from 'node:net'
import { hostname } from 'node:os'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { checkMailServer, createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { inAgency, whereItHappened } from '#server/base/core/rows/reach.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { queueMail } from '#server/reactions/mail/commands/queue.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { MAIL_HANDLERS, sendsMail } from '#server/reactions/mail/react.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import type { EventName, PayloadOf } from '#shared/reactions/events.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { addProject } from '#tests/support/work.ts'
import { addContributor, createWorld, type TestAgency } from '#tests/support/world.ts'

const silent = pino({ level: 'silent' })

const PORTAL = { config: { appName: 'Portico' } }

/** Emails sent only to an agency's own people or the platform's. */
const TO_THE_TEAM = new Set<EventName>([
  'agency.created',
  'alert.began',
  'alert.ended',
  'alert.lasts',
  'bank-details.changed',
  'member.joined',
  'owner.disabled',
  'owner.enabled',
  'owner.handed-over',
  'owner.removed',
  'payment-account.changed',
  'payment.succeeded',
])

/** Declared by domains that keep them beside their own tests. */
const SAMPLES = import.meta.glob<MailSamples>('../../**/mail-samples.ts', {
  eager: true,
  import: 'mailSamples',
})

type MailSamples = (ofClient: never, charge: never) => Payloads

type Payloads = { [Name in EventName]?: PayloadOf<Name> }

/** Every email sent to a client or its contacts, by event. */
function toClients({ agencyId, client }: TestAgency, invoiceId: string): Payloads {
  const { name, email, clientId, userId } = client
  const mail = {
    id: invoiceId,
    agencyId,
    clientId,
    number: 'INV-1',
    title: 'Site',
    issuerName: 'Home Agency',
    clientName: name,
    mailTo: { to: [{ name, email }], cc: [], bcc: [] },
    currency: 'USD',
    payToken: 'token',
  }
  const reminder = { ...mail, occasion: 'by_hand', amountDue: 100, standing: 'is due' } as const
  const ofClient = { id: clientId, agencyId, clientId, name, clientEmail: email, agencyName: 'Home Agency' }
  const charge = { ...mail, clientEmail: email, amount: 100 }
  const to = { name, email, userId }
  const refund = {
    id: 'x',
    agencyId,
    clientId,
    payee: 'agency',
    invoiceId,
    status: 'refunded',
    payerUserId: null,
    payerName: name,
    byProvider: true,
    amount: 100,
    refunded: 100,
    currency: 'USD',
    description: 'INV-1 Site',
  }
  return {
    'invitation.sent': {
      id: 'x',
      email: 'guest@example.test',
      role: 'client',
      again: false,
      secret: 's',
      days: 7,
    },
    'invoice.sent': { ...mail, total: 100 },
    'invoice.mailed': { ...mail, kind: 'invoice', total: 100 },
    'invoice.receipt-sent': { ...mail, amount: 100, settled: true, standing: 'is paid', paymentId: null },
    'invoice.reminded': reminder,
    'invoice.reminder-due': reminder,
    'payment.failed': {
      id: 'x',
      agencyId,
      clientId,
      purpose: 'invoice',
      payee: 'agency',
      invoiceId,
      payerUserId: null,
      payerName: name,
      amount: 100,
      currency: 'USD',
      late: true,
      reopened: { ...mail, clientEmail: email },
    },
    'payment.refunded': refund,
    'payment.refund-failed': { ...refund, announced: true },
    ...Object.assign(
      {},
      ...Object.values(SAMPLES).map((sample) => sample(ofClient as never, charge as never)),
    ),
    'user.verification-requested': { id: userId, to, secret: 's' },
    'user.registered-again': { id: userId, to },
    'password.reset-requested': { id: userId, to, secret: 's' },
    'password.reset': { id: userId, to, factorEnded: false },
    'password.changed': { id: userId, to },
    'two-factor.reset': { id: userId, agencyId, to, resetBy: 'Owner' },
    'email.change-requested': { id: userId, to: { ...to, email: 'new@example.test' }, secret: 's' },
    'email.changed': { id: userId, name, from: 'old@example.test', to: email },
    'api-token.created': { id: 'x', to, name: 'Token', until: 'tomorrow', scopes: 'work' },
    'api-token.revoked-all': { id: 'x', to, revoked: 2 },
  }
}

const outbox = (db: Db) => db.selectFrom('mail_outbox').selectAll().execute()

const contextOf = (db: Db, actor: SeedPerson | null) => {
  const services = testServices(db, PORTAL)
  return actor === null ? ctxFor(services, null) : ctxFor(services, actor)
}

const run = (db: Db, actor: SeedPerson | null, { agencyId }: TestAgency, name: string, payload: unknown) =>
  transact(contextOf(db, actor), async (tx) => {
    const handle = MAIL_HANDLERS[name as EventName] as (tx: unknown, payload: unknown) => Promise<void>
    await handle(whereItHappened(tx, agencyId), payload)
  })

const WORDS = { subject: 'Invoice', body: 'Here it is.' }

const isAccount = (name: string) => /^(user|password|two-factor|email|api-token)\./.test(name)

test('emails to clients are from the agency via the portal, with replies to the sender', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await db.updateTable('agencies').set({ logo: '/pictures/logo' }).where('id', '=', home.agencyId).execute()
  const invoiceId = await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  const mails = toClients(home, invoiceId)
  const sending = (Object.keys(MAIL_HANDLERS) as EventName[]).filter(sendsMail)
  expect([...Object.keys(mails), ...TO_THE_TEAM].sort()).toEqual(sending.sort())

  for (const [name, payload] of Object.entries(mails)) {
    const sender = isAccount(name) ? home.client : home.employee
    for (const actor of [sender, null]) {
      if (actor === null && name.startsWith('email.')) continue
      await db.deleteFrom('mail_outbox').execute()
      await run(db, actor, home, name, payload)
      const queued = await outbox(db)
      expect(queued.length, name).toBeGreaterThan(0)
      for (const mail of queued) {
        expect(mail.from_name, name).toBe('Home Agency via Portico')
        expect(mail.reply_to, name).toBe(actor === home.employee ? home.employee.email : home.owner.email)
        expect(mail.html, name).toMatch(/<img src="cid:logo-logo"[^>]*>Home Agency<\/p>/)
        expect(mail.html, name).toMatch(/>by <img[^>]*> Portico<\/p>/)
      }
    }
  }
})

test("automatic emails have the agency's billing address for replies, if set", async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  await owner.letterhead.saveCompany({ email: 'billing@home.example', version: 0 })
  const invoiceId = await sendInvoiceTo(owner, home.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  await run(db, null, home, 'invoice.reminder-due', toClients(home, invoiceId)['invoice.reminder-due'])
  expect((await outbox(db)).map((mail) => mail.reply_to)).toEqual(['billing@home.example'])
})

test("an owner's copy matches the client's email; the team's own emails are from the portal", async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const invoiceId = await sendInvoiceTo(owner, home.client.clientId)
  await db.deleteFrom('mail_outbox').execute()
  const mail = { ...WORDS, to: [home.client.email], bcc: [home.owner.email] }
  await owner.invoices.mail({ id: invoiceId, mail })
  await run(db, null, home, 'password.changed', {
    id: 'x',
    to: { name: 'Home Employee', email: home.employee.email },
  })
  const seen = (await outbox(db)).map(({ recipient, from_name }) => ({ recipient, from_name }))
  expect(seen).toContainEqual({ recipient: home.owner.email, from_name: 'Home Agency via Foyer' })
  expect(seen).toContainEqual({ recipient: home.employee.email, from_name: null })
})

test('replies to a news email go to its author, or to the agency if there is more than one', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const second = await addContributor(db, home.agencyId, 'Second')
  const { id: project_id } = await addProject(db, home)
  await callerAs(db, home.client).notifications.savePreferences({
    delivery: 'instant',
    events: [{ event: 'message', in_app: true, email: true }],
  })
  const mailAfter = async (senders: SeedPerson[]) => {
    for (const sender of senders) await callerAs(db, sender).messages.send({ project_id, content: 'Hello' })
    const later = new Date(TEST_NOW.getTime() + 600_000)
    await db.deleteFrom('mail_outbox').execute()
    await queueNotificationMails(ctxFor(testServices(db, { now: later }), null))
    const mails = (await outbox(db)).filter((mail) => mail.recipient === home.client.email)
    await db.deleteFrom('notifications').execute()
    return mails.map(({ from_name, reply_to }) => ({ from_name, reply_to }))
  }
  const from_name = 'Home Agency via Foyer'
  expect(await mailAfter([home.employee])).toEqual([{ from_name, reply_to: home.employee.email }])
  expect(await mailAfter([home.employee, second])).toEqual([{ from_name, reply_to: home.owner.email }])
})

const NAMES = [
  ['Smith, "Lind" & <Sons>', /^From: .*Smith.*<no-reply@localhost>$/m],
  ['Evil\r\nBcc: victim@example.test', /^From: .*Evil Bcc.*<no-reply@localhost>$/m],
  ['Büro Žižka 株式会社', /^From: =\?UTF-8\?.*<no-reply@localhost>$/m],
  ['boss@bank.example <boss@bank.example>', /^From: .*<no-reply@localhost>$/m],
] as const

test.each(NAMES)("the agency name %j can't add a header or another sender", async (name, from) => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await db.updateTable('agencies').set({ name }).where('id', '=', home.agencyId).execute()
  const smtp = await startSmtp()
  const config = { ...readConfig({}), smtpUrl: smtp.url, mailFrom: 'Foyer <no-reply@localhost>' }
  const services = testServices(db)
  const sender = createMailSender(config, services.log)
  await transact(ctxFor(db, home.owner, TEST_NOW), (tx) =>
    queueMail(inAgency(tx, home), 'Foyer', {
      recipient: 'client@example.test',
      subject: 'News',
      greeting: 'Hello,',
      paragraphs: ['Text.'],
    }),
  )
  expect(await deliverDueMails(ctxFor(services, null), sender)).toEqual({ sent: 1, failed: 0 })
  sender.close()
  const [mail] = smtp.received
  const head = (mail?.content.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').replaceAll('\r\n', '\n')
  expect(head).toMatch(from)
  expect(head.match(/^From:/gm)).toHaveLength(1)
  expect(head.match(/@/g)?.length).toBe(head.replace(/^From:.*$/m, 'From: @').match(/@/g)?.length)
  expect(head).not.toMatch(/^Bcc:/m)
  expect(head).toContain(`Reply-To: ${home.owner.email}`)
  expect(mail?.recipients).toEqual(['client@example.test'])
})

test.each([
  [{ APP_NAME: 'Studio: Portal' }, '"Studio: Portal" <no-reply@localhost>'],
  [{ APP_NAME: 'Lind (Berlin)' }, '"Lind (Berlin)" <no-reply@localhost>'],
  [{ MAIL_FROM: '"Lind, Berlin" <portal@lind.example>' }, '"Lind, Berlin" <portal@lind.example>'],
  [{ MAIL_FROM: 'Lind <portal@lind.example>' }, 'Lind <portal@lind.example>'],
  [{ MAIL_FROM: 'portal@lind.example' }, 'portal@lind.example'],
])('with %j mails come from %s', async (settings, from) => {
  const smtp = await startSmtp()
  const sender = createMailSender(readConfig({ ...settings, SMTP_URL: smtp.url }), silent)
  await sender.send({ id: '1', recipient: 'ann@example.test', subject: 'News', text: 'Text.', html: '' })
  sender.close()
  expect(smtp.received[0]?.content).toContain(`From: ${from}\r\n`)
})

test('smtps:// to a server that starts in plain text is explained', async () => {
  const { url } = await startSmtp()
  const sender = createMailSender(readConfig({ SMTP_URL: url.replace('smtp:', 'smtps:') }), silent)
  const mail = {
    id: 'one',
    recipient: 'ada@example.test',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  }
  await expect(sender.send(mail)).rejects.toThrow(
    `The mail server at ${new URL(url).host} doesn’t expect TLS from the start. Use smtp:// in SMTP_URL`,
  )
  sender.close()
})

test('smtp:// to a server that expects TLS from the start is explained', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `smtp://${host}/?greetingTimeout=50`
  await expect(checkMailServer(readConfig({ SMTP_URL: url }), url)).rejects.toThrow(
    `The mail server at ${host} sent no greeting. If it expects TLS from the start, as on port 465, use smtps:// in SMTP_URL.`,
  )
})

/** [PUBLIC_URL, what follows in SMTP_URL, the name sent to the mail server]; null for nodemailer's own. */
const CLIENT_NAMES = [
  ['https://portal.example.test', '', 'portal.example.test'],
  ['https://portal.example.test:8443', '', 'portal.example.test'],
  ['https://portal.example.test', '/?name=mail.example.test', 'mail.example.test'],
  ['http://localhost:3000', '/?name=mail.example.test', 'mail.example.test'],
  ['http://localhost:3000', '', null],
  ['http://192.0.2.7', '', null],
  ['http://[2001:db8::7]', '', null],
  ['http://portal', '', null],
] as const

test.each(CLIENT_NAMES)('at %s, the mail server (%j) gets the name %s', async (publicUrl, query, name) => {
  const { url, clientNames } = await startSmtp()
  const smtpUrl = `${url}${query}`
  const config = readConfig({ SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl, MAIL_FROM: 'foyer@example.test' })
  const sender = createMailSender(config, silent)
  await sender.send({ id: 'one', recipient: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '' })
  sender.close()
  await checkMailServer(config, smtpUrl)
  const machine = hostname().includes('.') ? expect.stringContaining('.') : '[127.0.0.1]'
  await expect.poll(() => clientNames).toEqual([name ?? machine, name ?? machine])
})
