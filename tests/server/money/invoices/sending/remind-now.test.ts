import { expect, test } from 'vitest'
import { dueWords } from '#server/money/invoices/rules.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const ownerAt = (instant: string) => callerAs(db, world.home.owner, { now: new Date(instant) })
  const owner = ownerAt('2026-03-04T10:00:00Z')
  const clientId = world.home.client.clientId
  const mails = () => db.selectFrom('mail_outbox').selectAll().where('subject', 'like', '%is due%').execute()
  return { db, world, owner, ownerAt, clientId, mails }
}

test('a manual reminder is sent with PDF and pay link, and appears in the history', async () => {
  const { db, owner, clientId, mails } = await setUp()
  const id = await sendInvoiceTo(owner, clientId)
  const reminded = await owner.invoices.remind({ id })
  expect(reminded.reminded_at).toBe('2026-03-04T10:00:00.000Z')
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Invoice INV-1001 is due in 30 days', status: 'queued' })
  expect(mail?.text).toMatch(/pay\?token=/)
  expect(mail?.text).toContain('$3,600.00 USD')
  const attached = await db
    .selectFrom('mail_attachments')
    .select(['document', 'document_id'])
    .where('mail_id', '=', mail?.id ?? '')
    .execute()
  expect(attached).toEqual([{ document: 'invoice', document_id: id }])
  const history = (await owner.activity.list({ invoice_id: id })).items
  expect(history.map((entry) => entry.summary)).toContain('Home Client reminded of INV-1001')
  expect(history.every((entry) => entry.subject.id === id)).toBe(true)
})

test('two concurrent clicks send one email; another within an hour is rejected', async () => {
  const { owner, ownerAt, clientId, mails } = await setUp()
  const id = await sendInvoiceTo(owner, clientId)
  const clicks = await Promise.allSettled([owner.invoices.remind({ id }), owner.invoices.remind({ id })])
  expect(clicks.map((click) => click.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(ownerAt('2026-03-04T10:25:00Z').invoices.remind({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'A reminder for INV-1001 was sent 25 minutes ago. Wait an hour before you send the next one.',
  })
  expect(await mails()).toHaveLength(1)
  await ownerAt('2026-03-04T11:00:00Z').invoices.remind({ id })
  expect(await mails()).toHaveLength(2)
})

test('automatic reminders count as recent, and later ones are still sent', async () => {
  const { db, owner, ownerAt, clientId } = await setUp()
  const id = await sendInvoiceTo(owner, clientId)
  const services = testServices(db)
  expect(await remindOfInvoices(ctxFor(services, null, new Date('2026-04-01T08:00:00Z')))).toBe(1)
  expect((await owner.invoices.get({ id })).reminded_at).toBe('2026-04-01T08:00:00.000Z')
  await expect(ownerAt('2026-04-01T08:01:00Z').invoices.remind({ id })).rejects.toThrow(/a minute ago/)
  await ownerAt('2026-04-02T08:00:00Z').invoices.remind({ id })
  expect(await remindOfInvoices(ctxFor(services, null, new Date('2026-04-03T08:00:00Z')))).toBe(1)
})

test("draft, paid and void invoices and credit notes can't get reminders", async () => {
  const { owner, clientId, mails } = await setUp()
  const refused = async (id: string) => owner.invoices.remind({ id }).catch((error: Error) => error.message)
  const draft = await owner.invoices.save(draftFor(clientId))
  expect(await refused(draft.id)).toBe('Send the invoice first: the client hasn’t received it yet.')
  const paid = await sendInvoiceTo(owner, clientId)
  await owner.payments.recordManual({
    invoice_id: paid,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await refused(paid)).toBe('INV-1001 has already been paid.')
  const gone = await sendInvoiceTo(owner, clientId)
  await owner.invoices.void({ id: gone })
  expect(await refused(gone)).toBe('INV-1002 is void: nothing is due on it.')
  const credited = await sendInvoiceTo(owner, clientId)
  const note = await owner.invoices.credit({ id: credited, reason: 'Discount' })
  expect(await refused(note.id)).toBe('This invoice doesn’t exist, or you don’t have access to it.')
  expect(await mails()).toEqual([])
})

test('only the issuer sees when a client was reminded', async () => {
  const { db, world, owner, clientId } = await setUp()
  const id = await sendInvoiceTo(owner, clientId)
  await owner.invoices.remind({ id })
  expect((await callerAs(db, world.home.client).invoices.get({ id })).reminded_at).toBeNull()
})

test('the text depends on the due date', () => {
  const words = (today: string) => dueWords('2026-04-03', today)
  expect(['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04', '2026-04-23'].map(words)).toEqual([
    'is due in 2 days',
    'is due in 1 day',
    'is due today',
    'is 1 day overdue',
    'is 20 days overdue',
  ])
})
