import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { convert } from '#shared/base/amounts/exchange.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const asAdmin = () => callerAs(db, world.admin)

/** A sent invoice with one line; the rate is base units per currency unit. */
async function sendIn(currency: string, amount: number, rate?: string): Promise<string> {
  const { id } = await asOwner().invoices.save({
    client_id: world.home.client.clientId,
    title: `In ${currency}`,
    due_date: '2026-04-03',
    currency,
    booking_rate: rate,
    items: [{ description: 'Work', quantity: 1, rate: amount }],
  })
  await asOwner().invoices.send({ id })
  return id
}

const pay = (invoiceId: string, amount: number) =>
  asOwner().payments.recordManual({
    invoice_id: invoiceId,
    amount,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })

test('books with dollars, euros, yen and dinars are in dollars', async () => {
  await pay(await sendIn('USD', 100_00), 100_00)
  await pay(await sendIn('EUR', 200_00, '1.08'), 200_00)
  await pay(await sendIn('JPY', 1_000_000, '0.0066'), 400_000)
  await sendIn('KWD', 1_000_000, '3.25')
  // 100.00 + 216.00 + 2,640.00; still due 3,960.00 and 3,250.00.
  const summary = await asOwner().finance.summary({})
  expect(summary).toMatchObject({ currency: 'USD', current: { revenue: 2956_00 } })
  expect(summary.outstanding.total).toBe(7210_00)
  expect(await asOwner().clients.counters()).toMatchObject({ total_revenue: 2956_00, outstanding: 7210_00 })
  const [client] = (await asOwner().clients.list({})).items
  expect(client).toMatchObject({ total_paid: 2956_00, outstanding_amount: 7210_00 })
})

test('a foreign-currency invoice needs an exchange rate to be sent, with a field error', async () => {
  await expect(sendIn('EUR', 200_00)).rejects.toThrow(
    'Enter the exchange rate first: the value of 1 EUR in USD.',
  )
})

test('a mistyped rate is refused when sending and when entering it, whatever the amount', async () => {
  const refused = {
    code: 'BAD_REQUEST',
    message: 'At this exchange rate the amount is too large for your books. Check the rate.',
  }
  await expect(sendIn('EUR', 100_000_000_000, '999999999')).rejects.toMatchObject(refused)
  const id = await sendIn('EUR', 100_000_000_000, '1.1')
  await db
    .updateTable('invoices')
    .set({ booking_rate: null, base_total: null, base_due: null })
    .where('id', '=', id)
    .execute()
  const entered = { currency: 'EUR', rate: '999999999' }
  await expect(asOwner().invoices.enterRate(entered)).rejects.toMatchObject(refused)
  // A large invoice in books with a low-value currency is possible.
  expect(await sendIn('GBP', 100_000_000, '20000')).toBeTruthy()
})

test('the exchange-rate table applies unless a rate is entered', async () => {
  await asAdmin().platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' }],
  })
  const id = await sendIn('EUR', 200_00)
  expect((await asOwner().invoices.get({ id })).booking).toEqual({
    currency: 'USD',
    rate: '1.1',
    source: 'table',
    booked_on: '2026-03-02',
    total: 220_00,
    due: 220_00,
  })
})

test('the tax in base currency on documents is that of the tax report, which converts each rate', async () => {
  const { id } = await asOwner().invoices.save({
    client_id: world.home.client.clientId,
    title: 'At two rates',
    due_date: '2026-04-03',
    currency: 'EUR',
    booking_rate: '0.9137',
    items: [
      { description: 'Design', quantity: 1, rate: 137_00, tax_bps: 1900 },
      { description: 'Print', quantity: 1, rate: 112_00, tax_bps: 700 },
    ],
  })
  await asOwner().invoices.send({ id })
  const shown = async (document: string) => (await asOwner().invoices.get({ id: document })).tax_in_base
  const report = async () => (await asOwner().finance.taxReport({ basis: 'issued' })).output_total.tax
  expect([await shown(id), await report()]).toEqual([
    { currency: 'USD', rate: '0.9137', amount: 30_94 },
    30_94,
  ])
  const { id: note } = await asOwner().invoices.credit({ id, reason: 'Never delivered' })
  expect([(await shown(note))?.amount, await report()]).toEqual([30_94, 0])
  // As sent by an older version.
  await db.updateTable('invoices').set({ base_tax: null }).where('id', '=', id).execute()
  expect((await shown(id))?.amount).toBe(30_95)
})

test("clients can't see how their invoice is booked", async () => {
  const id = await sendIn('EUR', 200_00, '1.08')
  expect((await callerAs(db, world.home.client).invoices.get({ id })).booking).toBeNull()
})

test("new documents use the client's currency, otherwise the agency's", async () => {
  const save = () =>
    asOwner().invoices.save({
      client_id: world.home.client.clientId,
      title: 'Without a currency',
      due_date: '2026-04-03',
      items: [{ description: 'Work', quantity: 1, rate: 1000 }],
    })
  expect((await save()).currency).toBe('USD')
  const { id, version, name, email } = await asOwner().clients.get({ id: world.home.client.clientId })
  await asOwner().clients.save({ id, version, name, email, billing_currency: 'CHF' })
  expect((await save()).currency).toBe('CHF')
})

test('part payments of an invoice always add up to its base amount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 99_999 }),
      fc.integer({ min: 1, max: 2_000_000 }).map((rate) => `0.${String(rate).padStart(7, '0')}`),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
      async (amount, rate, shares) => {
        await rewriteBooks(db, () => db.deleteFrom('ledger_entries').execute())
        const id = await sendIn('EUR', amount, rate)
        let left = amount
        for (const share of shares) {
          const part = Math.min(left, Math.ceil((amount * share) / 100))
          if (part > 0) await pay(id, part)
          left -= part
        }
        if (left > 0) await pay(id, left)
        const entries = await db.selectFrom('ledger_entries').select('base_amount').execute()
        const booked = entries.reduce((sum, entry) => sum + (entry.base_amount ?? Number.NaN), 0)
        expect(booked).toBe(convert(amount, 'EUR', 'USD', rate))
        expect((await asOwner().invoices.get({ id })).booking?.due).toBe(0)
      },
    ),
    { numRuns: casesHere(25) },
  )
})

test('entries without an exchange rate are excluded from totals until the owner enters it', async () => {
  await pay(await sendIn('USD', 100_00), 100_00)
  const id = await sendIn('EUR', 300_00, '1.08')
  await pay(id, 100_00)
  // As written by an older version.
  const unknown = { booking_rate: null, booked_on: null, rate_source: null, base_total: null, base_due: null }
  await db.updateTable('invoices').set(unknown).where('id', '=', id).execute()
  await rewriteBooks(db, () =>
    db.updateTable('ledger_entries').set({ base_amount: null }).where('currency', '=', 'EUR').execute(),
  )

  expect((await asOwner().finance.summary({})).current.revenue).toBe(100_00)
  expect(await asOwner().finance.missingRates()).toEqual([
    { currency: 'EUR', count: 2, since: '2026-03-04', suggestion: null },
  ])
  expect(await asOwner().invoices.enterRate({ currency: 'EUR', rate: '1.1' })).toEqual({ count: 2 })
  const summary = await asOwner().finance.summary({})
  expect([summary.current.revenue, summary.outstanding.total]).toEqual([210_00, 220_00])
  expect(await asOwner().finance.missingRates()).toEqual([])
})

test('a statement is in one currency and lists the others', async () => {
  await sendIn('USD', 100_00)
  await pay(await sendIn('EUR', 200_00, '1.08'), 50_00)
  const statement = (currency?: string) =>
    asOwner().invoices.statement({
      client_id: world.home.client.clientId,
      from: '2026-01-01',
      to: '2026-12-31',
      currency,
    })
  expect(await statement()).toMatchObject({
    currency: 'USD',
    currencies: ['EUR', 'USD'],
    closing_balance: 100_00,
  })
  expect(await statement('EUR')).toMatchObject({ currency: 'EUR', closing_balance: 150_00 })
})

test("the base currency can't change once anything has a price", async () => {
  const { agency } = await asOwner().settings.get()
  if (agency === null) throw new Error('the owner has an agency')
  const { name, timezone, invoice_details, version } = agency
  await expect(
    asOwner().settings.saveAgency({ name, timezone, invoice_details, version, currency: 'EUR' }),
  ).rejects.toThrow('The currency can no longer change')
})

test('the platform totals agencies at its own rates and lists what it excludes', async () => {
  await pay(await sendIn('USD', 100_00), 100_00)
  await db
    .updateTable('agencies')
    .set({ currency: 'EUR' })
    .where('id', '=', world.home.owner.agencyId)
    .execute()
  expect(await asAdmin().agencies.counters()).toMatchObject({
    revenue: 0,
    currency: 'USD',
    other_revenue: [{ amount: 100_00, currency: 'EUR' }],
  })
  await asAdmin().platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' }],
  })
  expect(await asAdmin().agencies.counters()).toMatchObject({ revenue: 110_00, other_revenue: [] })
})
