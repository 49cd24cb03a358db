import { expect, test } from 'vitest'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { pendingInvoicesOf } from '#server/money/invoices/queries/open-invoices.ts'
import { paperOf, paperRows, paperSums } from '#shared/money/invoices/invoice-paper.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), client: callerAs(db, world.home.client) }
}

test("a new agency's ledger is empty", async () => {
  const { owner } = await setUp()
  expect(await owner.finance.summary({})).toMatchObject({
    current: { revenue: 0, expenses: 0, net: 0 },
    outstanding: { total: 0 },
    income_by_category: [],
    months: [],
  })
})

test('income, expenses and outstanding amounts come from their rows', async () => {
  const { owner, client, world } = await setUp()
  await sendInvoiceTo(owner, world.home.client.clientId)
  await client.payments.quickPay(card())
  const expense = await owner.finance.saveExpense({
    category: 'software',
    description: 'Licence',
    amount: 4000,
    spent_on: '2026-02-10',
  })
  const summary = await owner.finance.summary({})
  expect(summary.current).toMatchObject({ revenue: 10_000, expenses: 4000, net: 6000 })
  expect(summary.outstanding).toMatchObject({ total: 360_000, not_due: 360_000 })
  expect(summary.income_by_client).toMatchObject([{ label: 'Home Client', amount: 10_000, share: 100 }])
  expect(summary.months.map((month) => [month.month, month.net])).toEqual([
    ['2026-02', -4000],
    ['2026-03', 10_000],
  ])
  const march = await owner.finance.summary({ from: '2026-03-01', to: '2026-03-31' })
  expect(march.current.expenses).toBe(0)
  expect(march.previous).toMatchObject({ expenses: 4000 })
  await owner.finance.saveExpense({ ...expenseInput, id: expense.id, amount: 5000 })
  expect((await owner.finance.summary({})).current.expenses).toBe(5000)
  await owner.finance.deleteExpense({ id: expense.id })
  expect((await owner.finance.summary({})).current.expenses).toBe(0)
})

const expenseInput = {
  category: 'software',
  description: 'Licence',
  amount: 4000,
  spent_on: '2026-02-10',
} as const

test('a tax payment has no tax, client, or project of its own', async () => {
  const { owner, world } = await setUp()
  const payment = { ...expenseInput, category: 'tax_payments', description: 'VAT of January' } as const
  const { clientId } = world.home.client
  for (const wrong of [
    { tax_amount: 100 },
    { client_id: clientId },
    { treatment: 'reverse_charge' },
  ] as const)
    await expect(owner.finance.saveExpense({ ...payment, ...wrong })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
})

test('an expense entered for a tax payment before is booked again as one', async () => {
  const { owner } = await setUp()
  const { id } = await owner.finance.saveExpense({ ...expenseInput, category: 'taxes' })
  expect((await owner.finance.summary({})).current).toMatchObject({ expenses: 4000, tax_paid: 0 })
  await owner.finance.saveExpense({ ...expenseInput, id, category: 'tax_payments' })
  expect((await owner.finance.summary({})).current).toMatchObject({ expenses: 0, net: 0, tax_paid: 4000 })
  await owner.finance.deleteExpense({ id })
  expect((await owner.finance.summary({})).current).toMatchObject({ expenses: 0, tax_paid: 0 })
})

test('every outstanding figure is reduced by credits', async () => {
  const { db, owner, client, world } = await setUp()
  const id = await sendInvoiceTo(owner, world.home.client.clientId)
  await owner.invoices.credit({ id, amount: 60_000, reason: 'Late delivery' })
  const outstanding = 300_000
  expect((await owner.finance.summary({})).outstanding).toMatchObject({ total: outstanding })
  expect(await owner.clients.counters()).toMatchObject({ outstanding })
  expect((await owner.clients.list({})).items).toMatchObject([{ outstanding_amount: outstanding }])
  expect(await pendingInvoicesOf(ctxFor(db, world.home.client))).toEqual({
    count: 1,
    amounts: [{ amount: outstanding, currency: 'USD' }],
  })
  expect((await client.invoices.get({ id })).amount_due).toBe(outstanding)
})

test('transactions are filtered by income and expense across pages', async () => {
  const { owner, client } = await setUp()
  await client.payments.quickPay(card())
  await owner.finance.saveExpense(expenseInput)
  const list = async (flow?: 'income' | 'expense') =>
    (await owner.finance.transactions({ flow, direction: 'forward' })).items.map((row) => row.direction)
  expect(await list()).toEqual(['income', 'expense'])
  expect(await list('income')).toEqual(['income'])
  expect(await list('expense')).toEqual(['expense'])
})

test("an expense can't name another agency's client", async () => {
  const { owner, world } = await setUp()
  await expect(
    owner.finance.saveExpense({ ...expenseInput, client_id: world.foreign.client.clientId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('people without an agency see an empty ledger', async () => {
  const { db, world } = await setUp()
  const waitingOwner = { ...world.waitingEmployee, role: 'agency_admin' as const }
  const caller = callerAs(db, waitingOwner)
  expect((await caller.finance.summary({})).current.revenue).toBe(0)
  expect((await caller.finance.transactions({})).items).toEqual([])
})

test('the PDF uses the same lines and totals as the screen', async () => {
  const { owner, world } = await setUp()
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    discount: { type: 'percent', value: 1000 },
    items: [{ description: 'Zażółć gęślą jaźń', quantity: 1.5, rate: 3333, tax_bps: 1900 }],
  })
  const invoice = paperOf(await owner.invoices.get({ id }))
  expect(paperRows(invoice)).toEqual([['Zażółć gęślą jaźń', '1.5', '$33.33', '19%', '$50.00']])
  expect(paperSums(invoice)).toEqual([
    ['Subtotal', '$50.00'],
    ['Discount 10%', '-$5.00'],
    ['Tax 19% on $45.00', '$8.55'],
    ['Total', '$53.55 USD'],
  ])
  const pdf = await renderInvoicePdf(invoice)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('Inter')).toBe(true)
})
