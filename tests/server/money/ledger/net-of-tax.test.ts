import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { splitEarlierEntries } from '#migrations/0029-books.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { postLedger } from '#server/money/ledger/commands/post-ledger.ts'
import { completePayment } from '#server/money/payments/charge/commands/settle-payment.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
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

async function send(content: Partial<InvoiceSaveInput> = {}): Promise<string> {
  const { id } = await asOwner().invoices.save({
    client_id: world.home.client.clientId,
    title: 'Work',
    due_date: '2026-04-03',
    items: [{ description: 'Work', quantity: 1, rate: 500_00, tax_bps: 1900 }],
    ...content,
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

/** The ledger's amounts of an invoice by percentage: net and tax, also in the base currency. */
async function partsOf(invoiceId: string): Promise<Record<string, number[]>> {
  const rows = await db
    .selectFrom('ledger_taxes')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
    .selectAll('ledger_taxes')
    .where('ledger_entries.invoice_id', '=', invoiceId)
    .execute()
  const sums: Record<string, number[]> = {}
  for (const row of rows) {
    const [net = 0, tax = 0, baseNet = 0, baseTax = 0] = sums[row.tax_bps] ?? []
    const [inBase, taxInBase] = [row.base_net ?? Number.NaN, row.base_tax ?? Number.NaN]
    sums[row.tax_bps] = [net + row.net, tax + row.tax, baseNet + inBase, baseTax + taxInBase]
  }
  return sums
}

/** Checks that each entry is the sum of its parts. */
async function expectWholeEntries(): Promise<void> {
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('invoice_id', 'is not', null)
    .execute()
  for (const entry of entries) {
    const parts = await db.selectFrom('ledger_taxes').selectAll().where('entry_id', '=', entry.id).execute()
    const sum = (of: (part: (typeof parts)[number]) => number | null) =>
      parts.reduce((total, part) => total + (of(part) ?? Number.NaN), 0)
    expect([sum((part) => part.net + part.tax), sum((part) => part.tax)]).toEqual([entry.amount, entry.tax])
    expect([
      sum((part) => (part.base_net ?? Number.NaN) + (part.base_tax ?? Number.NaN)),
      sum((part) => part.base_tax),
    ]).toEqual([entry.base_amount, entry.base_tax])
  }
}

test('revenue and profit are net of tax on every screen, and tax payable is shown', async () => {
  await pay(await send(), 595_00)
  await asOwner().finance.saveExpense({
    category: 'software',
    description: 'Licence',
    amount: 40_00,
    spent_on: '2026-03-04',
  })
  const summary = await asOwner().finance.summary({})
  expect(summary.current).toEqual({
    revenue: 500_00,
    expenses: 40_00,
    net: 460_00,
    tax_collected: 95_00,
    input_tax: 0,
    provider_fees: 0,
    net_received: 595_00,
    tax_paid: 0,
  })
  expect(summary.income_by_category).toMatchObject([{ key: 'invoices', amount: 500_00 }])
  expect(summary.income_by_client).toMatchObject([{ label: 'Home Client', amount: 500_00 }])
  expect(summary.months).toMatchObject([{ month: '2026-03', revenue: 500_00, net: 460_00 }])
  expect(await asOwner().clients.counters()).toMatchObject({ total_revenue: 500_00 })
  const [client] = (await asOwner().clients.list({})).items
  expect(client).toMatchObject({ total_paid: 595_00 })
  const admin = callerAs(db, world.admin)
  expect(await admin.agencies.counters()).toMatchObject({ revenue: 500_00 })
  const { items } = await asOwner().finance.transactions({ flow: 'income' })
  expect(items).toMatchObject([{ amount: 595_00, tax: 95_00, base_tax: 95_00 }])
})

test('a refund returns its share of the tax', async () => {
  const id = await send()
  const { payment_id } = await callerAs(db, world.home.client).payments.payInvoice({
    invoice_id: id,
    ...card(),
  })
  await asOwner().payments.refund({ id: payment_id, ...refundForm(119_00) })
  expect((await asOwner().finance.summary({})).current).toMatchObject({
    revenue: 400_00,
    tax_collected: 76_00,
  })
  await asOwner().payments.refund({ id: payment_id, ...refundForm() })
  expect((await asOwner().finance.summary({})).current).toMatchObject({ revenue: 0, tax_collected: 0 })
})

test('money beyond an invoice becomes client credit, not income or tax', async () => {
  const id = await send()
  await pay(id, 595_00)
  const payment = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const again = { ...payment, id: crypto.randomUUID(), request_key: null, receipt_number: null }
  await db
    .insertInto('payments')
    .values({ ...again, idempotency_key: again.id })
    .execute()
  await transact(ctxFor(db, null), (tx) => completePayment(tx, again))
  expect(await partsOf(id)).toEqual({ 1900: [500_00, 95_00, 500_00, 95_00] })
  expect((await asOwner().finance.summary({})).current).toMatchObject({
    revenue: 500_00,
    tax_collected: 95_00,
  })
})

const LINES: NonNullable<InvoiceSaveInput['items']> = [
  { description: 'Design', quantity: 1.5, rate: 3333, tax_bps: 1900 },
  { description: 'Book', quantity: 3, rate: 999, tax_bps: 700 },
  { description: 'Fee', quantity: 1, rate: 1234 },
]

test('a credit note reallocates paid amounts to the remaining rates, to the cent', async () => {
  const id = await send({ items: LINES, discount: { type: 'percent', value: 333 } })
  const { amount: total } = await asOwner().invoices.get({ id })
  await pay(id, 3001)
  await asOwner().invoices.credit({ id, amount: 1717, reason: 'Late' })
  await pay(id, 1000)
  await asOwner().invoices.credit({ id, amount: total - 5718, reason: 'The rest' })
  const expected: Record<string, number[]> = {}
  const rows = await db.selectFrom('invoice_items').selectAll().execute()
  for (const row of rows) {
    const sign = row.invoice_id === id ? 1 : -1
    const [net = 0, tax = 0] = expected[row.tax_bps] ?? []
    const sums = [net + sign * row.net, tax + sign * row.tax]
    expected[row.tax_bps] = [...sums, ...sums]
  }
  expect(await partsOf(id)).toEqual(expected)
  expect((await asOwner().invoices.get({ id })).status).toBe('paid')
  const { revenue, tax_collected } = (await asOwner().finance.summary({})).current
  expect(revenue + tax_collected).toBe(4001)
})

test('part payments of mixed rates in any currency add up to the document, in both currencies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
      fc.integer({ min: 1, max: 2_000_000 }).map((rate) => `0.${String(rate).padStart(7, '0')}`),
      fc.array(
        fc.record({ rate: fc.integer({ min: 1, max: 90_000 }), tax_bps: fc.constantFrom(0, 700, 775, 1900) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
      async (currency, rate, lines, prices_include_tax, shares) => {
        const id = await send({
          currency,
          prices_include_tax,
          items: lines.map((line) => ({ description: 'Line', quantity: 1, ...line })),
          ...(currency !== 'USD' && { booking_rate: rate }),
        })
        const { amount: total, tax } = await asOwner().invoices.get({ id })
        let left = total
        for (const share of [...shares, 100]) {
          const part = Math.min(left, Math.ceil((total * share) / 100))
          if (part > 0) await pay(id, part)
          left -= part
        }
        const entries = await db
          .selectFrom('ledger_entries')
          .selectAll()
          .where('invoice_id', '=', id)
          .execute()
        expect(entries.reduce((sum, entry) => sum + entry.tax, 0)).toBe(tax)
        const taxed = lines.some((line) => line.tax_bps > 0)
        if (!taxed) return
        const document = await db
          .selectFrom('invoice_items')
          .selectAll()
          .where('invoice_id', '=', id)
          .execute()
        const parts = await partsOf(id)
        for (const [bps, items] of Map.groupBy(document, (item) => item.tax_bps)) {
          const sum = (key: 'net' | 'tax') => items.reduce((whole, item) => whole + item[key], 0)
          expect(parts[bps]?.slice(0, 2) ?? [0, 0]).toEqual([sum('net'), sum('tax')])
        }
        const { base_total } = await db
          .selectFrom('invoices')
          .select('base_total')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(Object.values(parts).reduce((sum, [, , net = 0, inTax = 0]) => sum + net + inTax, 0)).toBe(
          base_total,
        )
        await rewriteBooks(db, () => db.deleteFrom('ledger_entries').where('invoice_id', '=', id).execute())
      },
    ),
    { numRuns: casesHere(25) },
  )
})

test('each entry is the sum of its parts, also if its rate was entered late', async () => {
  const id = await send({ items: LINES, currency: 'EUR', booking_rate: '1.08' })
  for (const amount of [1, 999, 2000]) await pay(id, amount)
  await expectWholeEntries()
  const booked = await partsOf(id)
  const taxInBase = () => db.selectFrom('invoices').select('base_tax').where('id', '=', id).execute()
  const converted = await taxInBase()
  // As written by an older version.
  const unknown = { booking_rate: null, booked_on: null, rate_source: null, base_total: null, base_due: null }
  await db
    .updateTable('invoices')
    .set({ ...unknown, base_tax: null })
    .where('id', '=', id)
    .execute()
  await rewriteBooks(db, async () => {
    await db.updateTable('ledger_entries').set({ base_amount: null, base_tax: 0 }).execute()
    await db.updateTable('ledger_taxes').set({ base_net: null, base_tax: null }).execute()
  })
  expect((await asOwner().finance.summary({})).current).toMatchObject({ revenue: 0, tax_collected: 0 })
  await asOwner().invoices.enterRate({ currency: 'EUR', rate: '1.08' })
  expect(await partsOf(id)).toEqual(booked)
  expect(await taxInBase()).toEqual(converted)
  await expectWholeEntries()
})

test('entries of older versions are split like current ones', async () => {
  const id = await send({ items: LINES })
  for (const amount of [1000, 2000, 1]) await pay(id, amount)
  const booked = await partsOf(id)
  await rewriteBooks(db, async () => {
    await db.deleteFrom('ledger_taxes').execute()
    await db.updateTable('ledger_entries').set({ tax: 0, base_tax: 0 }).execute()
    await splitEarlierEntries(db as unknown as Kysely<unknown>)
  })
  expect(await partsOf(id)).toEqual(booked)
  await expectWholeEntries()
})

test("input tax of an expense isn't a cost and reduces the tax payable", async () => {
  await pay(await send(), 595_00)
  const tx = ctxFor(db, world.home.owner)
  await transact(tx, (inside) =>
    postLedger(inside, {
      agencyId: world.home.agencyId,
      direction: 'expense',
      category: 'software',
      amount: 119_00,
      currency: 'USD',
      description: 'Licence',
      taxes: [
        { tax_bps: 1900, tax_name: null, tax_category: 'standard', tax_note: null, net: 100_00, tax: 19_00 },
      ],
    }),
  )
  expect((await asOwner().finance.summary({})).current).toEqual({
    revenue: 500_00,
    expenses: 100_00,
    net: 400_00,
    tax_collected: 95_00,
    input_tax: 19_00,
    provider_fees: 0,
    net_received: 595_00,
    tax_paid: 0,
  })
  const report = await asOwner().finance.taxReport({})
  expect(report).toMatchObject({
    input: [{ tax_bps: 1900, net: 100_00, tax: 19_00, gross: 119_00, count: 1 }],
    input_total: { tax: 19_00 },
    owed: 76_00,
  })
  const { items } = await asOwner().finance.taxDocuments({
    side: 'input',
    tax_bps: 1900,
    tax_name: null,
    tax_category: 'standard',
  })
  expect(items).toMatchObject([{ text: 'Licence', net: 100_00, tax: 19_00 }])
})
