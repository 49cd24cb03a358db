import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

/** 119.00 euros with 19 % tax. */
const inEuros = {
  category: 'software',
  description: 'Hosting',
  amount: 119_00,
  tax_amount: 19_00,
  tax_bps: 1900,
  currency: 'EUR',
  spent_on: '2026-02-10',
} as const

/** An agency whose books are in US dollars. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const quote = (per_euro: string) =>
    callerAs(db, world.admin).platform.importExchangeRates({
      rates: [{ currency: 'USD', quoted_on: '2026-02-10', per_euro }],
    })
  return { db, world, owner, quote }
}

const entriesOf = (db: Db) =>
  db
    .selectFrom('ledger_entries')
    .select(['amount', 'currency', 'base_amount', 'tax', 'base_tax'])
    .where('direction', '=', 'expense')
    .orderBy('recorded_at')
    .orderBy('amount', 'desc')
    .execute()

test('an expense in another currency is booked at the rate of its day, with its tax', async () => {
  const { db, owner, quote } = await setUp()
  await quote('1.1')
  const saved = await owner.finance.saveExpense(inEuros)
  expect(saved).toMatchObject({ amount: 119_00, currency: 'EUR', base_amount: null })
  expect(await entriesOf(db)).toEqual([
    { amount: 119_00, currency: 'EUR', base_amount: 130_90, tax: 19_00, base_tax: 20_90 },
  ])
  expect((await owner.finance.summary({})).current).toMatchObject({ expenses: 110_00, input_tax: 20_90 })
})

test('the amount that the bank charged takes precedence over the rate', async () => {
  const { db, owner, quote } = await setUp()
  await quote('1.1')
  await owner.finance.saveExpense({ ...inEuros, base_amount: 133_28 })
  expect(await entriesOf(db)).toEqual([
    { amount: 119_00, currency: 'EUR', base_amount: 133_28, tax: 19_00, base_tax: 21_28 },
  ])
})

test('without a rate, the expense waits for one', async () => {
  const { owner } = await setUp()
  await owner.finance.saveExpense(inEuros)
  expect((await owner.finance.summary({})).current.expenses).toBe(0)
  expect(await owner.finance.missingRates()).toMatchObject([{ currency: 'EUR', count: 1 }])
  await owner.invoices.enterRate({ currency: 'EUR', rate: '1.2', confirm_period: false })
  expect((await owner.finance.summary({})).current).toMatchObject({ expenses: 120_00, input_tax: 22_80 })
})

test('a changed currency or charge is reversed and booked again', async () => {
  const { db, owner, quote } = await setUp()
  await quote('1.1')
  const { id } = await owner.finance.saveExpense(inEuros)
  await owner.finance.saveExpense({ ...inEuros, id, base_amount: 133_28 })
  const inDollars = { ...inEuros, currency: 'USD' as const, base_amount: 500_00 }
  expect(await owner.finance.saveExpense({ ...inDollars, id })).toMatchObject({
    currency: 'USD',
    base_amount: null,
  })
  const { current } = await owner.finance.summary({})
  expect(current).toMatchObject({ expenses: 100_00, input_tax: 19_00 })
  const standing = (await entriesOf(db)).reduce((sum, entry) => sum + (entry.base_amount ?? 0), 0)
  expect(standing).toBe(119_00)
  // Changing only the description keeps the currency, even if it isn't sent.
  const { currency: _, ...unstated } = inEuros
  await owner.finance.saveExpense({ ...unstated, id, description: 'Hosting in February' })
  expect(await owner.finance.expense({ id })).toMatchObject({ currency: 'USD' })
})

test('a rebillable expense keeps its currency while it is on an invoice', async () => {
  const { owner, world, quote } = await setUp()
  await quote('1.1')
  const { clientId } = world.home.client
  const rebillable = { ...inEuros, client_id: clientId, rebillable: true }
  const { id } = await owner.finance.saveExpense(rebillable)
  expect(await owner.finance.unbilledExpenses({ client_id: clientId })).toMatchObject([
    { cost: 100_00, currency: 'EUR', base_cost: 110_00 },
  ])
  const draft = await owner.invoices.save({
    client_id: clientId,
    title: 'Work',
    due_date: '2026-04-03',
    items: [{ description: 'Work', quantity: 1, rate: 100_00 }],
  })
  const added = await owner.invoices.addExpenses({
    id: draft.id,
    expense_ids: [id],
    markup_bps: 0,
  })
  expect(added.items.at(-1)).toMatchObject({ rate: 110_00 })
  await expect(owner.finance.saveExpense({ ...rebillable, id, currency: 'USD' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('an unknown currency and a charge of zero are refused', async () => {
  const { owner } = await setUp()
  for (const wrong of [{ currency: 'XXQ' }, { base_amount: 0 }, { base_amount: -5 }, { base_amount: 1e15 }]) {
    await expect(owner.finance.saveExpense({ ...inEuros, ...wrong })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('a closed expense corrected by its exchange rate alone changes the input tax', async () => {
  const { db, world, owner } = await setUp()
  const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: new Date(`${day}T12:00:00.000Z`) })
  const { id, version } = await owner.finance.saveExpense({ ...inEuros, base_amount: 100_00 })
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 0 })
  await owner.finance.saveExpense({ ...inEuros, id, version, base_amount: 110_00 })
  const march = { from: '2026-03-01', to: '2026-03-31' }
  const report = await ownerOn('2026-04-01').finance.taxReport({ ...march, basis: 'paid' })
  // The tax in 100.00 was 15.97, that in 110.00 is 17.56.
  expect(report.input).toMatchObject([{ tax_bps: 1900, net: 8_41, tax: 1_59, count: 2 }])
  expect(report.owed).toBe(-1_59)
  const declared = await ownerOn('2026-04-01').finance.taxReturn({
    kind: 'german-advance-return',
    ...march,
  })
  expect(declared.boxes.find(({ key }) => key === '66')).toMatchObject({ exact: 1_59, count: 2 })
  expect(declared.input_total).toEqual({ net: 8_41, tax: 1_59 })
})
