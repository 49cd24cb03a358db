import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { warnAdministrators } from '#server/overview/platform/checks/commands/warn.ts'
import { numberGaps } from '#server/overview/platform/rules.ts'
import type { BookDifferenceDto } from '#shared/overview/platform.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { card, refundForm } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const compare = () => compareBooks(ctxFor(testServices(db), null, TEST_NOW))
const listed = (): Promise<BookDifferenceDto[]> => callerAs(db, world.admin).platform.bookDifferences()

async function send(currency = 'USD', rate?: string): Promise<string> {
  const { id } = await asOwner().invoices.save({
    client_id: world.home.client.clientId,
    title: 'Work',
    due_date: '2026-04-03',
    currency,
    booking_rate: rate,
    items: [
      { description: 'Work', quantity: 1.5, rate: 33_33, tax_bps: 1900 },
      { description: 'Fee', quantity: 1, rate: 70_00 },
    ],
  })
  await asOwner().invoices.send({ id })
  return id
}

const record = (entry: { invoice_id?: string; client_id?: string; amount: number }) =>
  asOwner().payments.recordManual({ ...entry, method: 'bank', request_id: crypto.randomUUID() })

/** Invoices paid, part paid, refunded, credited and void, a deposit, and other currencies. */
async function live(): Promise<void> {
  const id = await send()
  await record({ invoice_id: id, amount: 50_00 })
  await asOwner().invoices.credit({ id, amount: 11_11, reason: 'Late' })
  const { payment_id } = await callerAs(db, world.home.client).payments.payInvoice({
    invoice_id: await send(),
    ...card(),
  })
  await asOwner().payments.refund({ id: payment_id, ...refundForm(20_00) })
  await record({ invoice_id: await send('EUR', '1.0842'), amount: 33_33 })
  await record({ invoice_id: await send('JPY', '0.0066'), amount: 4000 })
  await asOwner().invoices.void({ id: await send() })
  await record({ client_id: world.home.client.clientId, amount: 25_00 })
  await callerAs(db, world.home.client).payments.quickPay(card())
}

test('ledger, payments and documents of a regular agency agree', async () => {
  await live()
  expect(await compare()).toBe(0)
  expect(await listed()).toEqual([])
})

/** Damages one row of the given kind. */
const DAMAGE: Record<string, () => Promise<unknown>> = {
  lines: () => db.updateTable('invoice_items').set({ tax: 1 }).where('position', '=', 1).execute(),
  paid: () =>
    db.updateTable('invoices').set({ amount_paid: 49_99 }).where('number', '=', 'INV-1001').execute(),
  credited: () =>
    db.updateTable('invoices').set({ amount_credited: 11_12 }).where('number', '=', 'INV-1001').execute(),
  base: () => db.updateTable('invoices').set({ base_total: 1 }).where('number', '=', 'INV-1003').execute(),
  ledger: () =>
    rewriteBooks(db, () => db.deleteFrom('ledger_entries').where('category', '=', 'quick_pay').execute()),
  tax: () =>
    rewriteBooks(db, () =>
      db.updateTable('ledger_entries').set({ tax: 1 }).where('category', '=', 'quick_pay').execute(),
    ),
  numbers: () =>
    db.updateTable('invoices').set({ number: 'INV-1009' }).where('number', '=', 'INV-1005').execute(),
  statement: () =>
    rewriteBooks(db, () =>
      db
        .updateTable('ledger_entries')
        .set({ category: 'other' })
        .where('category', '=', 'client_credit')
        .execute(),
    ),
}

test.for(Object.keys(DAMAGE))('a damaged row is detected: %s', async (kind) => {
  await live()
  await DAMAGE[kind]?.()
  expect(await compare()).toBeGreaterThan(0)
  expect((await listed()).map((difference) => difference.kind)).toContain(kind)
  for (const { agency_name, details } of await listed()) {
    expect(agency_name).toBe('Home Agency')
    expect(details.endsWith('.')).toBe(true)
  }
})

test('administrators are notified once of a difference, also by email, and no longer once it is fixed', async () => {
  await live()
  const paid = (amount: number) =>
    db.updateTable('invoices').set({ amount_paid: amount }).where('number', '=', 'INV-1001').execute()
  await paid(49_99)
  await compare()
  await compare()
  const notifications = await db
    .selectFrom('notifications')
    .select(['user_id', 'title'])
    .where('event', '=', 'books')
    .execute()
  expect(notifications).toHaveLength(1)
  expect(notifications[0]).toMatchObject({ user_id: world.admin.userId })
  expect(notifications[0]?.title).toContain(
    'INV-1001: amount paid is $49.99 USD, but $50.00 USD according to its payments.',
  )
  await warnAdministrators(ctxFor(testServices(db), null, TEST_NOW))
  const mails = await db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('subject', 'like', 'Discrepancies in the books%')
    .execute()
  expect(mails).toHaveLength(1)
  await paid(50_00)
  expect(await compare()).toBe(0)
  expect(await listed()).toEqual([])
})

test('numbers are consecutive within each series', () => {
  expect(numberGaps(['INV-1003', 'INV-1001', 'INV-1002', 'R2026-007'])).toEqual([])
  expect(numberGaps(['INV-1001', 'INV-1003'])).toEqual([
    { kind: 'numbers', subject: 'INV-1001', details: 'Numbers are missing between INV-1001 and INV-1003.' },
  ])
})
