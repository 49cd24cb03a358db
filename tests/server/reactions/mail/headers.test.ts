import pino from 'pino'
import { expect, test } from 'vitest'
import { createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { deliverDueMails } from '#server/reactions/mail/commands/deliver.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

const PORTAL = 'https://portal.test'
const LATER = addMinutes(TEST_NOW, 10)

/** A contributor is notified; the headers of the email are those that its receiver gets. */
async function setUp(publicUrl: string) {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const services = testServices(db, { now: LATER })
  Object.assign(services.config, { publicUrl })
  const deliver = async () => {
    const smtp = await startSmtp()
    const sender = createMailSender(readConfig({ SMTP_URL: smtp.url, PUBLIC_URL: publicUrl }), silent)
    await deliverDueMails(ctxFor(services, null), sender)
    sender.close()
    return smtp.received.map(({ content }) => headersOf(content))
  }
  await transact(ctxFor(db, home.owner), (tx) =>
    notify(tx, {
      event: 'task_assigned',
      userIds: [home.employee.userId],
      title: 'You were assigned Contact form',
      link: '/tasks',
    }),
  )
  await queueNotificationMails(ctxFor(services, null))
  return { db, home, services, deliver }
}

const silent = pino({ level: 'silent' })

function headersOf(content: string): Map<string, string> {
  const head = (content.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
  return new Map(
    head.split('\r\n').map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      return [name, value]
    }),
  )
}

const LINK = /^<https:\/\/portal\.test(\/unsubscribe\?token=[\w-]{43})>$/

test("a reader's mail program unsubscribes them by one request, as RFC 8058 has it", async () => {
  const { db, home, services, deliver } = await setUp(PORTAL)
  const [headers] = await deliver()
  expect(headers?.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [, path] = LINK.exec(headers?.get('List-Unsubscribe') ?? '') ?? []
  expect(path).toBeDefined()

  const { url } = await startApp(services)
  const delivery = async () => (await callerAs(db, home.employee).notifications.preferences()).delivery
  // Scanners of links only read.
  expect((await fetch(url + path)).status).toBe(200)
  expect(await delivery()).toBe('instant')
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const posted = await fetch(url + path, { method: 'POST', body })
  expect(posted.status).toBe(200)
  expect(await delivery()).toBe('off')
})

test('without HTTPS only the link is named, and neither stays in the outbox', async () => {
  const { db, deliver } = await setUp('http://portal.test')
  const [headers] = await deliver()
  expect(headers?.get('List-Unsubscribe')).toMatch(/^<http:\/\/portal\.test\/unsubscribe\?token=[\w-]{43}>$/)
  expect(headers?.has('List-Unsubscribe-Post')).toBe(false)
  const rows = await db.selectFrom('mail_outbox').select(['status', 'text', 'unsubscribe_url']).execute()
  expect(rows).toEqual([{ status: 'sent', text: '', unsubscribe_url: null }])
})

test('no absence is answered, and nobody unsubscribes from invoices', async () => {
  const { db, home, deliver } = await setUp(PORTAL)
  await db.deleteFrom('mail_outbox').execute()
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  const [headers] = await deliver()
  expect(headers?.get('Subject')).toMatch(/^Invoice /)
  expect(headers?.get('Auto-Submitted')).toBe('auto-generated')
  expect(headers?.get('X-Auto-Response-Suppress')).toBe('OOF, AutoReply')
  expect(headers?.has('List-Unsubscribe')).toBe(false)
})
