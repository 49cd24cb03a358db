import { expect, test } from 'vitest'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { percentOf } from '#shared/base/amounts/money.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import { callerOf, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import {
  depositWithAdvance,
  paidPayout,
  partlyDeductible,
  pendingPayout,
  preparedWorld,
  taxedBill,
  taxedExpense,
} from '#tests/support/money/interrupted/book-acts.ts'

const TIMES = 20
const ONE_KEY = crypto.randomUUID()
/** One for each call. */
const keyOf = (turn: number): string => ONE_KEY.slice(0, -2) + (turn + 10)

/** Retries the call while the portal is too busy, as it then asks callers to do. */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SERVICE_UNAVAILABLE') throw error
    }
  }
}

async function setUp() {
  const { db } = await createTestDatabase()
  const at = await preparedWorld(db)
  const { agencyId, owner } = at.world.home
  /** The owner, whose calls carry this idempotency key. */
  const keyed = (key: string) => {
    const ctx = { ...ctxFor(db, owner), idempotencyKeys: [key] }
    return callerOf(ctx)
  }
  /** Makes the calls concurrently; returns how many succeeded. */
  const atOnce = async (call: (turn: number) => Promise<unknown>) => {
    const ends = await Promise.allSettled(
      Array.from({ length: TIMES }, (_, turn) => patiently(() => call(turn))),
    )
    return ends.filter(({ status }) => status === 'fulfilled').length
  }
  const booked = async () => {
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['direction', 'amount', 'tax'])
      .where('agency_id', '=', agencyId)
      .execute()
    expect(await bookDifferencesOf(ctxFor(db, null), agencyId)).toEqual([])
    return (direction: string) => {
      const own = entries.filter((entry) => entry.direction === direction)
      const sum = (column: 'amount' | 'tax') => own.reduce((total, entry) => total + entry[column], 0)
      return { amount: sum('amount'), tax: sum('tax') }
    }
  }
  return { ...at, at, keyed, atOnce, booked }
}

const KEYS = [
  ['one idempotency key', () => ONE_KEY, 1],
  ['separate keys', keyOf, TIMES],
] as const

test.each(KEYS)(
  'concurrent deposits with advance invoices, with %s, have gapless numbers',
  async (_, key, times) => {
    const { db, at, keyed, atOnce, booked } = await setUp()
    const record = (turn: number) => keyed(key(turn)).payments.recordManual(depositWithAdvance(at, key(turn)))
    expect(await atOnce(record)).toBe(TIMES)
    const invoices = await db.selectFrom('invoices').select(['number', 'status']).orderBy('number').execute()
    const numbers = Array.from({ length: times }, (_item, index) => `INV-${1001 + index}`)
    expect(invoices).toEqual(numbers.map((number) => ({ number, status: 'paid' })))
    const sumOf = await booked()
    expect(sumOf('income')).toEqual({ amount: times * 119_00, tax: times * 19_00 })
    expect(sumOf('liability').amount).toBe(0)
    expect(await db.selectFrom('payments').select('id').execute()).toHaveLength(times)
  },
)

test('a deposit sent again with another key but the same request is recorded once', async () => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const request = crypto.randomUUID()
  await atOnce((turn) => keyed(keyOf(turn)).payments.recordManual(depositWithAdvance(at, request)))
  expect(await db.selectFrom('invoices').select('number').execute()).toEqual([{ number: 'INV-1001' }])
  expect((await booked())('income')).toEqual({ amount: 119_00, tax: 19_00 })
})

test.each(KEYS)('concurrent bills of one payout, with %s, leave one', async (_, key, times) => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const payout = await pendingPayout(at)
  const record = (turn: number) =>
    keyed(key(turn)).payouts.recordBill(taxedBill(payout, times === 1 ? 'R-1' : `R-${turn}`))
  expect(await atOnce(record)).toBe(times === 1 ? TIMES : 1)
  expect(await db.selectFrom('payout_bills').select(['net', 'tax']).execute()).toEqual([
    { net: 100_00, tax: 19_00 },
  ])
  await keyed(crypto.randomUUID()).payouts.payBatch({ ids: [payout] })
  expect((await booked())('expense')).toEqual({ amount: 119_00, tax: 19_00 })
})

test('concurrent bills of different payouts with the same number leave one', async () => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const payouts: string[] = []
  for (let turn = 0; turn < TIMES; turn++) payouts.push(await pendingPayout(at))
  const record = (turn: number) => keyed(keyOf(turn)).payouts.recordBill(taxedBill(payouts[turn] ?? ''))
  expect(await atOnce(record)).toBe(1)
  expect(await db.selectFrom('payout_bills').select('number').execute()).toEqual([{ number: 'R-1' }])
  await keyed(crypto.randomUUID()).payouts.payBatch({ ids: payouts })
  expect((await booked())('expense')).toEqual({ amount: TIMES * 100_00 + 19_00, tax: 19_00 })
})

test.each(KEYS)('one batch of payouts paid concurrently, with %s, is booked once', async (_, key, times) => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const ids = [await pendingPayout(at), await pendingPayout(at)]
  expect(await atOnce((turn) => keyed(key(turn)).payouts.payBatch({ ids }))).toBe(times === 1 ? TIMES : 1)
  expect(await db.selectFrom('payout_batches').select('id').execute()).toHaveLength(1)
  expect((await booked())('expense')).toEqual({ amount: 200_00, tax: 0 })
})

test('overlapping batches paid concurrently book each payout once', async () => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const ids: string[] = []
  for (let turn = 0; turn <= TIMES; turn++) ids.push(await pendingPayout(at))
  const pay = (turn: number) =>
    keyed(keyOf(turn)).payouts.payBatch({ ids: ids.slice(turn, turn + 2).toReversed() })
  const done = await atOnce(pay)
  expect(done).toBeGreaterThan(0)
  const paid = await db.selectFrom('payouts').select('id').where('status', '=', 'succeeded').execute()
  expect(paid).toHaveLength(2 * done)
  expect((await booked())('expense').amount).toBe(2 * done * 100_00)
})

test.each(KEYS)('concurrent taxed expenses, with %s, are booked once each', async (_, key, times) => {
  const { keyed, atOnce, booked } = await setUp()
  expect(await atOnce((turn) => keyed(key(turn)).finance.saveExpense(taxedExpense))).toBe(TIMES)
  expect((await booked())('expense')).toEqual({ amount: times * 119_00, tax: times * 9_50 })
})

test('a taxed expense changed concurrently in different ways is booked as one of them', async () => {
  const { db, keyed, atOnce, booked } = await setUp()
  const { id, version } = await keyed(crypto.randomUUID()).finance.saveExpense(taxedExpense)
  const change = (turn: number) =>
    keyed(keyOf(turn)).finance.saveExpense({ ...taxedExpense, id, version, deductible_bps: turn * 500 })
  expect(await atOnce(change)).toBe(1)
  const saved = await db.selectFrom('expenses').select('deductible_bps').executeTakeFirstOrThrow()
  const tax = percentOf(19_00, saved.deductible_bps ?? DEDUCTIBLE)
  expect((await booked())('expense')).toEqual({ amount: 119_00, tax })
})

test.each(KEYS)(
  'concurrent, partly deductible bills of a paid payout, with %s, are booked once',
  async (_, key, times) => {
    const { at, keyed, atOnce, booked } = await setUp()
    const payout = await paidPayout(at, 119_00)
    const record = (turn: number) =>
      keyed(key(turn)).payouts.recordBill(partlyDeductible(payout, times === 1 ? 'R-1' : `R-${turn}`))
    expect(await atOnce(record)).toBe(times === 1 ? TIMES : 1)
    expect((await booked())('expense')).toEqual({ amount: 119_00, tax: 9_50 })
  },
)

test('concurrent bills of one payout with different deductible shares leave the tax of one of them', async () => {
  const { db, at, keyed, atOnce, booked } = await setUp()
  const payout = await paidPayout(at, 119_00)
  const record = (turn: number) =>
    keyed(keyOf(turn)).payouts.recordBill({
      ...partlyDeductible(payout, `R-${turn}`),
      deductible_bps: turn * 500,
    })
  expect(await atOnce(record)).toBe(1)
  const bill = await db.selectFrom('payout_bills').select('deductible_bps').executeTakeFirstOrThrow()
  const tax = percentOf(19_00, bill.deductible_bps ?? DEDUCTIBLE)
  expect((await booked())('expense')).toEqual({ amount: 119_00, tax })
})
