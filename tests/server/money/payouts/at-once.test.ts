import { expect, test } from 'vitest'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { callerAs, callerOf, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import {
  pendingPayout,
  preparedWorld,
  taxedBill,
  taxedExpense,
} from '#tests/support/money/interrupted/book-acts.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const at = await preparedWorld(db)
  const { home } = at.world
  const owner = callerAs(db, home.owner)
  /** An unmatched line that matches its payout. */
  const lineOver = async (amount: number, text: string) => {
    await importFile(db, home.owner, toCamt([statementOf([lineOf(amount, text)], { currency: 'EUR' })]))
    const { items } = await owner.bank.lines({})
    const line = items.find((one) => one.text === text)
    if (line === undefined) throw new Error('Not imported')
    return { id: line.id, version: line.version }
  }
  const payoutNow = async (id: string) => (await owner.payouts.list({})).items.find((one) => one.id === id)
  return { db, at, home, owner, lineOver, payoutNow }
}

test('a payout is paid either as the bank line or as its bill says', async () => {
  const { db, at, home, owner, lineOver, payoutNow } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const payout_id = await pendingPayout(at, 100_00)
    const line = await lineOver(-100_00, `Work ${time}`)
    await atOnce(
      owner.bank.accept({ ...line, parts: [{ kind: 'payout', payout_id }] }),
      owner.payouts.recordBill(taxedBill(payout_id, `R-${time}`)),
    )
    const payout = await payoutNow(payout_id)
    if (payout?.status === 'succeeded') expect(payout.amount).toBe(100_00)
    expect(await bookDifferencesOf(ctxFor(db, null), home.agencyId)).toEqual([])
  }
})

test('a payout whose line is undone while its bill is recorded can be paid again', async () => {
  const { db, at, home, owner, lineOver, payoutNow } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const payout_id = await pendingPayout(at, 119_00)
    const line = await lineOver(-119_00, `Work ${time}`)
    await owner.bank.accept({ ...line, parts: [{ kind: 'payout', payout_id }] })
    await atOnce(
      owner.bank.undo({ id: line.id }),
      owner.payouts.recordBill(taxedBill(payout_id, `R-${time}`)),
    )
    expect(await payoutNow(payout_id)).toMatchObject({ status: 'pending' })
    await owner.payouts.payBatch({ ids: [payout_id] })
    expect(await bookDifferencesOf(ctxFor(db, null), home.agencyId)).toEqual([])
  }
})

test('a payout either gets a bill or is canceled', async () => {
  const { at, owner } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const id = await pendingPayout(at, 100_00)
    const [canceled, billed] = await atOnce(
      owner.payouts.cancel({ id }),
      owner.payouts.recordBill(taxedBill(id, `R-${time}`)),
    )
    expect([canceled, billed]).toEqual([!billed, !canceled])
  }
})

test('an expense deleted while it is being changed leaves nothing in the books', async () => {
  const { db, owner } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const { id, version } = await owner.finance.saveExpense(taxedExpense)
    await atOnce(
      owner.finance.saveExpense({ ...taxedExpense, id, version, amount: 150_00 }),
      owner.finance.deleteExpense({ id }),
    )
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['amount', 'tax'])
      .where('expense_id', '=', id)
      .execute()
    const left = await db.selectFrom('expenses').select('amount').where('id', '=', id).execute()
    const sum = (column: 'amount' | 'tax') => entries.reduce((total, entry) => total + entry[column], 0)
    if (left.length === 0) expect([sum('amount'), sum('tax')]).toEqual([0, 0])
  }
})

test('a bill recorded again with an idempotency key is refused with an explanation', async () => {
  const { db, at, home } = await setUp()
  const [first, second] = [await pendingPayout(at), await pendingPayout(at)]
  const record = (payout_id: string, number: string) => {
    const ctx = { ...ctxFor(db, home.owner), idempotencyKeys: [crypto.randomUUID()] }
    return callerOf(ctx).payouts.recordBill(taxedBill(payout_id, number))
  }
  await record(first, 'R-1')
  await expect(record(first, 'R-2')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(record(second, 'R-1')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This contributor’s bill number is already used.',
  })
})
