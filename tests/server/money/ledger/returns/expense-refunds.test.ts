import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { taxIncluded } from '#shared/base/amounts/money.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { readDatev } from '#tests/support/money/datev-reader.ts'
import { type Books, booksIn, compareRows, onForm, restOf } from '#tests/support/returns.ts'

const Q1 = { from: '2026-01-01', to: '2026-03-31' }
const DAY = '2026-02-10'

type Spent = Parameters<Books['reader']['finance']['saveExpense']>[0]

const spend = ({ ownerOn }: Books, expense: Partial<Spent> & { amount: number }) =>
  ownerOn(DAY).finance.saveExpense({ category: 'software', description: 'Tool', spent_on: DAY, ...expense })

/** Of each treatment, deductible in full, in part, and not at all. */
const expensesOf = (country: string, bps: number): (Partial<Spent> & { amount: number })[] => [
  { amount: 119_00, tax_bps: bps, tax_amount: taxIncluded(119_00, bps) },
  { amount: 238_01, tax_bps: bps, tax_amount: taxIncluded(238_01, bps), deductible_bps: 3300 },
  { amount: 50_00, tax_bps: bps, tax_amount: taxIncluded(50_00, bps), deductible_bps: 0 },
  { amount: 1_000_00, treatment: 'reverse_charge', supplier_country: 'FR' },
  { amount: 200_00, treatment: 'reverse_charge', supplier_country: 'US', deductible_bps: 2500 },
  { amount: 500_00, treatment: 'import', supplier_country: 'CN', deductible_bps: 5000 },
  { amount: 60_00, treatment: 'exempt', supplier_country: country },
  { amount: 7_00 },
  { amount: 90_03, currency: 'USD', base_amount: 80_07, tax_bps: bps, tax_amount: taxIncluded(90_03, bps) },
]

/** The figures and files that expenses are in, without zeros. */
async function figuresOf(books: Books, kind: 'german-advance-return' | 'uk-vat-return') {
  const asked = { kind, ...Q1 }
  const found = await books.declare(asked)
  const { current, expenses_by_category } = await books.reader.finance.summary(Q1)
  const { cost } = await books.reader.finance.profit(Q1)
  const { input_total } = await books.reader.finance.taxReport({ ...Q1, basis: 'paid' })
  return {
    form: onForm(found),
    rest: restOf(found),
    input: [found.input_total?.net, found.input_total?.tax, input_total.tax],
    cost: [cost, current.expenses, current.input_tax, ...expenses_by_category.map(({ amount }) => amount)],
    datev: await datevOf(books),
  }
}

async function datevOf({ db, world, reader }: Books): Promise<Record<string, number>> {
  const chart = { ...defaultAccounts('skr03'), consultant_number: 29_098, client_number: 55_003 }
  const { version } = await reader.finance.accounts()
  await reader.finance.saveAccounts({ ...chart, datev_expenses: true, version })
  const ctx = ctxFor(db, world.home.owner as SeedMember, new Date('2027-01-15T12:00:00.000Z'))
  const { content } = await openBooksFile(ctx, 'datev', { ...Q1, basis: 'issued', bom: false })
  const sums: Record<string, number> = {}
  for (const { account, contra, amount, debit } of readDatev(await buffer(content))) {
    const debited = debit ? amount : -amount
    sums[account] = (sums[account] ?? 0) + debited
    sums[contra] = (sums[contra] ?? 0) - debited
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

const opposite = (figure: unknown): unknown => {
  if (typeof figure === 'number') return figure === 0 ? 0 : -figure
  if (Array.isArray(figure)) return figure.map(opposite)
  if (typeof figure !== 'object' || figure === null) return figure
  return Object.fromEntries(Object.entries(figure).map(([key, value]) => [key, opposite(value)]))
}

test.each([
  { kind: 'german-advance-return', country: 'DE', currency: 'EUR', bps: 1900 },
  { kind: 'uk-vat-return', country: 'GB', currency: 'GBP', bps: 2000 },
] as const)('suppliers’ refunds are the opposite of expenses: $kind', async (books) => {
  const { kind, country, currency, bps } = books
  const [spent, refunded, both] = [
    await booksIn(country, currency),
    await booksIn(country, currency),
    await booksIn(country, currency),
  ]
  for (const expense of expensesOf(country, bps)) {
    await spend(spent, expense)
    await spend(refunded, { ...expense, refund: true })
    await spend(both, expense)
    await spend(both, { ...expense, refund: true })
  }
  const figures = await figuresOf(spent, kind)
  expect(Object.keys(figures.form).length).toBeGreaterThan(3)
  expect(await figuresOf(refunded, kind)).toEqual(opposite(figures))
  expect(await figuresOf(both, kind)).toMatchObject({ form: {}, datev: {} })
  await compareRows(refunded, { kind, ...Q1 }, await refunded.declare({ kind, ...Q1 }))
  for (const { db, agencyId } of [refunded, both]) {
    expect(await bookDifferencesOf(ctxFor(db, null), agencyId)).toEqual([])
  }
})

test('a refund whose exchange rate is entered later is the opposite of such an expense', async () => {
  const books = await booksIn('DE', 'EUR')
  for (const expense of expensesOf('DE', 1900)) {
    const foreign = { ...expense, currency: 'USD', base_amount: null }
    await spend(books, foreign)
    await spend(books, { ...foreign, refund: true })
  }
  await books.ownerOn(DAY).invoices.enterRate({ currency: 'USD', rate: '0.777', confirm_period: false })
  const { form, cost, datev } = await figuresOf(books, 'german-advance-return')
  expect([form, datev]).toEqual([{}, {}])
  expect(cost.every((amount) => amount === 0)).toBe(true)
})

test('a refund is changed and deleted like an expense, and can’t be charged or paid by the tax office', async () => {
  const books = await booksIn('DE', 'EUR')
  const taxed = { amount: 119_00, tax_bps: 1900, tax_amount: 19_00 }
  const { id, version, refund } = await spend(books, { ...taxed, refund: true })
  expect(refund).toBe(true)
  const owner = books.ownerOn(DAY)
  const listed = await owner.finance.transactions({})
  expect(listed.items).toMatchObject([{ amount: -119_00, tax_included: -19_00 }])
  await spend(books, { ...taxed, id, version, refund: false })
  expect((await owner.finance.summary(Q1)).current).toMatchObject({ expenses: 100_00, input_tax: 19_00 })
  await owner.finance.deleteExpense({ id })
  expect((await owner.finance.summary(Q1)).current).toMatchObject({ expenses: 0, input_tax: 0 })

  const { clientId } = books.world.home.client
  for (const wrong of [{ rebillable: true, client_id: clientId }, { category: 'tax_payments' as const }]) {
    await expect(spend(books, { amount: 1, refund: true, ...wrong })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})
