import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebilledLine } from '#server/money/invoices/rules.ts'
import { convert } from '#shared/base/amounts/exchange.ts'
import { callerAs } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

/** Flights for 120.00 including 20.00 tax, to be charged to the client. */
const FLIGHTS = {
  category: 'travel',
  description: 'Flights to Berlin',
  amount: 12_000,
  tax_amount: 2000,
  tax_bps: 2000,
  spent_on: '2026-03-02',
  rebillable: true,
} as const

async function setUpExpense() {
  const world = await setUpApproved()
  const { owner, input } = world
  const flights = await owner.finance.saveExpense({ ...FLIGHTS, client_id: input.client_id })
  const unbilled = async () =>
    (await owner.finance.unbilledExpenses({ client_id: input.client_id })).map((expense) => expense.id)
  const draft = () => owner.invoices.save(draftFor(input.client_id))
  const bill = (terms: object = {}) =>
    owner.invoices.fromTime({
      ...input,
      include_time: false,
      expense_ids: [flights.id],
      title: 'March',
      due_date: '2026-04-01',
      ...terms,
    })
  return { ...world, flights, unbilled, draft, bill }
}

test("hours and an expense become one invoice: net cost, markup, and the invoice's tax", async () => {
  const { owner, flights, input, bill, unbilled } = await setUpExpense()
  const { client_id } = input
  expect(await owner.finance.unbilledExpenses({ client_id })).toMatchObject([
    { id: flights.id, cost: 10_000, currency: 'USD', base_cost: 10_000 },
  ])
  const invoice = await bill({ include_time: true, markup_bps: 1500, tax_bps: 1000 })
  expect(invoice.items.at(-1)).toMatchObject({
    description: 'Flights to Berlin',
    quantity: 1,
    rate: 11_500,
    tax_bps: 1000,
  })
  expect(invoice).toMatchObject({ subtotal: 41_500, tax: 4150, amount: 45_650 })
  expect(await unbilled()).toEqual([])
  expect(await owner.finance.expense({ id: flights.id })).toMatchObject({
    billed: { invoice_id: invoice.id, number: null, title: 'March' },
  })
  const { items } = await owner.finance.transactions({ flow: 'expense' })
  expect(items).toMatchObject([{ billing: 'billed', tax_included: 2000 }])
})

test('the supply period is that of the hours and expenses that are billed', async () => {
  const { owner, input, bill, flights } = await setUpExpense()
  const late = await owner.finance.saveExpense({
    ...FLIGHTS,
    client_id: input.client_id,
    spent_on: '2026-03-28',
  })
  const hours = await bill({ include_time: true, expense_ids: [] })
  expect(hours).toMatchObject({ supply_from: '2026-03-02', supply_to: '2026-03-08' })
  const expenses = await bill({ expense_ids: [late.id, flights.id] })
  expect(expenses).toMatchObject({ supply_from: '2026-03-02', supply_to: '2026-03-28' })
})

test.each([
  ['2026-03-05', '2026-03-28', '2026-03-02', '2026-03-28'],
  ['2026-03-01', '2026-03-10', '2026-03-01', '2026-03-20'],
  ['2026-03-25', null, '2026-03-02', '2026-03-25'],
  [null, null, null, null],
])(
  'expenses added to a draft widen the supply period that it states: %s to %s',
  async (from, to, first, last) => {
    const { owner, input, flights } = await setUpExpense()
    const hotel = await owner.finance.saveExpense({
      ...FLIGHTS,
      client_id: input.client_id,
      spent_on: '2026-03-20',
    })
    const { id } = await owner.invoices.save({
      ...draftFor(input.client_id),
      supply_from: from,
      supply_to: to,
    })
    const added = await owner.invoices.addExpenses({ id, expense_ids: [hotel.id, flights.id] })
    expect(added).toMatchObject({ supply_from: first, supply_to: last })
  },
)

test("expenses alone can be billed, an empty invoice can't", async () => {
  const { bill } = await setUpExpense()
  expect(await bill()).toMatchObject({ amount: 10_000, items: [{ rate: 10_000 }] })
  await expect(bill({ expense_ids: [] })).rejects.toThrow('There is no approved, unbilled time to invoice.')
})

test("an expense is added to a draft with its lines' tax", async () => {
  const { owner, flights, input } = await setUpExpense()
  const { id, items } = await owner.invoices.save({
    ...draftFor(input.client_id),
    discount: { type: 'percent', value: 1000 },
    items: [{ description: 'Workshop', quantity: 1, rate: 50_000, tax_bps: 1900 }],
  })
  const added = await owner.invoices.addExpenses({ id, expense_ids: [flights.id], markup_bps: 1000 })
  expect(added.items[0]).toMatchObject({ id: items[0]?.id, description: 'Workshop', rate: 50_000 })
  expect(added.items[1]).toMatchObject({ description: 'Flights to Berlin', rate: 11_000, tax_bps: 1900 })
  expect(added).toMatchObject({ subtotal: 61_000, discount: 6100, tax: 10_431, amount: 65_331 })
  await expect(owner.invoices.addExpenses({ id, expense_ids: [flights.id] })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test.each([
  [{ tax_bps: 1900, markup_bps: 1500 }, 136_85],
  [{ tax_bps: 700, markup_bps: 0 }, 107_00],
])('an expense on a draft with prices including tax costs the same without it: %o', async (terms, rate) => {
  const { owner, flights, input } = await setUpExpense()
  const { id } = await owner.invoices.save({
    ...draftFor(input.client_id),
    prices_include_tax: true,
    items: [{ description: 'Workshop', quantity: 1, rate: 119_00, tax_bps: 1900 }],
  })
  const added = await owner.invoices.addExpenses({ id, expense_ids: [flights.id], ...terms })
  expect(added.items[1]).toMatchObject({ rate, tax_bps: terms.tax_bps })
  expect(added.items[1]?.net).toBe(100_00 + terms.markup_bps)
})

test('an expense in another currency than that of a draft with prices including tax is converted without it', async () => {
  const { owner, flights, input } = await setUpExpense()
  const { id } = await owner.invoices.save({
    ...draftFor(input.client_id),
    prices_include_tax: true,
    currency: 'EUR',
    booking_rate: '1.25',
  })
  const added = await owner.invoices.addExpenses({ id, expense_ids: [flights.id], tax_bps: 2000 })
  expect(added.items.at(-1)).toMatchObject({
    description: 'Flights to Berlin ($100.00 USD at 1.25 USD for 1 EUR)',
    rate: 96_00,
    net: 80_00,
  })
})

test('an invoice in another currency converts and shows the cost at its exchange rate', async () => {
  const { owner, flights, input } = await setUpExpense()
  const save = (booking_rate: string | null) =>
    owner.invoices.save({ ...draftFor(input.client_id), currency: 'EUR', booking_rate })
  const add = async (rate: string | null) =>
    owner.invoices.addExpenses({ id: (await save(rate)).id, expense_ids: [flights.id] })
  await expect(add(null)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await add('1.25')).items.at(-1)).toMatchObject({
    description: 'Flights to Berlin ($100.00 USD at 1.25 USD for 1 EUR)',
    rate: 8000,
  })
})

test('an expense in a third currency is converted through the base currency', () => {
  const pounds = { description: 'Stand', cost: 10_000, currency: 'GBP', base_cost: 12_700 }
  const expense = {
    ...pounds,
    id: '',
    vendor: null,
    spent_on: '2026-03-02',
    project_id: null,
    project_name: null,
  }
  const terms = { markup_bps: 1000, base: 'USD', currency: 'JPY', rate: '0.0067' }
  expect(rebilledLine(expense, terms)).toEqual({
    description: 'Stand (£110.00 GBP = $139.70 USD at 0.0067 USD for 1 JPY)',
    project_id: null,
    quantity: 1,
    rate: 20_851,
  })
  expect(() => rebilledLine({ ...expense, base_cost: null }, terms)).toThrow(/exchange rate of GBP/)
})

test('a charge in another currency equals cost and markup to half a minor unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 10_000, max: 999_999 }).map((digits) => `0.${String(digits).padStart(6, '0')}`),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      (cost, markup_bps, rate, currency) => {
        const expense = {
          id: '',
          description: 'Stand',
          vendor: null,
          spent_on: '2026-03-02',
          project_id: null,
          project_name: null,
          cost,
          currency: 'USD',
          base_cost: cost,
        }
        const marked = cost + Math.round((cost * markup_bps) / 10_000)
        const unit = Math.max(1, convert(1, currency, 'USD', rate))
        const line = rebilledLine(expense, { markup_bps, base: 'USD', currency, rate })
        expect(Math.abs(convert(line.rate, currency, 'USD', rate) - marked)).toBeLessThanOrEqual(unit)
      },
    ),
  )
})

test('twenty concurrent invoices bill an expense once', async () => {
  const { owner, flights, bill, draft } = await setUpExpense()
  const drafts = await Promise.all(Array.from({ length: 10 }, draft))
  const tries = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => bill()),
    ...drafts.map(({ id }) => owner.invoices.addExpenses({ id, expense_ids: [flights.id] })),
  ])
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const lines = (await owner.invoices.list({ limit: 50 })).items.flatMap((invoice) => invoice.items)
  expect(lines.filter((line) => line.description === FLIGHTS.description)).toHaveLength(1)
})

test('removed from the draft, deleted, voided or fully credited, it can be billed again', async () => {
  const { owner, flights, bill, draft, unbilled, input } = await setUpExpense()
  const { id } = await draft()
  const { version, items } = await owner.invoices.addExpenses({ id, expense_ids: [flights.id] })
  expect(items).toHaveLength(3)
  await owner.invoices.save({ ...draftFor(input.client_id), id, version })
  expect(await unbilled()).toEqual([flights.id])

  await owner.invoices.delete({ id: (await bill()).id })
  expect(await unbilled()).toEqual([flights.id])

  const voided = await owner.invoices.send({ id: (await bill()).id })
  await owner.invoices.void({ id: voided.id })
  expect(await unbilled()).toEqual([flights.id])

  const credited = await owner.invoices.send({ id: (await bill()).id })
  await owner.invoices.credit({ id: credited.id, amount: 4000, reason: 'Partly refunded' })
  expect(await unbilled()).toEqual([])
  await owner.invoices.credit({ id: credited.id, reason: 'Refunded' })
  expect(await unbilled()).toEqual([flights.id])
})

test('once invoiced, its amount, tax and client are locked but not its text; it follows the payment', async () => {
  const { owner, client, flights, bill, input } = await setUpExpense()
  const invoice = await owner.invoices.send({ id: (await bill()).id })
  const { version } = await owner.finance.expense({ id: flights.id })
  const same = { ...FLIGHTS, id: flights.id, version, client_id: input.client_id }
  for (const change of [{ amount: 13_000 }, { tax_amount: null }, { rebillable: false, client_id: null }]) {
    await expect(owner.finance.saveExpense({ ...same, ...change })).rejects.toThrow(/is on INV-1001/)
  }
  await expect(owner.finance.deleteExpense({ id: flights.id })).rejects.toThrow(/is on INV-1001/)
  await owner.finance.saveExpense({ ...same, description: 'Flights', category: 'other' })
  await client.payments.payInvoice({ invoice_id: invoice.id, ...card() })
  expect(await owner.finance.summary({})).toMatchObject({
    // Net of its tax, which the tax office refunds.
    current: { revenue: 10_000, expenses: 10_000, net: 0, input_tax: 2000 },
  })
})

test('only expenses that are rebillable to this client are billed, and only by their own agency', async () => {
  const { db, owner, world, flights, draft, bill } = await setUpExpense()
  const { id } = await draft()
  const kept = await owner.finance.saveExpense({ ...FLIGHTS, rebillable: false })
  await expect(owner.invoices.addExpenses({ id, expense_ids: [kept.id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(owner.finance.saveExpense({ ...FLIGHTS, client_id: null })).rejects.toThrow(
    'Choose the client to charge.',
  )
  const stranger = callerAs(db, world.foreign.owner)
  const { id: theirs } = await stranger.invoices.save(draftFor(world.foreign.client.clientId))
  await expect(
    stranger.invoices.addExpenses({ id: theirs, expense_ids: [flights.id] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.invoices.addExpenses({ id, expense_ids: [flights.id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const sent = await owner.invoices.send({ id })
  await expect(owner.invoices.addExpenses({ id: sent.id, expense_ids: [flights.id] })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await bill()).toMatchObject({ amount: 10_000 })
})
