import dns from 'node:dns'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkMailServer, createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { transact } from '#server/base/core/transaction.ts'
import { queueMail } from '#server/reactions/mail/commands/queue.ts'
import { deliverDueMails, type MailPart } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'

const mail = { id: 'one', recipient: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '' }

const content = { recipient: 'ada@example.test', subject: 'News', greeting: 'Hello,', paragraphs: ['Text.'] }

function senderFor(smtpUrl: string) {
  const sender = createMailSender(readConfig({ SMTP_URL: smtpUrl }), pino({ level: 'silent' }))
  onTestFinished(() => sender.close())
  return sender
}

/** Lets all host names lead to this machine. */
function resolveAllHere() {
  const answer = (addresses: string[]) =>
    ((_host: string, done: (error: null, addresses: string[]) => void) => done(null, addresses)) as never
  vi.spyOn(dns.Resolver.prototype, 'resolve4').mockImplementation(answer(['127.0.0.1']))
  vi.spyOn(dns.Resolver.prototype, 'resolve6').mockImplementation(answer([]))
}

/** An SMTP_URL for that server, with a password. */
const urlAt = (host: string, { url }: { url: string }, query = '') =>
  `${url.replace('127.0.0.1', `ada:secret@${host}`)}${query}`

test.each(['mail.example.com', 'MAIL.example.com.'])(
  'a password is not sent in clear to %s, and the error says what to do',
  async (host) => {
    resolveAllHere()
    const smtp = await startSmtp()
    const smtpUrl = urlAt(host, smtp)
    const words = `The mail server at ${new URL(smtpUrl).host} can’t switch to TLS (STARTTLS), so the password in SMTP_URL was not sent.`
    await expect(senderFor(smtpUrl).send(mail)).rejects.toThrow(words)
    await expect(checkMailServer(readConfig({ SMTP_URL: smtpUrl }), smtpUrl)).rejects.toThrow(words)
    expect(smtp).toMatchObject({ passwords: [], received: [] })
  },
)

test.each(['127.0.0.1', 'localhost', 'mailpit', 'mail.internal', 'relay.local.'])(
  'a password may be sent in clear to %s, which is on this machine or network',
  async (host) => {
    resolveAllHere()
    const smtp = await startSmtp()
    await senderFor(urlAt(host, smtp)).send(mail)
    expect(smtp.passwords).toEqual(['secret in clear'])
  },
)

test.each(['/?requireTLS=false', '/?ignoreTLS=true'])('%s in SMTP_URL allows it elsewhere', async (query) => {
  resolveAllHere()
  const smtp = await startSmtp()
  await senderFor(urlAt('mail.example.com', smtp, query)).send(mail)
  expect(smtp.passwords).toEqual(['secret in clear'])
})

test('without a password, a server elsewhere needs no TLS', async () => {
  resolveAllHere()
  const smtp = await startSmtp()
  await senderFor(smtp.url.replace('127.0.0.1', 'mail.example.com')).send(mail)
  expect(smtp.received).toHaveLength(1)
})

test('with STARTTLS, the password is sent encrypted', async () => {
  resolveAllHere()
  const smtp = await startSmtp({ startTls: true })
  await senderFor(urlAt('mail.example.com', smtp, '/?tls.rejectUnauthorized=false')).send(mail)
  expect(smtp.passwords).toEqual(['secret encrypted'])
})

test('emails in a row share a connection, also once the server closed it', async () => {
  const smtp = await startSmtp()
  const sender = senderFor(urlAt('127.0.0.1', smtp))
  for (let sent = 0; sent < 3; sent++) await sender.send(mail)
  expect(smtp).toMatchObject({ passwords: ['secret in clear'] })
  smtp.cutConnections()
  await sender.send(mail)
  expect(smtp.received).toHaveLength(4)
  expect(smtp.connections()).toBe(2)
})

test.each([
  '421 4.7.0 Too many concurrent SMTP connections',
  '421 4.3.2 Concurrent connections limit exceeded',
  '421 mail.example.com: too many connections from your IP',
])('the greeting "%s" is explained', async (greeting) => {
  const { url } = await startSmtp({ greeting })
  await expect(senderFor(url).send(mail)).rejects.toThrow(
    `The mail server at ${new URL(url).host} accepts fewer connections: append /?maxConnections=2 to SMTP_URL, for instance. It says: ${greeting}`,
  )
})

test.each([
  ['', [4, 6]],
  ['/?maxConnections=3', [1, 2]],
  ['/?maxConnections=1', [1, 1]],
])('with %j in SMTP_URL, %j emails are sent at once', async (query, expected) => {
  const { db } = await createTestDatabase()
  const services = testServices(db, { config: { smtpUrl: `smtp://mail.example.com${query}` } })
  const ctx = ctxFor(services, null)
  await transact(ctx, async (tx) => {
    for (let mails = 0; mails < 5; mails++) await queueMail(tx, 'Foyer', { ...content, urgent: true })
    for (const agencyId of 'abcdefgh') {
      await queueMail(tx, 'Foyer', content)
      await tx.db.updateTable('mail_outbox').set({ lane: agencyId }).where('lane', 'is', null).execute()
    }
  })
  const atOnce = async (part: MailPart) => {
    let [current, highest] = [0, 0]
    const send = async () => {
      highest = Math.max(highest, ++current)
      await sleep(50)
      current--
      return '250 OK'
    }
    await deliverDueMails(ctx, { send, close: () => {} }, { part })
    return highest
  }
  expect([await atOnce('account'), await atOnce('others')]).toEqual(expected)
})
