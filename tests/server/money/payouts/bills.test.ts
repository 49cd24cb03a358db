import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { cleanUp } from '#server/domains.ts'
import { addBillFile } from '#server/money/payouts/bills/commands/add-file.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addContributor, createWorld } from '#tests/support/world.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

const TODAY = '2026-03-04'
const TAX_ID = '12/345/67890'
const bill = (payout_id: string, rest: object = {}) => ({
  payout_id,
  number: 'R-1',
  issued_on: '2026-03-01',
  net: 100_000,
  treatment: 'taxed' as const,
  tax_bps: 1900,
  tax: 19_000,
  tax_id: TAX_ID,
  ...rest,
})

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { employeeId: employee_id } = world.home.employee
  const owner = callerAs(db, world.home.owner)
  const pay = (amount: number, id = employee_id) =>
    owner.payouts.create({ employee_id: id, description: 'Website', amount })
  const figures = async () => {
    const { expenses, input_tax } = (await owner.finance.summary({})).current
    const { input, input_total } = await owner.finance.taxReport({})
    const { cost } = await owner.finance.profit({})
    return {
      expenses,
      input_tax,
      cost,
      rates: input.map(({ tax_bps, net }) => [tax_bps, net]),
      ...input_total,
    }
  }
  return { db, world, owner, pay, figures, contributor: callerAs(db, world.home.employee) }
}

const BOOKED_ONCE = {
  ...{ expenses: 100_000, input_tax: 19_000, cost: 100_000 },
  ...{ rates: [[1900, 100_000]], net: 100_000, tax: 19_000, gross: 119_000 },
}
const NOTHING = { expenses: 0, input_tax: 0, cost: 0, rates: [], net: 0, tax: 0, gross: 0 }

test("a bill's total is paid; its net amount is the cost and its tax is input tax, counted once", async () => {
  const { owner, contributor, pay, figures } = await setUp()
  const { id } = await pay(100_000)
  expect((await contributor.payouts.list({})).items).toMatchObject([{ bill: null, bill_status: 'missing' }])
  expect(await contributor.payouts.recordBill(bill(id))).toMatchObject({
    amount: 119_000,
    bill_status: 'received',
    bill: { number: 'R-1', net: 100_000, tax: 19_000, tax_id: TAX_ID, recorded_by: 'Home Employee' },
  })
  expect(await figures()).toEqual(NOTHING)
  await Promise.allSettled(Array.from({ length: 20 }, () => owner.payouts.payBatch({ ids: [id] })))
  expect(await figures()).toEqual(BOOKED_ONCE)
  expect((await contributor.payouts.list({})).items).toMatchObject([{ bill_status: 'paid' }])
  expect(await contributor.payouts.totals()).toMatchObject([{ paid: 119_000 }])
})

test('hours that are paid with a bill count as cost once, without the tax', async () => {
  const { owner, project } = await setUpApproved()
  const [payout] = await owner.payouts.fromHours({})
  const input = bill(payout?.id ?? '', { net: 18_000, tax: 3420 })
  expect(await owner.payouts.recordBill(input)).toMatchObject({ amount: 21_420 })
  await owner.payouts.payBatch({ ids: [payout?.id ?? ''] })
  for (const basis of ['issued', 'paid'] as const) {
    expect(await owner.finance.profit({ basis })).toMatchObject({ cost: 18_000 })
    expect(await owner.finance.profit({ basis, project_id: project })).toMatchObject({ cost: 18_000 })
  }
  expect((await owner.finance.taxReport({})).input_total.tax).toBe(3420)
})

test('a bill without tax changes no amount; without a rate it can have no tax', async () => {
  const { owner, pay, figures } = await setUp()
  const free = { tax_bps: 0, tax: 0 }
  for (const [treatment, tax_id] of [
    ['reverse_charge', TAX_ID],
    ['small_business', null],
  ] as const) {
    const { id } = await pay(1000)
    const input = bill(id, { ...free, treatment, tax_id, net: 1000, number: treatment })
    expect(await owner.payouts.recordBill(input)).toMatchObject({ amount: 1000, bill: { treatment } })
    await owner.payouts.payBatch({ ids: [id] })
  }
  expect(await figures()).toMatchObject({ expenses: 2000, input_tax: 0, rates: [] })
  const { id } = await pay(1000)
  for (const wrong of [
    { treatment: 'small_business' },
    { tax: 18_000 },
    { tax_id: null },
    { net: 90_000, tax: 17_100 },
    { issued_on: '2026-03-05' },
    { number: ' ' },
  ]) {
    await expect(owner.payouts.recordBill(bill(id, wrong))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('a number is used once per contributor, regardless of spelling and repeated requests', async () => {
  const { db, world, owner, pay } = await setUp()
  const [first, second] = [await pay(100_000), await pay(100_000)]
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      owner.payouts.recordBill(bill(index % 2 === 0 ? first.id : second.id, { number: 'r - 1' })),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const bills = await db.selectFrom('payout_bills').selectAll().execute()
  expect(bills).toHaveLength(1)
  const other = bills[0]?.payout_id === first.id ? second : first
  await expect(owner.payouts.recordBill(bill(other.id))).rejects.toThrow('already used')
  await expect(owner.payouts.recordBill(bill(bills[0]?.payout_id ?? '', { number: 'R-2' }))).rejects.toThrow()
  const colleague = await addContributor(db, world.home.agencyId, 'Second Employee')
  const theirs = await pay(100_000, colleague.employeeId)
  expect(await owner.payouts.recordBill(bill(theirs.id))).toMatchObject({ bill_status: 'received' })
})

test('the bill of a paid payout is booked again with its tax; a different amount is refused', async () => {
  const { owner, contributor, pay, figures } = await setUp()
  const { id } = await pay(119_000)
  await owner.payouts.payBatch({ ids: [id] })
  expect(await figures()).toMatchObject({ expenses: 119_000, input_tax: 0 })
  await expect(contributor.payouts.recordBill(bill(id, { net: 119_000, tax: 22_610 }))).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  )
  expect(await contributor.payouts.recordBill(bill(id))).toMatchObject({ bill_status: 'paid' })
  expect(await figures()).toEqual(BOOKED_ONCE)
  await expect(owner.payouts.removeBill({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a late bill of a closed period is booked today; in a locked period it requires confirmation', async () => {
  const { db, owner, contributor, pay } = await setUp()
  const { id } = await pay(119_000)
  await owner.payouts.payBatch({ ids: [id], paid_on: '2026-02-10' })
  const lock = { soft_until: '2026-02-28', hard_until: null, version: 0 }
  await owner.finance.setLocks(lock)
  await expect(owner.payouts.recordBill(bill(id))).rejects.toMatchObject({ code: 'CONFLICT' })
  const confirmed = bill(id, { confirm_period: true })
  await expect(contributor.payouts.recordBill(confirmed)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await db.selectFrom('payout_bills').selectAll().execute()).toEqual([])
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 1 })
  const february = { from: '2026-02-01', to: '2026-02-28' }
  const before = await owner.finance.taxReport(february)
  await owner.payouts.recordBill(bill(id))
  expect(await owner.finance.taxReport(february)).toEqual(before)
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['amount', 'tax', 'occurred_on', 'value_on'])
    .orderBy('occurred_on')
    .orderBy('amount')
    .execute()
  expect(entries).toEqual([
    { amount: 119_000, tax: 0, occurred_on: '2026-02-10', value_on: null },
    { amount: -119_000, tax: 0, occurred_on: TODAY, value_on: '2026-02-10' },
    { amount: 119_000, tax: 19_000, occurred_on: TODAY, value_on: '2026-02-10' },
  ])
})

test("removing a bill restores the payout's amount, and its number and file can be reused", async () => {
  const { db, world, owner, contributor, pay } = await setUp()
  const { id } = await pay(100_000)
  const file = await addBillFile(ctxFor(db, world.home.employee) as AgencyCtx, id, {
    ...{ key: '0'.repeat(48), size: 3, sha256: 's', name: 'bill.pdf', contentType: 'application/pdf' },
  })
  const recorded = await contributor.payouts.recordBill(bill(id, { file_id: file.id }))
  expect(recorded.bill).toMatchObject({ file_name: 'bill.pdf' })
  await expect(owner.payouts.cancel({ id })).rejects.toThrow('Remove the bill first.')
  const other = await pay(100_000)
  await expect(
    owner.payouts.recordBill(bill(other.id, { number: 'R-2', file_id: file.id })),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await contributor.payouts.removeBill({ id: recorded.bill?.id ?? '' })).toMatchObject({
    amount: 100_000,
    bill: null,
  })
  expect(await db.selectFrom('payout_bill_files').selectAll().execute()).toEqual([])
  expect(await contributor.payouts.recordBill(bill(id))).toMatchObject({ amount: 119_000 })
})

test('only PDF files and images are bills, and unused ones are deleted after a day', async () => {
  const { db, world, pay } = await setUp()
  const { id } = await pay(100_000)
  const ctx = ctxFor(db, world.home.employee) as AgencyCtx
  const stored = { key: '0'.repeat(48), size: 3, sha256: 's', name: 'bill' }
  expect(() => addBillFile(ctx, id, { ...stored, contentType: 'text/plain' })).toThrow('PDF or an image')
  await addBillFile(ctx, id, { ...stored, contentType: 'image/png' })
  await cleanUp(ctxFor(db, null))
  expect(await db.selectFrom('payout_bill_files').selectAll().execute()).toHaveLength(1)
  await cleanUp(ctxFor(db, null, new Date('2026-03-06T10:00:00.000Z')))
  expect(await db.selectFrom('payout_bill_files').selectAll().execute()).toEqual([])
})

test('a contributor has room for 50 files that no bill has', async () => {
  const { db, world, contributor, pay } = await setUp()
  const { id } = await pay(100_000)
  const add = (key: number, size = 3) =>
    addBillFile(ctxFor(db, world.home.employee) as AgencyCtx, id, {
      ...{ key: `${key}`.padStart(48, '0'), size, sha256: 's', name: 'bill', contentType: 'image/png' },
    })
  const refused = { code: 'FORBIDDEN', details: { reason: 'unused_limit' } }
  const file = await add(0)
  await expect(add(1, 500 * 1024 ** 2)).rejects.toMatchObject(refused)
  for (let key = 1; key < 50; key++) await add(key)
  await expect(add(50)).rejects.toMatchObject(refused)
  await contributor.payouts.recordBill(bill(id, { file_id: file.id }))
  await add(50)
})

test('nobody else sees or records a contributor’s bill', async () => {
  const { db, world, owner, pay } = await setUp()
  const { id } = await pay(100_000)
  const recorded = await owner.payouts.recordBill(bill(id))
  const colleague = callerAs(db, await addContributor(db, world.home.agencyId, 'Second Employee'))
  expect((await colleague.payouts.list({})).items).toEqual([])
  for (const other of [colleague, callerAs(db, world.foreign.owner), callerAs(db, world.foreign.employee)]) {
    await expect(other.payouts.recordBill(bill(id, { number: 'R-2' }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(other.payouts.removeBill({ id: recorded.bill?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  await expect(callerAs(db, world.home.client).payouts.recordBill(bill(id))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
