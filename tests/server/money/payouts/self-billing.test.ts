import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { reopenPayout } from '#server/money/payouts/commands/cancel.ts'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { PAYEE_IBAN, payInEuros } from '#tests/support/money/payouts.ts'
import { addContributor, createWorld } from '#tests/support/world.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

const TODAY = '2026-03-04'
const DETAILS = {
  text_version: '1',
  legal_name: 'Zoë Müller',
  address: 'Hauptstraße 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  treatment: 'taxed' as const,
  tax_bps: 1900,
  tax_id: '12/345/67890',
}

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const employee_id = world.home.employee.employeeId
  const owner = callerAs(db, world.home.owner)
  const contributor = callerAs(db, world.home.employee)
  const pay = (amount: number, id = employee_id) =>
    owner.payouts.create({ employee_id: id, description: 'Website', amount })
  const agree = async (details: object = {}) => {
    await owner.payouts.requestSelfBilling({ employee_id, prefix: 'SB-ZOE-' })
    return contributor.payouts.acceptSelfBilling({ version: 1, ...DETAILS, ...details })
  }
  const paper = async (number: string) => {
    const row = await db.selectFrom('self_bills').selectAll().where('number', '=', number).executeTakeFirst()
    return JSON.parse(row?.paper ?? 'null')
  }
  const figures = async () => {
    const { expenses, input_tax } = (await owner.finance.summary({})).current
    const { input_total } = await owner.finance.taxReport({})
    return { expenses, input_tax, net: input_total.net, tax: input_total.tax }
  }
  return { db, world, owner, contributor, employee_id, pay, agree, paper, figures }
}

const PAID_WITH_TAX = { expenses: 100_000, input_tax: 19_000, net: 100_000, tax: 19_000 }
const PAID_WITHOUT_TAX = { expenses: 119_000, input_tax: 0, net: 0, tax: 0 }

test('with an accepted agreement the agency issues the bill, which then works like any other', async () => {
  const { owner, contributor, pay, agree, paper, figures } = await setUp()
  const agreed = await agree()
  expect(agreed.agreement).toMatchObject({
    state: 'active',
    prefix: 'SB-ZOE-',
    text_version: '1',
    accepted_by: 'Home Employee',
    supplier: { legal_name: 'Zoë Müller', tax_bps: 1900 },
  })
  const { id } = await pay(100_000)
  expect(await owner.payouts.issueSelfBill({ payout_id: id })).toMatchObject({
    amount: 119_000,
    bill_status: 'received',
    bill: {
      ...{ origin: 'self_billed', number: 'SB-ZOE-0001', issued_on: TODAY },
      ...{ net: 100_000, tax: 19_000, tax_id: DETAILS.tax_id },
    },
  })
  expect(await paper('SB-ZOE-0001')).toMatchObject({
    supplier: { name: 'Zoë Müller', country: 'DE', tax_id: DETAILS.tax_id },
    lines: [{ description: 'Website', amount: 100_000 }],
    ...{ net: 100_000, tax: 19_000, cancels: null, agreed_on: TODAY },
  })
  await owner.payouts.payBatch({ ids: [id] })
  expect(await figures()).toEqual(PAID_WITH_TAX)
  expect((await contributor.payouts.selfBills({})).items).toMatchObject([
    { number: 'SB-ZOE-0001', title: 'Gutschrift (self-billing invoice)', net: 100_000, canceled_by: null },
  ])
})

test("lines are the payout's hours by project, with their period", async () => {
  const { owner, contributor, db, employeeId } = await setUpHours()
  const [payout] = await owner.payouts.fromHours({})
  await owner.payouts.requestSelfBilling({ employee_id: employeeId, prefix: 'SB-' })
  await contributor.payouts.acceptSelfBilling({ version: 1, ...DETAILS, country: 'US', tax_bps: 0 })
  await owner.payouts.issueSelfBill({ payout_id: payout?.id ?? '' })
  const { paper } = await db.selectFrom('self_bills').select('paper').executeTakeFirstOrThrow()
  const { lines, net, supply_from, supply_to } = JSON.parse(paper)
  expect(net).toBe(payout?.amount)
  expect(lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(net)
  expect(lines[0]).toMatchObject({ seconds: expect.any(Number), rate: expect.any(Number) })
  expect([supply_from, supply_to].every((day) => /^2026-\d\d-\d\d$/.test(day))).toBe(true)
})

async function setUpHours() {
  const approved = await setUpApproved()
  const { db, world } = approved
  const { employeeId } = world.home.employee
  return { db, owner: approved.owner, employeeId, contributor: callerAs(db, world.home.employee) }
}

test('without a valid agreement no document is created, and the message says why', async () => {
  const { db, world, owner, contributor, employee_id, pay, agree } = await setUp()
  const { id } = await pay(1000)
  const issue = (now?: Date) =>
    callerAs(db, world.home.owner, now && { now }).payouts.issueSelfBill({ payout_id: id })
  const refusal = (message: string) => ({
    code: 'CONFLICT',
    message: expect.stringContaining(message) as string,
  })
  await expect(issue()).rejects.toMatchObject(refusal('There is no self-billing agreement'))
  await owner.payouts.requestSelfBilling({ employee_id, prefix: 'SB-ZOE-', ends_on: '2026-03-05' })
  await expect(issue()).rejects.toMatchObject(refusal('hasn’t accepted'))
  await contributor.payouts.revokeSelfBilling({ version: 1 })
  await expect(issue()).rejects.toMatchObject(refusal('was revoked'))
  await expect(contributor.payouts.acceptSelfBilling({ version: 2, ...DETAILS })).rejects.toMatchObject(
    refusal('was revoked'),
  )
  await owner.payouts.requestSelfBilling({ employee_id, prefix: 'SB-ZOE-', ends_on: '2026-03-05' })
  await contributor.payouts.acceptSelfBilling({ version: 1, ...DETAILS })
  await expect(issue(new Date('2026-03-07T10:00:00.000Z'))).rejects.toMatchObject(refusal('ended on'))
  await expect(agree()).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.payouts.revokeSelfBilling({ employee_id, version: 2 })
  await expect(issue()).rejects.toMatchObject(refusal('was revoked'))
  expect(await db.selectFrom('self_bills').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('self_bill_series').select('next_number').execute()).toEqual([
    { next_number: 1 },
  ])
})

test('an accepted agreement no longer counts once it is revoked', async () => {
  const { owner, contributor, pay, agree } = await setUp()
  await agree()
  const { id } = await pay(1000)
  await contributor.payouts.revokeSelfBilling({ version: 2 })
  await expect(owner.payouts.issueSelfBill({ payout_id: id })).rejects.toThrow('was revoked')
})

test('twenty concurrent documents get gapless numbers, and one payout gets one document', async () => {
  const { db, owner, pay, agree } = await setUp()
  await agree()
  const payouts = []
  for (let index = 0; index < 20; index++) payouts.push(await pay(1000 + index))
  await Promise.all(payouts.map(({ id }) => owner.payouts.issueSelfBill({ payout_id: id })))
  const last = await pay(100)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => owner.payouts.issueSelfBill({ payout_id: last.id })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  }
  const rows = await db.selectFrom('self_bills').select('number').orderBy('number').execute()
  const expected = Array.from({ length: 21 }, (_, index) => `SB-ZOE-${String(index + 1).padStart(4, '0')}`)
  expect(rows.map(({ number }) => number)).toEqual(expected)
})

test('a rejected document is canceled by another, and its number is never used again', async () => {
  const { db, owner, contributor, pay, agree, paper } = await setUp()
  await agree()
  const { id } = await pay(100_000)
  const { bill } = await owner.payouts.issueSelfBill({ payout_id: id })
  const document = bill?.self_bill_id ?? ''
  await expect(owner.payouts.removeBill({ id: bill?.id ?? '' })).rejects.toThrow('Reject or cancel')
  await expect(owner.payouts.cancel({ id })).rejects.toThrow('Cancel the bill first.')
  for (const reason of ['', ' ', 'a\0b', 'x'.repeat(10_000)]) {
    await expect(contributor.payouts.voidSelfBill({ id: document, reason })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      contributor.payouts.voidSelfBill({ id: document, reason: 'Wrong hours' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await contributor.payouts.list({})).items).toMatchObject([
    { amount: 100_000, bill: null, bill_status: 'missing' },
  ])
  const { items } = await owner.payouts.selfBills({})
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'cancellation', number: 'SB-ZOE-0002', cancels_number: 'SB-ZOE-0001' },
      ...{ reason: 'Wrong hours', made_side: 'contributor', net: -100_000, tax: -19_000 },
    }),
  )
  expect(items).toContainEqual(
    expect.objectContaining({ number: 'SB-ZOE-0001', canceled_by: 'SB-ZOE-0002', net: 100_000 }),
  )
  expect(await paper('SB-ZOE-0002')).toMatchObject({ cancels: { number: 'SB-ZOE-0001' }, tax: -19_000 })
  const own = { number: 'sb-zoe-0001', issued_on: TODAY, net: 100_000, tax_id: '12/345/67890' }
  await expect(
    contributor.payouts.recordBill({ payout_id: id, ...own, treatment: 'taxed', tax_bps: 1900, tax: 19_000 }),
  ).rejects.toThrow('belong to self-billed documents')
  expect(await owner.payouts.issueSelfBill({ payout_id: id })).toMatchObject({
    amount: 119_000,
    bill: { number: 'SB-ZOE-0003' },
  })
  await expect(db.updateTable('self_bills').set({ net: 1 }).execute()).rejects.toThrow('never changed')
  await expect(db.deleteFrom('self_bills').execute()).rejects.toThrow('never changed')
})

test('rejecting the document of a paid payout reverses its tax today, even if its period is closed', async () => {
  const { db, world, owner, contributor, employee_id, pay, agree, figures } = await setUp()
  await agree()
  const { id } = await pay(119_000)
  await owner.payouts.payBatch({ ids: [id], paid_on: '2026-02-10' })
  const { bill } = await owner.payouts.issueSelfBill({ payout_id: id })
  expect(bill).toMatchObject({ net: 100_000, tax: 19_000 })
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 0 })
  const february = { from: '2026-02-01', to: '2026-02-28' }
  const before = await owner.finance.taxReport(february)
  await contributor.payouts.voidSelfBill({ id: bill?.self_bill_id ?? '', reason: 'Wrong tax ID' })
  expect(await owner.finance.taxReport(february)).toEqual(before)
  expect(await figures()).toEqual(PAID_WITHOUT_TAX)
  const again = await owner.payouts.issueSelfBill({ payout_id: id })
  expect(await figures()).toEqual(PAID_WITH_TAX)
  expect(await owner.finance.taxReport(february)).toEqual(before)
  await owner.payouts.revokeSelfBilling({ employee_id, version: 2 })
  await owner.payouts.voidSelfBill({ id: again.bill?.self_bill_id ?? '', reason: 'Once more' })
  expect(await figures()).toEqual(PAID_WITHOUT_TAX)
  await reopenPayout(ctxFor(db, world.home.owner) as AgencyCtx, { id })
  expect(await figures()).toEqual({ expenses: 0, input_tax: 0, net: 0, tax: 0 })
  expect(await db.selectFrom('payout_tax_changes').selectAll().execute()).toEqual([])
})

test('a document rejected while its payout is in a file or paid leaves the net amount to pay', async () => {
  const { db, world, owner, contributor, employee_id, pay, agree } = await setUp()
  await payInEuros(db, world.home)
  await givePasswords(db)
  await contributor.payouts.saveAccount({
    ...{ account_holder: 'Zoë Müller', iban: PAYEE_IBAN, version: 0, password: PASSWORD },
  })
  await agree()
  const reject = async (amount_is: 'net' | 'total', id: string) => {
    const { bill } = await owner.payouts.issueSelfBill({ payout_id: id, amount_is })
    return async () => {
      await contributor.payouts.voidSelfBill({ id: bill?.self_bill_id ?? '', reason: 'Wrong tax ID' })
    }
  }
  const amountOf = async (id: string) => {
    const { items } = await owner.payouts.list({ employee_id })
    return items.find((payout) => payout.id === id)?.amount
  }
  const make = (id: string) => owner.payouts.createSepaBatch({ payout_ids: [id], execute_on: '2026-03-06' })
  for (const [amount_is, agreed, total] of [
    ['net', 100_000, 119_000],
    ['total', 119_000, 119_000],
  ] as const) {
    const { id } = await pay(agreed)
    const rejectFiled = await reject(amount_is, id)
    const batch = await make(id)
    await rejectFiled()
    expect(await amountOf(id)).toBe(total)
    await owner.payouts.cancelSepaBatch({ id: batch.id })
    expect(await amountOf(id)).toBe(agreed)

    const rejectPaid = await reject(amount_is, id)
    await owner.payouts.payBatch({ ids: [id] })
    await rejectPaid()
    expect(await amountOf(id)).toBe(total)
    await reopenPayout(ctxFor(db, world.home.owner) as AgencyCtx, { id })
    expect(await amountOf(id)).toBe(agreed)
  }
  // Their own bill of the total in the file, removed after the file was canceled.
  const { id } = await pay(100_000)
  const rejectFiled = await reject('net', id)
  const batch = await make(id)
  await rejectFiled()
  const { bill } = await contributor.payouts.recordBill({
    ...{ payout_id: id, number: 'R-1', issued_on: TODAY, net: 100_000, tax: 19_000, tax_bps: 1900 },
    ...{ treatment: 'taxed', tax_id: DETAILS.tax_id },
  })
  await owner.payouts.cancelSepaBatch({ id: batch.id })
  expect(await amountOf(id)).toBe(119_000)
  await owner.payouts.removeBill({ id: bill?.id ?? '' })
  expect(await amountOf(id)).toBe(100_000)
})

test("later changes don't affect the document; other tax treatments have no tax", async () => {
  const { owner, contributor, employee_id, pay, agree, paper } = await setUp()
  await agree({ treatment: 'small_business', tax_bps: 0, tax_id: null })
  const first = await pay(5000)
  await owner.payouts.issueSelfBill({ payout_id: first.id })
  const before = await paper('SB-ZOE-0001')
  await contributor.payouts.acceptSelfBilling({
    version: 2,
    ...DETAILS,
    legal_name: 'Zoë Schmidt',
    treatment: 'reverse_charge',
    tax_bps: 0,
  })
  expect(await paper('SB-ZOE-0001')).toEqual(before)
  const second = await pay(7000)
  expect(await owner.payouts.issueSelfBill({ payout_id: second.id })).toMatchObject({
    amount: 7000,
    bill: { treatment: 'reverse_charge', tax: 0, tax_id: DETAILS.tax_id },
  })
  await expect(owner.payouts.issueSelfBill({ payout_id: second.id })).rejects.toThrow('already has the bill')
  const third = await pay(11_900)
  await contributor.payouts.acceptSelfBilling({ version: 3, ...DETAILS })
  expect(await owner.payouts.issueSelfBill({ payout_id: third.id, amount_is: 'total' })).toMatchObject({
    amount: 11_900,
    bill: { net: 10_000, tax: 1900 },
  })
  expect((await owner.payouts.selfBilling({ employee_id })).agreement).toMatchObject({ document_count: 3 })
})

test("nobody else sees or changes a contributor's agreement and documents", async () => {
  const { db, world, owner, employee_id, pay, agree } = await setUp()
  await agree()
  const { id } = await pay(1000)
  const { bill } = await owner.payouts.issueSelfBill({ payout_id: id })
  const colleague = callerAs(db, await addContributor(db, world.home.agencyId, 'Second Employee'))
  const gone = { code: 'NOT_FOUND' }
  for (const other of [colleague, callerAs(db, world.foreign.owner), callerAs(db, world.foreign.employee)]) {
    expect((await other.payouts.selfBills({ employee_id })).items).toEqual([])
    await expect(other.payouts.selfBilling({ employee_id })).rejects.toMatchObject(gone)
    await expect(other.payouts.revokeSelfBilling({ employee_id, version: 2 })).rejects.toMatchObject(gone)
    await expect(
      other.payouts.voidSelfBill({ id: bill?.self_bill_id ?? '', reason: 'Not mine' }),
    ).rejects.toMatchObject(gone)
  }
  await expect(
    callerAs(db, world.foreign.owner).payouts.issueSelfBill({ payout_id: id }),
  ).rejects.toMatchObject(gone)
  await expect(colleague.payouts.issueSelfBill({ payout_id: id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(owner.payouts.acceptSelfBilling({ version: 2, ...DETAILS })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a prefix belongs to one contributor, and twenty concurrent requests create one agreement', async () => {
  const { db, world, owner, employee_id, agree } = await setUp()
  await agree()
  const second = await addContributor(db, world.home.agencyId, 'Zoe')
  const request = (prefix: string) =>
    owner.payouts.requestSelfBilling({ employee_id: second.employeeId, prefix })
  await expect(request('sb-zoe-')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const prefix of ['SB-1', 'SB ZOE-', '', 'x'.repeat(40)]) {
    await expect(request(prefix)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  const { suggested_prefix } = await owner.payouts.selfBilling({ employee_id: second.employeeId })
  expect(suggested_prefix).toBe('SB-ZOE-2-')
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => request(suggested_prefix)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await db
    .selectFrom('self_billing_agreements')
    .select('id')
    .where('employee_id', '!=', employee_id)
    .execute()
  expect(rows).toHaveLength(1)
})
