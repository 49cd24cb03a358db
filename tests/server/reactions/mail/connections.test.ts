import dns from 'node:dns'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkMailServer, createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'

const mail = { id: 'one', recipient: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '' }

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
    const words = `The mail server at ${new URL(smtpUrl).host} can't switch to TLS (STARTTLS), so the password in SMTP_URL was not sent.`
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
