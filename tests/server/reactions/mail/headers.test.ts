import pino from 'pino'
import { expect, test } from 'vitest'
import { createMailSender } from '#server/base/adapters/mail.ts'
import { readConfig } from '#server/base/core/config.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

const PORTAL = 'https://portal.test'
const LATER = addMinutes(TEST_NOW, 10)

/** Notifies a contributor; returns the headers of the email as its recipient gets them. */
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

test("a reader's email program unsubscribes them with one request, as RFC 8058 specifies", async () => {
  const { db, home, services, deliver } = await setUp(PORTAL)
  const [headers] = await deliver()
  expect(headers?.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(headers?.get('Auto-Submitted')).toBe('auto-generated')
  const [, path] = LINK.exec(headers?.get('List-Unsubscribe') ?? '') ?? []
  expect(path).toBeDefined()

  const { url } = await startApp(services)
  const delivery = async () => (await callerAs(db, home.employee).notifications.preferences()).delivery
  // Link scanners only read.
  expect((await fetch(url + path)).status).toBe(200)
  expect(await delivery()).toBe('instant')
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const posted = await fetch(url + path, { method: 'POST', body })
  expect(posted.status).toBe(200)
  expect(await delivery()).toBe('off')
})

test('without HTTPS only the link is included, and neither stays in the outbox', async () => {
  const { db, deliver } = await setUp('http://portal.test')
  const [headers] = await deliver()
  expect(headers?.get('List-Unsubscribe')).toMatch(/^<http:\/\/portal\.test\/unsubscribe\?token=[\w-]{43}>$/)
  expect(headers?.has('List-Unsubscribe-Post')).toBe(false)
  const rows = await db.selectFrom('mail_outbox').select(['status', 'text', 'unsubscribe_url']).execute()
  expect(rows).toEqual([{ status: 'sent', text: '', unsubscribe_url: null }])
})

type Portal = Awaited<ReturnType<typeof setUp>>
type Sending = (at: Portal, invoiceId: string) => Promise<unknown>

const ofOwner = ({ db, home }: Portal) => callerAs(db, home.owner)
const WORDS = { subject: 'For you', body: 'Here it is.', to: ['jo@client.test'] }

/** Documents that a person sends. */
const BY_PERSON: Record<string, Sending> = {
  'an invoice': (at) => sendInvoiceTo(ofOwner(at), at.home.client.clientId),
  'an invoice emailed again': (at, id) => ofOwner(at).invoices.mail({ id, mail: WORDS }),
  'a credit note': async (at, id) => {
    const note = await ofOwner(at).invoices.credit({ id, reason: 'Late', lines: [{ position: 0 }] })
    await ofOwner(at).invoices.mail({ id: note.id, mail: WORDS })
  },
}

const BY_PROGRAM: Record<string, Sending> = {
  'a reminder': (at, id) => ofOwner(at).invoices.remind({ id }),
  'a receipt': (at, invoice_id) =>
    ofOwner(at).payments.recordManual({
      ...{ invoice_id, amount: 3600_00, method: 'bank', request_id: crypto.randomUUID() },
    }),
  'an invitation': (at) => ofOwner(at).invitations.create({ email: 'guest@example.test', role: 'employee' }),
  'a link to sign in': ({ db, home }) =>
    callerAs(db, null).auth.requestPasswordReset({ email: home.owner.email }),
  'a recurring invoice': async (at) => {
    const { due_date: _due, ...content } = draftFor(at.home.client.clientId)
    const starts_on = TEST_NOW.toISOString().slice(0, 10)
    await ofOwner(at).invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on })
    await writeRecurringInvoices(ctxFor(at.services, null))
  },
}

test.each([
  ...Object.entries(BY_PERSON).map(([name, send]) => [name, 'is', send] as const),
  ...Object.entries(BY_PROGRAM).map(([name, send]) => [name, 'is not', send] as const),
])('an out-of-office reply to %s %s sent, and it has no unsubscribe header', async (_name, answer, send) => {
  const at = await setUp(PORTAL)
  const id = await sendInvoiceTo(ofOwner(at), at.home.client.clientId)
  await at.db.deleteFrom('mail_outbox').execute()
  await send(at, id)
  const mails = await at.deliver()
  expect(mails.length).toBeGreaterThan(0)
  for (const headers of mails) {
    expect(headers.get('Auto-Submitted')).toBe(answer === 'is' ? undefined : 'auto-generated')
    expect(headers.get('X-Auto-Response-Suppress')).toBe(answer === 'is' ? undefined : 'OOF, AutoReply')
    expect(headers.has('List-Unsubscribe')).toBe(false)
  }
})
