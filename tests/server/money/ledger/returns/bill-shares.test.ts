import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { percentOf } from '#shared/base/amounts/money.ts'
import { BILL_TREATMENTS, type BillTreatment, billTax } from '#shared/money/bills.ts'
import { owesTax } from '#shared/money/ledger/taxes/purchases.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { type Books, booksIn, compareRows, onForm } from '#tests/support/returns.ts'

const DAY = '2026-02-10'
const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const KIND = 'german-advance-return'

let numbers = 0

interface Billed {
  net: number
  bps?: number
  treatment?: BillTreatment
  country?: string | null
  deductible_bps?: number
}

/** A bill with a deductible share of one half. */
const billOf = (payout_id: string, { net, bps = 1900, treatment = 'taxed', ...bill }: Billed) => ({
  ...{ payout_id, number: `R-${++numbers}`, issued_on: DAY, tax_id: '12/345/67890', net, treatment },
  ...(treatment === 'taxed' ? { tax_bps: bps, tax: billTax(net, bps) } : { tax_bps: 0, tax: 0 }),
  ...(owesTax(treatment) && { owed_bps: bps }),
  ...{ country: 'DE', deductible_bps: 5000, ...bill },
})

type Owner = ReturnType<Books['ownerOn']>

async function payoutOf({ world }: Books, owner: Owner, amount: number): Promise<string> {
  const { employeeId: employee_id } = world.home.employee
  return (await owner.payouts.create({ employee_id, description: 'Work', amount })).id
}

/** The state after the agency changed its currency: the payout is in dollars, the books are in euros. */
const setDollars = ({ db }: Books, id: string) =>
  db.updateTable('payouts').set({ currency: 'USD' }).where('id', '=', id).execute()

const quote = ({ db, world }: Books, rates: Record<string, string>) =>
  callerAs(db, world.admin).platform.importExchangeRates({
    rates: Object.entries(rates).map(([quoted_on, per_euro]) => ({ currency: 'USD', quoted_on, per_euro })),
  })

const costOf = async ({ reader }: Books) => {
  const { current } = await reader.finance.summary(YEAR)
  expect((await reader.finance.profit(YEAR)).cost).toBe(current.expenses)
  return current.expenses
}

const anyBill = fc.record({
  net: fc.integer({ min: 1, max: 900_000_00 }),
  bps: fc.constantFrom(550, 700, 887.5, 1900, 2000),
  treatment: fc.constantFrom(...BILL_TREATMENTS),
  country: fc.constantFrom('DE', 'FR', 'US', null),
  deductible_bps: fc.oneof(fc.constantFrom(0, 10_000), fc.integer({ min: 0, max: 10_000 })),
})
const anyCase = fc.record({ bill: anyBill, isForeign: fc.boolean(), isPaidFirst: fc.boolean() })

test('the cost of any bill, in any currency, is what was paid and owed less what is deducted', async () => {
  const books = await booksIn('DE', 'EUR')
  await quote(books, { [DAY]: '2' })
  const owner = books.ownerOn(DAY)
  let [cost, rounding] = [0, 0]
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ bill, isForeign, isPaidFirst }) => {
      const isTaxed = bill.treatment === 'taxed'
      const gross = bill.net + (isTaxed ? billTax(bill.net, bill.bps) : 0)
      const id = await payoutOf(books, owner, isPaidFirst ? gross : bill.net)
      if (isForeign) await setDollars(books, id)
      if (isPaidFirst) await owner.payouts.payBatch({ ids: [id] })
      await owner.payouts.recordBill(billOf(id, bill))
      if (!isPaidFirst) await owner.payouts.payBatch({ ids: [id] })
      const owed = owesTax(bill.treatment) ? percentOf(bill.net, bill.bps) : 0
      const deducted = percentOf(isTaxed ? gross - bill.net : owed, bill.deductible_bps)
      cost += (gross + owed - deducted) / (isForeign ? 2 : 1)
      // Converted amounts are rounded: the total, its parts, and the tax owed.
      if (isForeign) rounding += 2
      expect(Math.abs((await costOf(books)) - cost)).toBeLessThanOrEqual(rounding)
    }),
    { numRuns: casesHere(32) },
  )
  const parts = await books.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .select((eb) => [
      'ledger_entries.base_amount',
      eb.fn.sum<number>(eb('base_net', '+', eb.ref('ledger_taxes.base_tax'))).as('parts'),
    ])
    .groupBy(['ledger_entries.id', 'ledger_entries.base_amount'])
    .execute()
  for (const { base_amount, parts: sum } of parts) expect(Number(sum)).toBe(base_amount)
  const asked = { kind: KIND, ...YEAR } as const
  await compareRows(books, asked, await books.declare(asked))
  expect(await bookDifferencesOf(ctxFor(books.db, null), books.agencyId)).toEqual([])
})

test('the share of a bill that arrives after its period was closed is deducted today', async () => {
  const books = await booksIn('DE', 'EUR')
  const id = await payoutOf(books, books.ownerOn(DAY), 119_00)
  await books.ownerOn(DAY).payouts.payBatch({ ids: [id] })
  const owner = books.ownerOn('2026-03-04')
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 0 })
  const closed = { kind: KIND, from: '2026-02-01', to: '2026-02-28' } as const
  const before = await books.declare(closed)
  await owner.payouts.recordBill(billOf(id, { net: 100_00 }))
  expect(await books.declare(closed)).toEqual(before)
  const march = await books.declare({ kind: KIND, from: '2026-03-01', to: '2026-03-31' })
  expect(onForm(march)).toEqual({ '66': 9_50, '83': -9_50 })
  expect(await costOf(books)).toBe(119_00 - 9_50)
})

test("in a locked period, a share requires the owner's confirmation and then counts in that period", async () => {
  const books = await booksIn('DE', 'EUR')
  const id = await payoutOf(books, books.ownerOn(DAY), 119_00)
  await books.ownerOn(DAY).payouts.payBatch({ ids: [id] })
  const owner = books.ownerOn('2026-03-04')
  await owner.finance.setLocks({ soft_until: '2026-02-28', hard_until: null, version: 0 })
  const bill = billOf(id, { net: 100_00 })
  await expect(owner.payouts.recordBill(bill)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await costOf(books)).toBe(119_00)
  await owner.payouts.recordBill({ ...bill, confirm_period: true })
  const february = await books.declare({ kind: KIND, from: '2026-02-01', to: '2026-02-28' })
  expect(onForm(february)).toEqual({ '66': 9_50, '83': -9_50 })
})

test.each([
  ['Pacific/Kiritimati', '2026-03-31T09:59:00.000Z', '2026-03'],
  ['Pacific/Kiritimati', '2026-03-31T10:01:00.000Z', '2026-04'],
  ['Europe/Berlin', '2026-03-31T21:59:00.000Z', '2026-03'],
  ['Europe/Berlin', '2026-03-31T22:01:00.000Z', '2026-04'],
  ['Pacific/Honolulu', '2026-04-01T09:59:00.000Z', '2026-03'],
  ['Pacific/Honolulu', '2026-04-01T10:01:00.000Z', '2026-04'],
])(
  'in %s, a payment at %s is deducted in %s, even if its bill arrives later',
  async (timezone, now, month) => {
    const books = await booksIn('DE', 'EUR')
    await books.db.updateTable('agencies').set({ timezone }).execute()
    const owner = callerAs(books.db, books.world.home.owner, { now: new Date(now) })
    const [first, second] = [await payoutOf(books, owner, 100_00), await payoutOf(books, owner, 119_00)]
    await owner.payouts.recordBill(billOf(first, { net: 100_00 }))
    await owner.payouts.payBatch({ ids: [first, second] })
    await books.ownerOn('2026-05-20').payouts.recordBill(billOf(second, { net: 100_00 }))
    for (const [asked, to] of [
      ['2026-03', '2026-03-31'],
      ['2026-04', '2026-04-30'],
      ['2026-05', '2026-05-31'],
    ] as const) {
      const found = await books.declare({ kind: KIND, from: `${asked}-01`, to })
      expect([asked, onForm(found)]).toEqual([asked, asked === month ? { '66': 19_00, '83': -19_00 } : {}])
    }
  },
)

test("a canceled document in another currency reverses the booked tax, regardless of today's rate", async () => {
  const books = await booksIn('DE', 'EUR')
  await quote(books, { [DAY]: '2', '2026-03-04': '4', '2026-03-05': '1' })
  const { employeeId: employee_id } = books.world.home.employee
  await books.ownerOn(DAY).payouts.requestSelfBilling({ employee_id, prefix: 'SB-' })
  await callerAs(books.db, books.world.home.employee).payouts.acceptSelfBilling({
    ...{ version: 1, text_version: '1', legal_name: 'Zoe', address: 'Main Street 1', postal_code: '1' },
    ...{ city: 'Berlin', country: 'DE', treatment: 'taxed', tax_bps: 1900, tax_id: '12/345/67890' },
  })
  const id = await payoutOf(books, books.ownerOn(DAY), 119_00)
  await setDollars(books, id)
  await books.ownerOn(DAY).payouts.payBatch({ ids: [id] })
  for (const day of ['2026-03-04', '2026-03-05']) {
    const { bill } = await books.ownerOn(day).payouts.issueSelfBill({ payout_id: id })
    expect(await costOf(books)).toBeLessThan(59_50)
    await books.ownerOn(day).payouts.voidSelfBill({ id: bill?.self_bill_id ?? '', reason: 'Wrong' })
    expect(onForm(await books.declare({ kind: KIND, ...YEAR }))).toEqual({})
    expect(await costOf(books)).toBe(59_50)
  }
  expect(await bookDifferencesOf(ctxFor(books.db, null), books.agencyId)).toEqual([])
})
