import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'

/** The date of the lines; the tests take place two days later. */
const BOOKED_ON = '2026-03-02'
const TODAY = '2026-03-04'

async function setUp() {
  const bank = await setUpBank()
  const { owner, world } = bank
  const payout = { employee_id: world.home.employee.employeeId, description: 'February', amount: 45_000 }
  await owner.payouts.create(payout)
  await bank.importing(toCamt([statementOf([lineOf(-45_000, 'Salary', { name: 'Home Employee' })])]))
  const accept = async () => {
    const [line] = (await owner.bank.lines({ status: 'open' })).items
    return owner.bank.accept({
      id: line?.id ?? '',
      version: line?.version ?? 0,
      parts: line?.suggestions[0]?.parts ?? [],
    })
  }
  const undo = async () => {
    const [line] = (await owner.bank.lines({ status: 'matched' })).items
    return owner.bank.undo({ id: line?.id ?? '' })
  }
  const close = (dates: { soft_until?: string; hard_until?: string }) =>
    owner.finance.setLocks({ soft_until: null, hard_until: null, ...dates, version: 0 })
  return { ...bank, accept, undo, close }
}

const entriesOf = (db: Db) =>
  db
    .selectFrom('ledger_entries')
    .select(['occurred_on', 'amount'])
    .orderBy('occurred_on')
    .orderBy('amount', 'desc')
    .execute()

test('a line in a closed period is refused with an explanation and stays open', async () => {
  const { accept, close, owner, db } = await setUp()
  await close({ hard_until: BOOKED_ON })
  await expect(accept()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('The books are closed up to Mar 02, 2026.'),
  })
  expect((await owner.bank.acceptCertain({})).accepted).toBe(0)
  expect(await entriesOf(db)).toEqual([])
  expect((await owner.bank.lines({ status: 'open' })).items).toHaveLength(1)
})

test('a line in a locked period is booked on its date without a confirmation', async () => {
  const { accept, close, db } = await setUp()
  await close({ soft_until: BOOKED_ON })
  await accept()
  expect(await entriesOf(db)).toEqual([{ occurred_on: BOOKED_ON, amount: 45_000 }])
})

test('a line undone after its period was closed is reversed today, and can only be booked on a later day', async () => {
  const { accept, undo, close, db } = await setUp()
  await accept()
  await close({ hard_until: BOOKED_ON })
  await undo()
  expect(await entriesOf(db)).toEqual([
    { occurred_on: BOOKED_ON, amount: 45_000 },
    { occurred_on: TODAY, amount: -45_000 },
  ])
  await expect(accept()).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('undoing a payment or deposit takes it back on its day, or today once that is closed', async () => {
  const bank = await setUpBank()
  const { owner, invoices, clientId, db } = bank
  await bank.importing(
    toCamt([statementOf([lineOf(365_000, invoices[0].number), lineOf(20_000, 'Deposit')])]),
  )
  const accept = async () => {
    for (const { id, version, amount } of await bank.openLines()) {
      const deposit = (of: number) => ({ kind: 'deposit' as const, client_id: clientId, amount: of })
      const paid = { kind: 'invoice' as const, invoice_id: invoices[0].id, amount: 360_000 }
      const parts = amount === 20_000 ? [deposit(amount)] : [paid, deposit(amount - 360_000)]
      await owner.bank.accept({ id, version, parts })
    }
  }
  const undo = async () => {
    for (const { id } of (await owner.bank.lines({ status: 'matched' })).items) await owner.bank.undo({ id })
  }
  const days = async () => {
    const sums: Record<string, number> = {}
    for (const { occurred_on, amount } of await entriesOf(db))
      sums[occurred_on] = (sums[occurred_on] ?? 0) + amount
    return sums
  }
  await accept()
  expect(await days()).toEqual({ [BOOKED_ON]: 385_000 })
  await undo()
  expect(await days()).toEqual({ [BOOKED_ON]: 0 })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
  await accept()
  await owner.finance.setLocks({ soft_until: null, hard_until: BOOKED_ON, version: 0 })
  await undo()
  expect(await days()).toEqual({ [BOOKED_ON]: 385_000, [TODAY]: -385_000 })
})

test('a match whose expense was reversed after its period was closed can be undone', async () => {
  const bank = await setUpBank()
  const { owner, db } = bank
  await bank.importing(toCamt([statementOf([lineOf(-9900, 'Cable')])]))
  const [line] = await bank.openLines()
  const part = { kind: 'expense' as const, amount: 9900, category: 'office' as const, description: 'Cable' }
  await owner.bank.accept({ id: line?.id ?? '', version: line?.version ?? 0, parts: [part] })
  await owner.finance.setLocks({ soft_until: null, hard_until: BOOKED_ON, version: 0 })
  const { id } = await db.selectFrom('expenses').select('id').executeTakeFirstOrThrow()
  await owner.finance.deleteExpense({ id })
  const entries = await entriesOf(db)
  await owner.bank.undo({ id: line?.id ?? '' })
  expect(await entriesOf(db)).toEqual(entries)
  expect(await bank.openLines()).toHaveLength(1)
})
