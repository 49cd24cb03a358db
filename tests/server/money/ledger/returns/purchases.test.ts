import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { type TaxedRecord, taxedRecords } from '#server/money/ledger/returns/queries/taxed-records.ts'
import type { BillTreatment } from '#shared/money/bills.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { readDatev } from '#tests/support/money/datev-reader.ts'
import { type Books, booksIn, compareRows, onForm, restOf } from '#tests/support/returns.ts'
import { addContributor } from '#tests/support/world.ts'

const Q1 = { from: '2026-01-01', to: '2026-03-31' }

interface Billed {
  treatment: BillTreatment
  country: string | null
  owed_bps?: number | null
  deductible_bps?: number
  tax_bps?: number
  tax?: number
}

let numbers = 0

/** Pays a payout with a bill on that day; returns its id. */
async function paidWithBill(books: Books, day: string, net: number, bill: Billed): Promise<string> {
  const owner = books.ownerOn(day)
  const { employeeId } = books.world.home.employee
  const { id } = await owner.payouts.create({ employee_id: employeeId, description: 'Work', amount: net })
  await owner.payouts.recordBill(billOf(id, day, net, bill))
  await owner.payouts.payBatch({ ids: [id] })
  return id
}

const billOf = (payout_id: string, day: string, net: number, bill: Billed) => ({
  payout_id,
  number: `R-${++numbers}`,
  issued_on: day,
  net,
  tax_bps: 0,
  tax: 0,
  tax_id: '12/345/67890',
  ...bill,
})

/** One bill for each treatment and country. */
async function paidBills(country: string, currency: string): Promise<Books> {
  const books = await booksIn(country, currency)
  for (const [net, bill] of [
    [1_000_50, { treatment: 'reverse_charge', country: 'FR' }],
    [200_00, { treatment: 'reverse_charge', country: 'US' }],
    [30_00, { treatment: 'reverse_charge', country }],
    [4_00, { treatment: 'reverse_charge', country: null }],
    [500_00, { treatment: 'import', country: 'CN' }],
    [60_00, { treatment: 'exempt', country }],
    [70_00, { treatment: 'small_business', country }],
  ] as const) {
    await paidWithBill(books, '2026-02-10', net, bill)
  }
  return books
}

test('the German advance return includes the tax that the agency owes for bills, and deducts it', async () => {
  const books = await paidBills('DE', 'EUR')
  const kind = 'german-advance-return'
  const found = await books.declare({ kind, ...Q1 })
  expect(onForm(found)).toEqual({
    '46': 1_000_00,
    '47': 190_10,
    '84': 230_00,
    '85': 43_70,
    '67': 233_80,
  })
  expect(restOf(found)).toEqual({ import: [500_00, 95_00], 'unassigned-purchases': [4_00, 76] })
  expect(found.input_total).toEqual({ net: 0, tax: 0 })
  await compareRows(books, { kind, ...Q1 }, found)
  expect(await books.behind({ kind, ...Q1, key: '46' })).toMatchObject([
    { kind: 'payout', text: 'Work', net: 1_000_50, tax: 190_10 },
  ])
})

test('the UK VAT return counts reverse charge as sale and purchase, and postpones the tax of imports', async () => {
  const books = await paidBills('GB', 'GBP')
  const kind = 'uk-vat-return'
  const found = await books.declare({ kind, ...Q1 })
  // For services from abroad, for domestic services, and for imports.
  const tax = 200_10 + 40_00 + 6_00 + 100_00
  expect(onForm(found)).toEqual({
    '1': tax,
    '3': tax,
    '4': tax,
    '6': 1_200_00,
    '7': 1_790_00,
  })
  expect(restOf(found)).toEqual({ 'unassigned-purchases': [4_00, 80] })
  await compareRows(books, { kind, ...Q1 }, found)
})

test('a box with sales and purchases opens both, page by page', async () => {
  const books = await paidBills('GB', 'GBP')
  const items = [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 2000 }]
  for (const day of ['2026-01-05', '2026-02-10', '2026-03-05'])
    await books.send(day, { country: 'GB' }, { items })
  const kind = 'uk-vat-return'
  await compareRows(books, { kind, ...Q1 }, await books.declare({ kind, ...Q1 }))
  const asked = { kind, ...Q1, basis: 'issued', key: '1', limit: 2 } as const
  const dates: string[] = []
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await books.reader.finance.returnDocuments({ ...asked, ...(cursor && { cursor }) })
    dates.push(...page.items.map(({ date }) => date))
    cursor = page.nextCursor ?? undefined
  }
  expect(dates).toEqual(['2026-03-05', ...Array(5).fill('2026-02-10'), '2026-01-05'])
})

test("a box of purchases doesn't read sales", async () => {
  const { db, world } = await paidBills('DE', 'EUR')
  const read: string[] = []
  const watched = db.withPlugin({
    transformQuery({ node }) {
      read.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const ctx = ctxFor(watched, world.home.owner as SeedMember)
  const asked = { sides: ['input'], basis: 'issued' } as const
  const { value } = await taxedRecords(ctx, Q1, asked, { after: null, limit: 100 }).next()
  const page: TaxedRecord[] = value ?? []
  expect(new Set(page.map(({ side }) => side))).toEqual(new Set(['input']))
  expect(read.filter((query) => query.includes('"write_off"'))).toEqual([])
  expect(read.filter((query) => query.includes('"expense"'))).toHaveLength(1)
})

test('the DATEV file posts reverse charge and its reversal to accounts that compute the tax', async () => {
  const books = await paidBills('DE', 'EUR')
  const { db, world, ownerOn } = books
  const reduced = { treatment: 'reverse_charge', country: 'FR', owed_bps: 700 } as const
  await paidWithBill(books, '2026-02-12', 40_00, reduced)
  const chart = { ...defaultAccounts('skr03'), consultant_number: 29_098, client_number: 55_003, version: 0 }
  await ownerOn('2026-03-01').finance.saveAccounts(chart)
  const ctx = ctxFor(db, world.home.owner as SeedMember, new Date('2026-03-01T12:00:00.000Z'))
  const { content } = await openBooksFile(ctx, 'datev', { ...Q1, basis: 'issued', bom: false })
  const posted = readDatev(await buffer(content)).map(({ account, amount }) => [account, amount])
  expect(posted.toSorted()).toEqual([
    ['3100', 30_00],
    ['3100', 4_00],
    ['3100', 500_00],
    ['3100', 60_00],
    ['3100', 70_00],
    ['3113', 40_00],
    ['3123', 1_000_50],
    ['3125', 200_00],
  ])
})

test('a bill of a paid payout counts, and a closed quarter stays the same after any change', async () => {
  const books = await booksIn('DE', 'EUR')
  const { employeeId: employee_id } = books.world.home.employee
  const owner = books.ownerOn('2026-02-10')
  const { id } = await owner.payouts.create({ employee_id, description: 'Work', amount: 100_00 })
  await owner.payouts.payBatch({ ids: [id] })
  const read = () => books.declare({ kind: 'german-advance-return', ...Q1 })
  expect(onForm(await read())).toEqual({})
  await owner.payouts.recordBill(
    billOf(id, '2026-02-10', 100_00, { treatment: 'reverse_charge', country: 'AT', owed_bps: 700 }),
  )
  const before = await read()
  expect(onForm(before)).toEqual({ '46': 100_00, '47': 7_00, '67': 7_00 })
  await books.ownerOn('2026-04-01').finance.setLocks({ soft_until: null, hard_until: Q1.to, version: 0 })
  await expect(
    books.db.updateTable('ledger_taxes').set({ supplier_country: 'US', owed_tax: 0 }).execute(),
  ).rejects.toThrow('never changed')
  await books.db.updateTable('payout_bills').set({ country: 'US', owed_bps: 0 }).execute()
  expect(await read()).toEqual(before)
})

test("a contributor's next bill defaults to their last one, or to the agreement", async () => {
  const books = await booksIn('DE', 'EUR')
  const { db, world, ownerOn } = books
  const { employeeId: employee_id } = world.home.employee
  const owner = ownerOn('2026-02-10')
  const pay = () => owner.payouts.create({ employee_id, description: 'Work', amount: 100_00 })
  const first = await pay()
  expect(await owner.payouts.billTerms({ payout_id: first.id })).toEqual({
    ...{ treatment: 'taxed', tax_bps: 0, tax_id: null, country: null, owed_bps: 1900 },
    ...{ deductible_bps: 10_000, agency_country: 'DE' },
  })
  const bill = { ...billOf(first.id, '2026-02-10', 100_00, { treatment: 'reverse_charge', country: null }) }
  const { country: _unsaid, ...unsaid } = bill
  // The VAT number shows where the contributor is.
  const recorded = await owner.payouts.recordBill({ ...unsaid, tax_id: 'ATU12345675' })
  expect(recorded.bill).toMatchObject({ country: 'AT', owed_bps: 1900 })
  const second = await pay()
  const contributor = callerAs(db, world.home.employee)
  expect(await contributor.payouts.billTerms({ payout_id: second.id })).toEqual({
    ...{ treatment: 'reverse_charge', tax_bps: 0, tax_id: 'ATU12345675', country: 'AT', owed_bps: 1900 },
    ...{ deductible_bps: 10_000, agency_country: 'DE' },
  })
  const colleague = await addContributor(db, world.home.agencyId, 'Second Employee')
  const theirs = { employee_id: colleague.employeeId, description: 'Work', amount: 100_00 }
  const third = await owner.payouts.create(theirs)
  expect(await owner.payouts.billTerms({ payout_id: third.id })).toMatchObject({
    country: null,
    tax_id: null,
  })
  await expect(
    callerAs(db, world.foreign.owner).payouts.billTerms({ payout_id: second.id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const wrong of [
    { treatment: 'exempt' as const, owed_bps: 1900 },
    { treatment: 'import' as const, tax_bps: 1900, tax: 19_00 },
    { country: 'Atlantis' },
  ]) {
    await expect(owner.payouts.recordBill({ ...bill, payout_id: second.id, ...wrong })).rejects.toMatchObject(
      { code: 'BAD_REQUEST' },
    )
  }
})

test.each([null, 'US'])('an agency in %s has no usual rate to show for a bill', async (country) => {
  const { db, world, ownerOn } = await booksIn('DE', 'EUR')
  await db.updateTable('billing_profiles').set({ country }).execute()
  const { employeeId: employee_id } = world.home.employee
  const { id } = await ownerOn('2026-02-10').payouts.create({
    ...{ employee_id, description: 'Work', amount: 100_00 },
  })
  expect(await callerAs(db, world.home.employee).payouts.billTerms({ payout_id: id })).toMatchObject({
    agency_country: country,
    owed_bps: null,
  })
})

test("the deductible share of a bill's tax, and of the tax owed for one, is deducted; the rest is a cost", async () => {
  const books = await booksIn('DE', 'EUR')
  const taxed = { treatment: 'taxed', country: 'DE', tax_bps: 1900, tax: 19_00 } as const
  await paidWithBill(books, '2026-02-10', 100_00, { ...taxed, deductible_bps: 5000 })
  await paidWithBill(books, '2026-02-10', 100_00, { ...taxed, deductible_bps: 0 })
  const owed = { treatment: 'reverse_charge', country: 'FR', owed_bps: null } as const
  await paidWithBill(books, '2026-02-10', 200_00, { ...owed, deductible_bps: 2500 })
  const kind = 'german-advance-return'
  const found = await books.declare({ kind, ...Q1 })
  const figures = { '46': 200_00, '47': 38_00, '66': 9_50, '67': 9_50, '83': 38_00 - 9_50 - 9_50 }
  expect(onForm(found)).toEqual(figures)
  await compareRows(books, { kind, ...Q1 }, found)
  const { current } = await books.reader.finance.summary({ ...Q1 })
  expect(current.expenses).toBe(109_50 + 119_00 + 228_50)
})

test('box 7 of the UK return includes all of a bill, even one that arrives after the payment', async () => {
  const books = await booksIn('GB', 'GBP')
  const owner = books.ownerOn('2026-02-10')
  const { employeeId: employee_id } = books.world.home.employee
  const { id } = await owner.payouts.create({ employee_id, description: 'Work', amount: 120_00 })
  await owner.payouts.payBatch({ ids: [id] })
  const taxed = { treatment: 'taxed', country: 'GB', tax_bps: 2000, tax: 20_00 } as const
  await owner.payouts.recordBill(billOf(id, '2026-02-10', 100_00, { ...taxed, deductible_bps: 2500 }))
  const asked = { kind: 'uk-vat-return', ...Q1 } as const
  const found = await books.declare(asked)
  expect(onForm(found)).toEqual({ '4': 5_00, '5': -5_00, '7': 100_00 })
  await compareRows(books, asked, found)
})

test('the share defaults to that of the last bill, and only an owner sets it', async () => {
  const books = await booksIn('DE', 'EUR')
  const { db, world, ownerOn } = books
  const owner = ownerOn('2026-02-10')
  const { employeeId: employee_id } = world.home.employee
  await paidWithBill(books, '2026-02-10', 100_00, {
    ...{ treatment: 'reverse_charge', country: 'FR', deductible_bps: 2500 },
  })
  const { id } = await owner.payouts.create({ employee_id, description: 'Work', amount: 100_00 })
  expect(await owner.payouts.billTerms({ payout_id: id })).toMatchObject({ deductible_bps: 2500 })
  const contributor = callerAs(db, world.home.employee)
  const bill = billOf(id, '2026-02-10', 100_00, { treatment: 'exempt', country: 'DE' })
  await expect(contributor.payouts.recordBill({ ...bill, deductible_bps: 5000 })).rejects.toThrow(
    'Only an owner can set the deductible share.',
  )
  expect((await contributor.payouts.recordBill(bill)).bill).toMatchObject({ deductible_bps: 10_000 })
})
