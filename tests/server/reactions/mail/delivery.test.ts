import { readdirSync, readFileSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { createMailSender, type MailSender } from '#server/base/adapters/mail.ts'
import { type Config, readConfig } from '#server/base/core/config.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { queueCopies, queueMail } from '#server/reactions/mail/commands/queue.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

const log = pino({ level: 'silent' })
const minutesLater = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * 60_000)

function senderFor(config: Partial<Config>): MailSender {
  const sender = createMailSender({ ...readConfig({}), ...config }, log)
  onTestFinished(() => sender.close())
  return sender
}

const queue = (db: Db, recipient: string) =>
  transact(ctxFor(db, null, TEST_NOW), (tx) =>
    queueMail(tx, 'Foyer', {
      recipient,
      subject: `For ${recipient}`,
      greeting: 'Hello,',
      paragraphs: ['A secret link follows.'],
      button: { label: 'Open', url: 'https://portal.example.test/?verify=secret' },
    }),
  )

const deliver = (db: Db, sender: MailSender, now = TEST_NOW) =>
  deliverDueMails(ctxFor(testServices(db, { now }), null), sender)

const outbox = (db: Db) =>
  db.selectFrom('mail_outbox').select(['status', 'attempts', 'text', 'html', 'last_error']).execute()

test('a queued email is delivered once as text and HTML, and its body is deleted afterwards', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp()
  const sender = senderFor({ smtpUrl: smtp.url, mailFrom: 'Foyer <no-reply@example.test>' })
  await queue(db, 'jo@example.test')
  expect(await deliver(db, sender)).toEqual({ sent: 1, failed: 0 })
  expect(await deliver(db, sender, minutesLater(60))).toEqual({ sent: 0, failed: 0 })
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]?.recipients).toEqual(['jo@example.test'])
  for (const part of ['From: Foyer <no-reply@example.test>', 'text/plain', 'text/html', 'Subject: For jo@'])
    expect(smtp.received[0]?.content).toContain(part)
  expect(await outbox(db)).toEqual([{ status: 'sent', attempts: 1, text: '', html: '', last_error: null }])
})

test('a dropped connection is retried without sending the email twice', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp({ dropMidway: 1 })
  const sender = senderFor({ smtpUrl: smtp.url })
  await queue(db, 'jo@example.test')
  expect(await deliver(db, sender)).toEqual({ sent: 0, failed: 1 })
  expect(smtp.received).toEqual([])
  expect((await outbox(db))[0]).toMatchObject({ status: 'queued', attempts: 1 })

  expect(await deliver(db, sender)).toEqual({ sent: 0, failed: 0 })
  expect(await deliver(db, sender, minutesLater(1))).toEqual({ sent: 1, failed: 0 })
  expect(await deliver(db, sender, minutesLater(600))).toEqual({ sent: 0, failed: 0 })
  expect(smtp.received).toHaveLength(1)
  expect(smtp.connections()).toBe(2)
})

test('two processes share the queue without sending an email twice', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp()
  const recipients = Array.from({ length: 12 }, (_, index) => `person${index}@example.test`)
  for (const recipient of recipients) await queue(db, recipient)
  const results = await Promise.all([1, 2, 3].map(() => deliver(db, senderFor({ smtpUrl: smtp.url }))))
  expect(results.reduce((sum, result) => sum + result.sent, 0)).toBe(12)
  expect(smtp.received.map((mail) => mail.recipients[0]).sort()).toEqual([...recipients].sort())
})

test('an undeliverable email fails after eight attempts with increasing delays', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp({ refuse: '450 Try again later' })
  const sender = senderFor({ smtpUrl: smtp.url })
  await queue(db, 'nobody@example.test')
  const due = [0, 1, 6, 21, 81, 321, 1041, 2481]
  for (const minutes of due) {
    expect(await deliver(db, sender, minutesLater(minutes - 0.5))).toEqual({ sent: 0, failed: 0 })
    expect(await deliver(db, sender, minutesLater(minutes))).toEqual({ sent: 0, failed: 1 })
  }
  expect(await deliver(db, sender, minutesLater(100_000))).toEqual({ sent: 0, failed: 0 })
  expect((await outbox(db))[0]).toMatchObject({ status: 'failed', attempts: 8 })
})

test('a mail server gets the ten minutes of the standard to accept an email', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp()
  const limits: number[] = []
  const { setTimeout } = Socket.prototype
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, limit, onTimeout) {
    if (this.remotePort === Number(new URL(smtp.url).port)) limits.push(limit)
    return setTimeout.call(this, limit, onTimeout)
  })
  await queue(db, 'jo@example.test')
  expect(await deliver(db, senderFor({ smtpUrl: smtp.url }))).toEqual({ sent: 1, failed: 0 })
  expect(limits.filter((limit) => limit > 0)).toEqual([600_000])
})

test('an email reserved by a process that died is retried', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp()
  await queue(db, 'jo@example.test')
  const died: MailSender = { send: () => new Promise(() => {}), close: () => {} }
  deliver(db, died).catch(() => {})
  await expect.poll(async () => (await outbox(db))[0]?.attempts).toBe(1)
  const sender = senderFor({ smtpUrl: smtp.url })
  expect(await deliver(db, sender, minutesLater(14))).toEqual({ sent: 0, failed: 0 })
  expect(await deliver(db, sender, minutesLater(15))).toEqual({ sent: 1, failed: 0 })
})

test('without SMTP each email becomes a private file', async () => {
  const { db } = await createTestDatabase()
  const dataDir = temporaryFolder()
  await queue(db, 'jo@example.test')
  expect(await deliver(db, senderFor({ dataDir }))).toEqual({ sent: 1, failed: 0 })
  const [file, ...others] = readdirSync(join(dataDir, 'outbox'))
  expect(others).toEqual([])
  const path = join(dataDir, 'outbox', file ?? '')
  expect(readFileSync(path, 'utf8')).toContain('To: jo@example.test')
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('an email of a rolled-back transaction is never sent', async () => {
  const { db } = await createTestDatabase()
  await transact(ctxFor(db, null), async (tx) => {
    await queueMail(tx, 'Foyer', {
      recipient: 'jo@example.test',
      subject: 'Never',
      greeting: 'Hello,',
      paragraphs: [],
    })
    throw new Error('rolled back')
  }).catch(() => {})
  expect(await outbox(db)).toEqual([])
})

test("one agency's thousand emails and a silent server don't delay others, least of all sign-in emails", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const fill = (person: SeedPerson, count: number, content: { urgent?: boolean } = {}) =>
    transact(ctxFor(db, person, TEST_NOW), async (tx) => {
      for (let turn = 0; turn < count; turn++) {
        const recipient = `${person.name.split(' ')[0]}-${turn}@example.test`.toLowerCase()
        await queueMail(tx, 'Foyer', {
          ...content,
          recipient: content.urgent ? `urgent-${recipient}` : recipient,
          subject: 'News',
          greeting: 'Hello,',
          paragraphs: ['Text.'],
        })
      }
    })
  await fill(world.home.owner, 100)
  await fill(world.foreign.owner, 1)
  await fill(world.home.owner, 1, { urgent: true })
  const taken: string[] = []
  const silent: MailSender = {
    send: (mail) => {
      taken.push(mail.recipient)
      return mail.recipient.startsWith('home') ? new Promise(() => {}) : Promise.resolve('taken')
    },
    close: () => {},
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const ctx = ctxFor(testServices(db, { now: TEST_NOW }), null)
  const runs = Promise.all([
    deliverDueMails(ctx, silent, { part: 'account', signal }),
    deliverDueMails(ctx, silent, { part: 'others', signal }),
  ])
  await expect.poll(() => taken).toContain('foreign-0@example.test')
  await expect.poll(() => taken).toContain('urgent-home-0@example.test')
  await expect.poll(() => taken.filter((recipient) => recipient.startsWith('home')).length).toBe(2)
  // Undelivered email stays queued when the server stops.
  stopping.abort()
  await runs
  const left = await db
    .selectFrom('mail_outbox')
    .select(['attempts'])
    .where('status', '=', 'queued')
    .execute()
  expect(left).toEqual(Array(100).fill({ attempts: 0 }))
})

test('copies of an email list all To and Cc recipients and reach one address each', async () => {
  const { db } = await createTestDatabase()
  const smtp = await startSmtp()
  const sender = senderFor({ smtpUrl: smtp.url })
  await transact(ctxFor(db, null, TEST_NOW), (tx) =>
    queueCopies(
      tx,
      'Foyer',
      {
        to: [
          { name: 'Ann', email: 'ann@example.test' },
          { name: '', email: 'bo@example.test' },
        ],
        cc: ['cc@example.test'],
        bcc: ['blind@example.test'],
      },
      { subject: 'One for all', greet: (name) => `Hello ${name || 'you'},`, paragraphs: ['Text'] },
    ),
  )
  expect(await deliver(db, sender)).toEqual({ sent: 4, failed: 0 })
  const received = smtp.received.toSorted((one, other) =>
    (one.recipients[0] ?? '').localeCompare(other.recipients[0] ?? ''),
  )
  expect(received.map(({ recipients }) => recipients)).toEqual([
    ['ann@example.test'],
    ['blind@example.test'],
    ['bo@example.test'],
    ['cc@example.test'],
  ])
  for (const { content } of received) {
    expect(content).toMatch(/^To: ann@example\.test, bo@example\.test\r?$/m)
    expect(content).toMatch(/^Cc: cc@example\.test\r?$/m)
    expect(content).not.toContain('blind@')
  }
  expect(received.map(({ content }) => /Hello \w+/.exec(content)?.[0])).toEqual([
    'Hello Ann',
    'Hello Ann',
    'Hello you',
    'Hello Ann',
  ])
})

test("an email isn't sent again by a retry while it is being sent", async () => {
  const { db } = await createTestDatabase()
  const admin = callerAs(db, (await createWorld(db)).admin)
  await queue(db, 'jo@example.test')
  const { id } = await db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow()
  let sent = 0
  const slow: MailSender = {
    ...senderFor({}),
    send: async () => {
      sent += 1
      await expect(admin.platform.retryMail({ id })).rejects.toThrow('is being sent')
      expect(await deliver(db, slow)).toEqual({ sent: 0, failed: 0 })
      return '250 OK'
    },
  }
  expect(await deliver(db, slow)).toEqual({ sent: 1, failed: 0 })
  expect(sent).toBe(1)
})
