import { expect, test } from 'vitest'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const id = await sendInvoiceTo(owner, home.client.clientId)
  const sent: string[] = []
  const sender = {
    send: async (mail: { subject: string }) => String(sent.push(mail.subject)),
    close: () => {},
  }
  /** Runs the mail worker that many seconds later. */
  const deliver = async (seconds: number) => {
    const now = new Date(TEST_NOW.getTime() + seconds * 1000)
    await deliverDueMails(ctxFor(testServices(db, { now }), null), sender)
    return sent
  }
  await deliver(0)
  sent.length = 0
  const mails = () => db.selectFrom('mail_outbox').select('id').where('held_for', 'is not', null).execute()
  return { db, home, foreign, owner, id, deliver, mails }
}

test('a manual reminder is held for the undo period, then sent once', async () => {
  const { owner, id, deliver } = await setUp()
  await owner.invoices.remind({ id })
  expect(await deliver(6)).toEqual([])
  expect(await deliver(10)).toEqual(['Invoice INV-1001 is due in 30 days'])
  expect(await deliver(60)).toHaveLength(1)
  await expect(owner.invoices.undoReminder({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The email has already been sent.',
  })
  expect((await owner.invoices.get({ id })).reminded_at).toBe(TEST_NOW.toISOString())
})

test('an undone reminder is never sent, is in the history, and the client can be reminded again', async () => {
  const { owner, id, deliver, mails } = await setUp()
  await owner.invoices.remind({ id })
  expect((await owner.invoices.undoReminder({ id })).reminded_at).toBeNull()
  expect(await mails()).toEqual([])
  expect(await deliver(600)).toEqual([])
  const history = (await owner.activity.list({ invoice_id: id })).items.map(({ summary }) => summary)
  expect(history).toContain('Reminder about INV-1001 to Home Client undone before it was sent')
  await expect(owner.invoices.undoReminder({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.invoices.remind({ id })
  expect(await mails()).toHaveLength(1)
})

test("a reminder can't be undone once any of its emails has been sent", async () => {
  const { db, home, owner, id, mails } = await setUp()
  await owner.clients.save({
    id: home.client.clientId,
    name: 'Home Client',
    email: home.client.email,
    billing_cc: ['copy@example.test'],
  })
  await owner.invoices.remind({ id })
  const [first] = await mails()
  await db
    .updateTable('mail_outbox')
    .set({ attempts: 1 })
    .where('id', '=', first?.id ?? '')
    .execute()
  await expect(owner.invoices.undoReminder({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await mails()).toHaveLength(2)
  expect((await owner.invoices.get({ id })).reminded_at).not.toBeNull()
})

test("twenty concurrent undos apply once; another agency's invoice isn't found", async () => {
  const { db, foreign, owner, id, mails } = await setUp()
  await owner.invoices.remind({ id })
  await expect(callerAs(db, foreign.owner).invoices.undoReminder({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const clicks = await Promise.allSettled(
    Array.from({ length: 20 }, () => owner.invoices.undoReminder({ id })),
  )
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mails()).toEqual([])
})

test('the dashboard shows when a reminder for a late invoice was last sent, until another can be sent', async () => {
  const { db, home, id } = await setUp()
  const at = (instant: string) => callerAs(db, home.owner, { now: new Date(instant) })
  const reminded = async (instant: string) => {
    const { items } = await at(instant).dashboard.waiting()
    const late = items.find((item) => item.kind === 'late_invoice')
    return late?.kind === 'late_invoice' ? late.reminded_at : undefined
  }
  expect(await reminded('2026-05-01T10:00:00Z')).toBeNull()
  await at('2026-05-01T10:00:00Z').invoices.remind({ id })
  expect(await reminded('2026-05-01T10:00:05Z')).toBe('2026-05-01T10:00:00.000Z')
  await at('2026-05-01T10:00:06Z').invoices.undoReminder({ id })
  expect(await reminded('2026-05-01T10:00:07Z')).toBeNull()
  await at('2026-05-01T10:01:00Z').invoices.remind({ id })
  expect(await reminded('2026-05-01T11:01:00Z')).toBeNull()
})
