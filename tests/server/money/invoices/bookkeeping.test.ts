import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import { receiptFacts, receiptInvoiceRows, receiptSums } from '#shared/money/payments/receipt-paper.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const ownerAt = (now?: Date) => callerAs(db, world.home.owner, { now })

const payOn = (invoiceId: string, amount: number, paidOn: string, now?: Date) =>
  ownerAt(now).payments.recordManual({
    invoice_id: invoiceId,
    amount,
    method: 'bank',
    paid_on: paidOn,
    request_id: crypto.randomUUID(),
  })

test("a payment is booked on its date in the ledger's time zone", async () => {
  const { agencyId } = world.home
  await db.updateTable('agencies').set({ timezone: 'Pacific/Auckland' }).where('id', '=', agencyId).execute()
  const id = await sendInvoiceTo(ownerAt(), world.home.client.clientId)
  await payOn(id, 1000, '2026-03-01')
  const entry = await db.selectFrom('ledger_entries').select('occurred_on').executeTakeFirstOrThrow()
  expect(entry.occurred_on).toBe('2026-03-01')
  const [payment] = (await ownerAt().payments.list({})).items
  expect(payment?.date).toBe('2026-02-28T23:00:00.000Z')
})

test.each([
  // In UTC: the day after, and the day before.
  ['America/New_York', '2027-01-01T01:30:00Z', undefined, 'Dec 31, 2026'],
  ['Pacific/Auckland', '2026-12-31T01:30:00Z', '2026-12-30', 'Dec 30, 2026'],
])('a receipt names the days of the books of %s', async (timezone, at, paid_on, day) => {
  const { agencyId, client } = world.home
  await db.updateTable('agencies').set({ timezone }).where('id', '=', agencyId).execute()
  const now = new Date(at)
  const owner = ownerAt(now)
  const invoice_id = await sendInvoiceTo(ownerAt(), client.clientId)
  const form = { invoice_id, amount: 1000, method: 'bank' as const, paid_on }
  const { id } = await owner.payments.recordManual({ ...form, request_id: crypto.randomUUID() })
  await owner.payments.refund({ id, ...refundForm(100) })
  const { items } = await owner.finance.transactions({})
  expect(new Set(items.map(({ date }) => formatDate(date)))).toEqual(
    new Set([day, formatDate(dateInZone(now, timezone))]),
  )

  const paper = await callerAs(db, client).payments.receipt({ id })
  if (paper.invoice === null) throw new Error('The receipt has no invoice')
  expect(receiptFacts(paper)).toContainEqual(['Date', day])
  expect(receiptSums(paper)[0]?.[0]).toBe(`Refund of ${formatDate(dateInZone(now, timezone))}`)
  expect(receiptInvoiceRows(paper.invoice).map(([label]) => label)).toContain(`Paid on ${day}, Bank transfer`)
  const [receipt] = (await owner.invoices.get({ id: invoice_id })).receipts
  expect(formatDate(receipt?.paid_on ?? '')).toBe(day)
})

test("payments can't be dated in the future", async () => {
  const id = await sendInvoiceTo(ownerAt(), world.home.client.clientId)
  await expect(payOn(id, 1000, '2031-01-01')).rejects.toThrow('The payment date can’t be in the future.')
})

test('a backdated part payment leaves an overdue invoice overdue', async () => {
  const id = await sendInvoiceTo(ownerAt(), world.home.client.clientId)
  const later = new Date('2026-05-01T10:00:00Z')
  await payOn(id, 1000, '2026-03-20', later)
  expect(await ownerAt(later).invoices.get({ id })).toMatchObject({ status: 'overdue', amount_paid: 1000 })
  const row = await db.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.status).toBe('overdue')
})

const monthly = async (startsOn: string) => {
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  return ownerAt().invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on: startsOn })
}
const runAt = (day: string) =>
  writeRecurringInvoices(ctxFor(testServices(db), null, new Date(`${day}T12:00:00Z`)))

test('a plan with a past start date sets the schedule and creates no invoices for past dates', async () => {
  const plan = await monthly('2025-01-15')
  expect(plan.next_on).toBe('2026-03-15')
  expect(await runAt('2026-03-04')).toBe(0)
  expect(await runAt('2026-03-15')).toBe(1)
})

test('resuming skips missed invoices, or creates them if requested', async () => {
  const { id } = await monthly('2026-03-10')
  await ownerAt().invoices.pauseRecurring({ id, paused: true })
  const september = new Date('2026-09-10T12:00:00Z')
  expect((await ownerAt(september).invoices.recurring({})).items[0]).toMatchObject({
    paused: true,
    missed: 6,
  })
  const resumed = await ownerAt(september).invoices.pauseRecurring({ id, paused: false })
  // Today's invoice isn't missed.
  expect(resumed).toMatchObject({ next_on: '2026-09-10', missed: 0 })
  expect(await runAt('2026-09-10')).toBe(1)

  const { id: other } = await monthly('2026-03-20')
  await ownerAt().invoices.pauseRecurring({ id: other, paused: true })
  const june = new Date('2026-06-01T12:00:00Z')
  const written = await ownerAt(june).invoices.pauseRecurring({ id: other, paused: false, missed: 'write' })
  expect(written.next_on).toBe('2026-03-20')
})

test('an archived client gets no invoices, not even retroactively after it is restored', async () => {
  const { id } = await monthly('2026-03-10')
  const client = { id: world.home.client.clientId }
  await ownerAt().clients.setArchived({ ...client, archived: true })
  expect(await runAt('2026-03-10')).toBe(0)
  expect(await runAt('2026-04-10')).toBe(0)
  await ownerAt().clients.setArchived({ ...client, archived: false })
  expect((await ownerAt().invoices.recurring({})).items.find((plan) => plan.id === id)?.next_on).toBe(
    '2026-05-10',
  )
})

test("two partial credits that add up to the total release an invoice's time like a full one", async () => {
  const id = await sendInvoiceTo(ownerAt(), world.home.client.clientId)
  const entry = await db.selectFrom('time_entries').select('id').limit(1).executeTakeFirst()
  expect(entry).toBeUndefined()
  await addBilledHour(id)
  await ownerAt().invoices.credit({ id, amount: 160_000, reason: 'Half' })
  expect(await billedOn(id)).toBe(1)
  await ownerAt().invoices.credit({ id, amount: 200_000, reason: 'The rest' })
  expect(await billedOn(id)).toBe(0)
})

const billedOn = async (invoiceId: string): Promise<number> => {
  const rows = await db.selectFrom('time_entries').select('id').where('invoice_id', '=', invoiceId).execute()
  return rows.length
}

async function addBilledHour(invoiceId: string): Promise<void> {
  const at = '2026-03-02T09:00:00.000Z'
  await db
    .insertInto('time_entries')
    .values({
      id: crypto.randomUUID(),
      agency_id: world.home.agencyId,
      user_id: world.home.employee.userId,
      employee_id: world.home.employee.employeeId,
      project_id: null,
      task_id: null,
      session_id: crypto.randomUUID(),
      kind: 'duration',
      note: null,
      started_at: at,
      worked_on: at.slice(0, 10),
      ended_at: '2026-03-02T10:00:00.000Z',
      paused: 0,
      duration_seconds: 3600,
      billable: 1,
      billing_rate: 9000,
      cost_rate: 4000,
      timesheet_id: null,
      invoice_id: invoiceId,
      payout_id: null,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

test('invoices and reminders go to the client and its billing contacts', async () => {
  const client_id = world.home.client.clientId
  const contact = (email: string, can_see_billing: boolean) =>
    ownerAt().clients.saveContact({ client_id, name: 'Contact', email, can_see_billing })
  await contact('books@example.test', true)
  await contact('design@example.test', false)
  const id = await sendInvoiceTo(ownerAt(), client_id)
  await ownerAt().invoices.remind({ id })
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', 'Invoice %')
    .orderBy('recipient')
    .orderBy('subject')
    .execute()
  expect(mails.map((mail) => mail.recipient)).toEqual([
    'books@example.test',
    'books@example.test',
    'home.client@example.test',
    'home.client@example.test',
  ])
})
