import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { percentOf, taxIncluded } from '#shared/base/amounts/money.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { readDatev } from '#tests/support/money/datev-reader.ts'
import { type Books, booksIn, compareRows, onForm, restOf } from '#tests/support/returns.ts'

const Q1 = { from: '2026-01-01', to: '2026-03-31' }
const DAY = '2026-02-10'

type Spent = Omit<Parameters<Books['reader']['finance']['saveExpense']>[0], 'category' | 'spent_on'>

const spend = ({ ownerOn }: Books, expense: Partial<Spent> & { amount: number }) =>
  ownerOn(DAY).finance.saveExpense({ category: 'software', description: 'Tool', spent_on: DAY, ...expense })

/** With 19% or 20% tax, with reverse charge at this rate, and without tax. */
const expensesOf = (country: string, bps: number): (Partial<Spent> & { amount: number })[] => [
  { amount: 119_00, tax_bps: bps, tax_amount: taxIncluded(119_00, bps) },
  { amount: 238_00, tax_bps: bps, tax_amount: taxIncluded(238_00, bps), deductible_bps: 5000 },
  { amount: 50_00, tax_bps: bps, tax_amount: taxIncluded(50_00, bps), deductible_bps: 0 },
  { amount: 1_000_50, treatment: 'reverse_charge', supplier_country: 'FR' },
  { amount: 200_00, treatment: 'reverse_charge', supplier_country: 'US', deductible_bps: 2500 },
  { amount: 30_00, treatment: 'reverse_charge', supplier_country: country, deductible_bps: 0 },
  { amount: 4_00, treatment: 'reverse_charge' },
  { amount: 500_00, treatment: 'import', supplier_country: 'CN', deductible_bps: 5000 },
  { amount: 60_00, treatment: 'exempt', supplier_country: country },
  { amount: 7_00 },
]

async function spent(country: string, currency: string, bps: number): Promise<Books> {
  const books = await booksIn(country, currency)
  for (const expense of expensesOf(country, bps)) await spend(books, expense)
  return books
}

const costOf = async ({ reader }: Books) => {
  const { current } = await reader.finance.summary({ from: Q1.from, to: Q1.to })
  const { cost } = await reader.finance.profit({ from: Q1.from, to: Q1.to })
  expect(cost).toBe(current.expenses)
  return cost
}

test('the German advance return includes the tax owed for expenses and deducts the deductible share', async () => {
  const books = await spent('DE', 'EUR', 1900)
  const asked = { kind: 'german-advance-return', ...Q1 } as const
  const found = await books.declare(asked)
  const deducted = 190_10 + 9_50
  expect(onForm(found)).toEqual({
    '46': 1_000_00,
    '47': 190_10,
    '84': 230_00,
    '85': 43_70,
    '66': 19_00 + 19_00,
    '67': deducted,
    '83': 190_10 + 43_70 - 38_00 - deducted,
  })
  expect(restOf(found)).toEqual({ import: [500_00, 95_00], 'unassigned-purchases': [4_00, 76] })
  await compareRows(books, asked, found)
  const gross = expensesOf('DE', 1900).reduce((sum, { amount }) => sum + amount, 0)
  expect(await costOf(books)).toBe(gross - 38_00 + 28_50 + 5_70 + 47_50)
})

test('the UK VAT return includes them as sales and purchases', async () => {
  const books = await spent('GB', 'GBP', 2000)
  const asked = { kind: 'uk-vat-return', ...Q1 } as const
  const found = await books.declare(asked)
  const owed = 200_10 + 40_00 + 6_00 + 100_00
  const deducted = 19_83 + 19_84 + 200_10 + 10_00 + 50_00
  expect(onForm(found)).toEqual({
    '1': owed,
    '3': owed,
    '4': deducted,
    '5': owed - deducted,
    '6': 1_200_00,
    // The full value of what is taxed, however much of the tax is deductible.
    '7': 2_129_00,
  })
  await compareRows(books, asked, found)
})

const rates = fc.constantFrom(0, 550, 700, 887.5, 1900, 2000)
const shares = fc.oneof(fc.constantFrom(0, 10_000), fc.integer({ min: 0, max: 10_000 }))
const anyExpense = fc.record({
  amount: fc.integer({ min: 1, max: 900_000_00 }),
  bps: rates,
  deductible_bps: shares,
  treatment: fc.constantFrom('taxed', 'reverse_charge', 'import', 'exempt'),
  supplier_country: fc.constantFrom('DE', 'FR', 'US', null),
})

test('for any expenses, tax and cost equal what was paid and owed, and boxes are the sums of their rows', async () => {
  const books = await booksIn('DE', 'EUR')
  const asked = { kind: 'german-advance-return', ...Q1 } as const
  let [cost, inputTax] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anyExpense, async ({ amount, bps, deductible_bps, treatment, supplier_country }) => {
      const isTaxed = treatment === 'taxed'
      const isOwed = treatment === 'reverse_charge' || treatment === 'import'
      const taxed = isTaxed && { tax_bps: bps, tax_amount: taxIncluded(amount, bps) }
      const owed = isOwed && { owed_bps: bps }
      await spend(books, { amount, treatment, deductible_bps, supplier_country, ...taxed, ...owed })
      const tax = isTaxed ? taxIncluded(amount, bps) : isOwed ? percentOf(amount, bps) : 0
      const deducted = percentOf(tax, deductible_bps)
      cost += amount + (isTaxed ? 0 : tax) - deducted
      if (isTaxed) inputTax += deducted
      const parts = await books.db
        .selectFrom('ledger_taxes')
        .select((eb) => eb.fn.sum<number>(eb('base_net', '+', eb.ref('base_tax'))).as('gross'))
        .groupBy('entry_id')
        .execute()
      const entries = await books.db.selectFrom('ledger_entries').select(['amount']).execute()
      const paid = entries.map((entry) => entry.amount)
      for (const { gross } of parts) expect(paid).toContain(Number(gross))
      expect(await costOf(books)).toBe(cost)
      expect((await books.declare(asked)).input_total?.tax).toBe(inputTax)
    }),
    { numRuns: casesHere(24) },
  )
  await compareRows(books, asked, await books.declare(asked))
  expect(await bookDifferencesOf(ctxFor(books.db, null), books.agencyId)).toEqual([])
})

test('an expense whose exchange rate is entered later is booked the same way, and is reversed completely', async () => {
  const books = await booksIn('DE', 'EUR')
  const read = async () => [
    await costOf(books),
    onForm(await books.declare({ kind: 'german-advance-return', ...Q1 })),
  ]
  const foreign = { currency: 'USD', treatment: 'reverse_charge', supplier_country: 'US' } as const
  const { id } = await spend(books, { amount: 110_00, deductible_bps: 5000, ...foreign })
  expect(await read()).toEqual([0, {}])
  await books.ownerOn(DAY).invoices.enterRate({ currency: 'USD', rate: '0.5', confirm_period: false })
  // For the entry that is booked again.
  await callerAs(books.db, books.world.admin).platform.importExchangeRates({
    rates: [{ currency: 'USD', quoted_on: DAY, per_euro: '2' }],
  })
  const booked = [55_00 + 5_22, { '84': 55_00, '85': 10_45, '67': 5_23, '83': 5_22 }]
  expect(await read()).toEqual(booked)
  const change = {
    category: 'software',
    description: 'Tool',
    spent_on: DAY,
    amount: 110_00,
    ...foreign,
  } as const
  const owner = books.ownerOn(DAY)
  expect(await owner.finance.saveExpense({ ...change, id })).toMatchObject({
    owed_bps: 1900,
    deductible_bps: 10_000,
  })
  expect(await read()).toEqual([55_00, { '84': 55_00, '85': 10_45, '67': 10_45 }])
  await owner.finance.saveExpense({ ...change, id, deductible_bps: 5000 })
  expect(await read()).toEqual(booked)
  await expect(books.db.updateTable('ledger_taxes').set({ deducted_tax: 0 }).execute()).rejects.toThrow(
    'never changed',
  )
  await owner.finance.deleteExpense({ id })
  expect(await read()).toEqual([0, {}])
})

test.each([
  [10_000, 20_00],
  [5000, 10_00],
  [3333, 6_67],
  [0, 0],
])('box 7 has the full value of a purchase once, with %i deductible', async (deductible_bps, deducted) => {
  const books = await booksIn('GB', 'GBP')
  const asked = { kind: 'uk-vat-return', ...Q1 } as const
  const foreign = { amount: 240_00, currency: 'USD', tax_bps: 2000, tax_amount: 40_00, deductible_bps }
  const { id } = await spend(books, foreign)
  expect(onForm(await books.declare(asked))).toEqual({})
  await books.ownerOn(DAY).invoices.enterRate({ currency: 'USD', rate: '0.5', confirm_period: false })
  const found = await books.declare(asked)
  const { 7: net, 4: tax = 0, 5: total = 0 } = onForm(found)
  expect([net, tax, total]).toEqual([100_00, deducted, deducted === 0 ? 0 : -deducted])
  expect(found.boxes.find(({ key }) => key === '7')).toMatchObject({ exact: 100_00, count: 1 })
  await compareRows(books, asked, found)
  await expect(
    books.db.updateTable('ledger_taxes').set({ undeducted_bps: 1, undeducted_tax: 1 }).execute(),
  ).rejects.toThrow('never changed')
  await books.ownerOn(DAY).finance.deleteExpense({ id })
  expect(onForm(await books.declare(asked))).toEqual({})
})

/** Account, contra account and amount of each posting. */
async function postedFor(books: Books) {
  const chart = { ...defaultAccounts('skr03'), consultant_number: 29_098, client_number: 55_003, version: 0 }
  await books.ownerOn('2026-03-01').finance.saveAccounts(chart)
  const owner = books.world.home.owner as SeedMember
  const ctx = ctxFor(books.db, owner, new Date('2026-03-01T12:00:00.000Z'))
  return readDatev(await fileOf(ctx, 'datev'))
    .map(({ account, contra, amount, debit }) => [account, contra, debit ? amount : -amount])
    .toSorted()
}

async function fileOf(ctx: AgencyCtx, kind: 'datev' | 'journal'): Promise<Buffer> {
  const { content } = await openBooksFile(ctx, kind, { ...Q1, basis: 'issued', bom: false })
  return buffer(content)
}

test('tax that is owed for an expense and can’t be deducted is a cost, but not in its amount', async () => {
  const books = await booksIn('DE', 'EUR')
  await spend(books, { amount: 119_00, tax_bps: 1900, tax_amount: 19_00 })
  const owed = { supplier_country: 'FR', owed_bps: 1900, deductible_bps: 5000 }
  await spend(books, { amount: 1_000_00, treatment: 'reverse_charge', ...owed, description: 'Reviews' })
  const { current } = await books.reader.finance.summary(Q1)
  expect(current).toMatchObject({ input_tax: 19_00, expenses: 100_00 + 1_000_00 + 95_00 })
  const { input_total } = await books.reader.finance.taxReport({ basis: 'issued', ...Q1 })
  expect(input_total.tax).toBe(19_00)
  const { items } = await books.reader.finance.transactions(Q1)
  expect(items.map(({ tax, base_tax }) => [tax, base_tax]).toSorted()).toEqual([
    [0, 0],
    [19_00, 19_00],
  ])
  const journal = await fileOf(ctxFor(books.db, books.world.home.owner as SeedMember), 'journal')
  const reviews = journal
    .toString()
    .split('\r\n')
    .find((line) => line.includes('Reviews'))
  expect(reviews).toMatch(/,EUR,1000,1000,0,EUR,1000,1000,0,95$/)
})

test('the DATEV file has the tax of other countries in the cost, as it can’t be deducted in Germany', async () => {
  const books = await booksIn('DE', 'EUR')
  await spend(books, { amount: 120_00, tax_bps: 2000, tax_amount: 20_00 })
  await spend(books, { amount: 240_00, tax_bps: 2000, tax_amount: 40_00, deductible_bps: 5000 })
  await spend(books, { amount: 119_00, tax_bps: 1900, tax_amount: 19_00 })
  // Germany had 16% and 5% only in 2020; Poland has 5%.
  await spend(books, { amount: 116_00, tax_bps: 1600, tax_amount: 16_00 })
  await spend(books, { amount: 105_00, tax_bps: 500, tax_amount: 5_00 })
  const { id } = await spend(books, { amount: 60_00, tax_bps: 2000, tax_amount: 10_00 })
  await books.ownerOn('2026-02-11').finance.deleteExpense({ id })
  expect(restOf(await books.declare({ kind: 'german-advance-return', ...Q1 }))).toMatchObject({
    'unassigned-input': [400_00, 61_00],
  })
  expect(await postedFor(books)).toEqual(
    [
      ['4964', '1200', 120_00],
      ['4964', '1200', 240_00],
      ['4964', '1200', 100_00],
      ['1570', '1200', 19_00],
      ['4964', '1200', 116_00],
      ['4964', '1200', 105_00],
      ['4964', '1200', 60_00],
      ['4964', '1200', -60_00],
    ].toSorted(),
  )
})

test('tax that earlier versions saved without a rate is no input tax, in the return and in the DATEV file', async () => {
  const books = await booksIn('DE', 'EUR')
  const tax = { tax: 8_00, base_tax: 8_00 }
  const [entry_id, { db, agencyId: agency_id }] = [crypto.randomUUID(), books]
  await db
    .insertInto('ledger_entries')
    .values({
      ...{ id: entry_id, agency_id, direction: 'expense', category: 'software', description: 'Tool', ...tax },
      ...{ amount: 58_00, base_amount: 58_00, currency: 'EUR' },
      ...{ occurred_on: DAY, occurred_at: `${DAY}T12:00:00.000Z` },
    })
    .execute()
  await db
    .insertInto('ledger_taxes')
    .values({ entry_id, position: 0, agency_id, tax_bps: 0, net: 50_00, base_net: 50_00, ...tax })
    .execute()
  const found = await books.declare({ kind: 'german-advance-return', ...Q1 })
  expect([onForm(found), restOf(found)]).toEqual([{}, { 'unassigned-input': [50_00, 8_00] }])
  expect(await postedFor(books)).toEqual([['4964', '1200', 58_00]])
})

test('the DATEV file posts back what can’t be deducted of the tax that DATEV computes', async () => {
  const books = await spent('DE', 'EUR', 1900)
  const cost = [100_00, 219_00, 50_00, 30_00, 4_00, 500_00, 60_00, 7_00].map((amount) => [
    '4964',
    '1200',
    amount,
  ])
  expect(await postedFor(books)).toEqual(
    [
      ...cost,
      ['1570', '1200', 19_00],
      ['1570', '1200', 19_00],
      ['3123', '1200', 1_000_50],
      ['3125', '1200', 200_00],
      ['4964', '1570', 28_50],
    ].toSorted(),
  )
})

test('the non-deductible tax is billed to the client with the cost', async () => {
  const books = await booksIn('DE', 'EUR')
  const { clientId: client_id } = books.world.home.client
  const billed = { client_id, rebillable: true }
  await spend(books, { amount: 119_00, tax_bps: 1900, tax_amount: 19_00, deductible_bps: 5000, ...billed })
  await spend(books, { amount: 100_00, treatment: 'reverse_charge', deductible_bps: 0, ...billed })
  const found = await books.reader.finance.unbilledExpenses({ client_id })
  expect(found.map(({ cost, base_cost }) => [cost, base_cost]).toSorted()).toEqual([
    [109_50, 109_50],
    [119_00, 119_00],
  ])
})

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin'])(
  'at a month’s end in %s, a taxed expense counts on the day it was spent, even after a change',
  async (timezone) => {
    const books = await booksIn('DE', 'EUR')
    await books.db.updateTable('agencies').set({ timezone }).where('id', '=', books.agencyId).execute()
    const read = async (from: string, to: string) =>
      onForm(await books.declare({ kind: 'german-advance-return', from, to }))
    // February 1 in Auckland, but still January in Los Angeles.
    const owner = callerAs(books.db, books.world.home.owner, { now: new Date('2026-01-31T23:30:00.000Z') })
    const taxed = { category: 'software', description: 'Tool', amount: 119_00, tax_bps: 1900 } as const
    const expense = { ...taxed, tax_amount: 19_00, deductible_bps: 5000, spent_on: '2026-01-31' }
    const { id, version } = await owner.finance.saveExpense(expense)
    expect(await read('2026-01-01', '2026-01-31')).toEqual({ '66': 9_50, '83': -9_50 })
    expect(await read('2026-02-01', '2026-02-28')).toEqual({})
    await owner.finance.saveExpense({ ...expense, id, version, deductible_bps: 10_000 })
    expect(await read('2026-01-01', '2026-01-31')).toEqual({ '66': 19_00, '83': -19_00 })
    expect(await read('2026-02-01', '2026-02-28')).toEqual({})
  },
)

test('in another currency, the amount charged determines tax, cost and the tax owed', async () => {
  const books = await booksIn('DE', 'EUR')
  const foreign = { currency: 'USD', base_amount: 100_01, deductible_bps: 5000 } as const
  await spend(books, { ...foreign, amount: 119_00, tax_bps: 1900, tax_amount: 19_00 })
  await spend(books, { ...foreign, amount: 110_00, treatment: 'reverse_charge', supplier_country: 'US' })
  const asked = { kind: 'german-advance-return', ...Q1 } as const
  const found = await books.declare(asked)
  // 9.50 and 20.90 USD at the rates charged.
  const input = 7_98
  const [owed, deducted] = [19_00, 9_50]
  expect(onForm(found)).toEqual({
    ...{ '84': 100_00, '85': owed, '66': input, '67': deducted },
    ...{ '83': owed - input - deducted },
  })
  await compareRows(books, asked, found)
  expect(await costOf(books)).toBe(2 * 100_01 - input + owed - deducted)
  expect(await bookDifferencesOf(ctxFor(books.db, null), books.agencyId)).toEqual([])
})

test.each([
  ['tax without a rate', { tax_amount: 19_00 }],
  ['tax with reverse charge', { treatment: 'reverse_charge', tax_bps: 1900, tax_amount: 19_00 }],
  ['a rate owed for taxed bills', { owed_bps: 1900 }],
  ['a rate owed for exempt ones', { treatment: 'exempt', owed_bps: 1900 }],
  ['a share above 100 %', { deductible_bps: 10_001 }],
  ['a negative share', { deductible_bps: -1 }],
  ['an invalid country', { supplier_country: 'Atlantis' }],
] as const)('%s is refused', async (_, wrong) => {
  const books = await booksIn('DE', 'EUR')
  await expect(spend(books, { amount: 119_00, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
