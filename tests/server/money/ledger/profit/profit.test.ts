import { expect, test } from 'vitest'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import type { ProfitPart } from '#shared/money/ledger/profit.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { depositOf } from '#tests/support/money/money.ts'
import { addProject, setUpWorld } from '../../../work/projects/setup.ts'

const on = (date: string, duration: string) => ({ kind: 'duration', date, duration }) as const

/** A website billed at 100.00 and a shop at 50.00 an hour for one client; hours cost 45.00. */
async function setUp() {
  const world = await setUpWorld()
  const { db, owner } = world
  const website = await addProject(db, world.world.home, 'Website', { billing_rate: 10_000 })
  const shop = await addProject(db, world.world.home, 'Shop', { billing_rate: 5000 })
  const { clientId: client_id } = world.world.home.client
  const invoice = async (content: object, { sent = true } = {}) => {
    const draft = await owner.invoices.save({
      client_id,
      title: 'Work',
      due_date: '2026-04-01',
      items: [{ description: 'Work', quantity: 1, rate: 450_000 }],
      ...content,
    })
    if (sent) await owner.invoices.send({ id: draft.id })
    return draft.id
  }
  const pay = (invoice_id: string, amount: number) =>
    owner.payments.recordManual({ invoice_id, amount, method: 'bank', request_id: crypto.randomUUID() })
  const ofProject = (project_id: string) => owner.finance.profit({ project_id })
  const approve = async () => {
    const sheet = await world.employee.timesheets.submit({ date: '2026-03-04' })
    await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  }
  return { ...world, website, shop, client_id, invoice, pay, ofProject, approve }
}

const parts = (shown: Partial<Record<ProfitPart, number>>) => ({
  invoices: 0,
  credit_notes: 0,
  write_offs: 0,
  other_income: 0,
  hours: 0,
  payouts: 0,
  expenses: 0,
  ...shown,
})

test('a fixed-price project earns its invoices, whether or not its hours are billed', async () => {
  const { employee, invoice, ofProject, pay, website } = await setUp()
  await employee.workLog.save({ project_id: website, billable: false, time: on('2026-03-02', '10h') })
  const id = await invoice({ project_id: website })
  await pay(id, 200_000)
  expect(await ofProject(website)).toMatchObject({
    revenue: 450_000,
    cost: 45_000,
    margin: 405_000,
    parts: parts({ invoices: 450_000, hours: 45_000 }),
    received: 200_000,
    seconds: 36_000,
  })
})

test('hours invoiced across projects are revenue of each, and their invoice is listed with each', async () => {
  const { approve, client_id, employee, ofProject, owner, shop, website } = await setUp()
  await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
  await employee.workLog.save({ project_id: shop, time: on('2026-03-03', '1h') })
  await approve()
  const { id } = await owner.invoices.fromTime({ client_id, title: 'March', due_date: '2026-04-01' })
  await owner.invoices.send({ id })
  expect(await ofProject(website)).toMatchObject({ revenue: 20_000, cost: 9000 })
  expect(await ofProject(shop)).toMatchObject({ revenue: 5000, cost: 4500 })
  for (const project_id of [website, shop]) {
    const { items } = await owner.invoices.list({ project_id })
    expect(items.map((invoice) => invoice.id)).toEqual([id])
  }
})

test('a line from before lines had projects is split by the hours it bills', async () => {
  const { approve, client_id, db, employee, ofProject, owner, shop, website } = await setUp()
  await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
  await employee.workLog.save({ project_id: shop, time: on('2026-03-03', '1h') })
  await approve()
  const { id } = await owner.invoices.fromTime({ client_id, title: 'March', due_date: '2026-04-01' })
  await owner.invoices.send({ id })
  await db.updateTable('invoice_items').set({ project_id: null }).where('invoice_id', '=', id).execute()
  await db.updateTable('time_entries').set({ invoice_line_id: null }).where('invoice_id', '=', id).execute()
  expect((await ofProject(website)).revenue).toBe(20_000)
  const { rows } = await owner.finance.profits({ by: 'project' })
  expect(rows.map(({ name, revenue }) => [name, revenue])).toEqual([
    ['Website', 20_000],
    ['Shop', 5000],
  ])
})

test('an invoice and its credit note are of the projects of the time that they billed', async () => {
  const { approve, client_id, db, employee, invoice, ofProject, owner, pay, shop, website } = await setUp()
  await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
  await employee.workLog.save({ project_id: shop, time: on('2026-03-03', '1h') })
  await approve()
  const { id, version } = await owner.invoices.fromTime({ client_id, title: 'March', due_date: '2026-04-01' })
  const { items } = await owner.invoices.get({ id })
  const lines = items.map((item) => ({
    ...{ id: item.id, description: item.description, unit: item.unit },
    ...{ quantity: item.quantity, rate: item.rate },
  }))
  await owner.invoices.save({ id, version, client_id, title: 'March', due_date: '2026-04-01', items: lines })
  await owner.invoices.send({ id })
  await invoice({ project_id: website, items: [{ description: 'Other', quantity: 1, rate: 700 }] })
  await pay(id, 10_000)
  const figures = async () => ({
    website: (await ofProject(website)).parts.invoices,
    shop: (await ofProject(shop)).parts.invoices,
    split: (await owner.finance.profits({ by: 'project' })).rows.map(({ name, revenue }) => [name, revenue]),
    shown: (await owner.invoices.list({ project_id: shop })).items.some((shown) => shown.id === id),
  })
  const before = await figures()
  expect(before).toMatchObject({ website: 20_700, shop: 5000, shown: true })
  await owner.invoices.credit({ id, amount: 25_000, reason: 'Cancelled', keep_as_credit: true })
  expect(await db.selectFrom('time_entries').select('id').where('invoice_id', '=', id).execute()).toEqual([])
  expect(await figures()).toEqual({
    ...before,
    split: [
      ['Website', 700],
      ['Shop', 0],
    ],
  })
  expect((await ofProject(shop)).parts.credit_notes).toBe(-5000)
  // Billed again, by a draft that is deleted.
  const again = await owner.invoices.fromTime({ client_id, title: 'March', due_date: '2026-04-01' })
  await owner.invoices.delete({ id: again.id })
  expect(await db.selectFrom('released_time').select('invoice_id').distinct().execute()).toEqual([
    { invoice_id: id },
  ])
})

test("drafts and void invoices aren't revenue; tax never is", async () => {
  const { invoice, ofProject, owner, website } = await setUp()
  await invoice({ project_id: website }, { sent: false })
  await owner.invoices.void({ id: await invoice({ project_id: website }) })
  await invoice({
    project_id: website,
    items: [{ description: 'Work', quantity: 1, rate: 10_000, tax_bps: 1900 }],
  })
  expect(await ofProject(website)).toMatchObject({ revenue: 10_000, parts: parts({ invoices: 10_000 }) })
})

test("a line credit reduces the line's project, a credit by amount is spread over what is left", async () => {
  const { invoice, ofProject, owner, shop, website } = await setUp()
  const id = await invoice({
    items: [
      { description: 'Website', quantity: 1, rate: 10_000, project_id: website },
      { description: 'Shop', quantity: 1, rate: 6000, project_id: shop },
    ],
  })
  await owner.invoices.credit({ id, lines: [{ position: 0 }], reason: 'Cancelled' })
  expect(await ofProject(website)).toMatchObject({ revenue: 0, parts: { credit_notes: -10_000 } })
  await owner.invoices.credit({ id, amount: 1000, reason: 'Late' })
  expect((await ofProject(website)).revenue).toBe(0)
  expect(await ofProject(shop)).toMatchObject({ revenue: 5000, parts: { credit_notes: -1000 } })
})

test('by payment, each project has what its lines have received, less their own tax', async () => {
  const { client_id, invoice, owner, pay, shop, website } = await setUp()
  const line = { description: 'Work', quantity: 1, rate: 100_00 }
  await owner.payments.recordManual(depositOf(client_id, 60_00))
  const id = await invoice({
    project_id: shop,
    items: [
      { ...line, project_id: website, tax_bps: 1900 },
      { ...line, project_id: shop, tax_bps: 0 },
    ],
  })
  const received = async () => {
    const of = (project_id: string) => owner.finance.profit({ project_id, basis: 'paid' })
    return [(await of(website)).revenue, (await of(shop)).revenue]
  }
  await owner.invoices.applyCredit({ id })
  // 60.00 of 219.00: 27.40 and 5.20 tax, and 27.40.
  expect(await received()).toEqual([27_40, 27_40])
  await pay(id, 159_00)
  expect(await received()).toEqual([100_00, 100_00])
  await owner.invoices.credit({ id, lines: [{ position: 0 }], reason: 'Returned', keep_as_credit: true })
  expect(await received()).toEqual([0, 100_00])
  const { output } = await owner.finance.taxReport({ basis: 'paid' })
  expect(output).toMatchObject([
    { tax_bps: 1900, net: 0, tax: 0 },
    { tax_bps: 0, net: 100_00, tax: 0 },
  ])
})

test('a write-off reduces the projects by the loss without tax, until it is undone', async () => {
  const { invoice, ofProject, owner, shop, website } = await setUp()
  const line = (project_id: string, rate: number) => ({
    description: 'Work',
    quantity: 1,
    rate,
    tax_bps: 1900,
    project_id,
  })
  const id = await invoice({ project_id: shop, items: [line(website, 30_000), line(shop, 10_000)] })
  await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  expect(await ofProject(website)).toMatchObject({ revenue: 0, parts: { write_offs: -30_000 } })
  expect(await ofProject(shop)).toMatchObject({ revenue: 0, parts: { write_offs: -10_000 } })
  await owner.invoices.undoWriteOff({ id })
  expect((await ofProject(website)).revenue).toBe(30_000)
})

test('a loss keeps its projects when a credit note follows, which undoes it for the same', async () => {
  const { at, invoice, owner, pay, shop, website, world } = await setUp()
  const line = { description: 'Work', quantity: 1, rate: 10_000 }
  const id = await invoice({
    items: [
      { ...line, project_id: website },
      { ...line, project_id: shop },
    ],
  })
  await pay(id, 10_000)
  await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  const losses = async (days: object) => {
    const of = async (project_id: string) =>
      (await owner.finance.profit({ project_id, ...days })).parts.write_offs
    return [await of(website), await of(shop)]
  }
  const until = { to: '2026-03-04' }
  expect(await losses(until)).toEqual([-5000, -5000])
  const later = at(world.home.owner, '2026-03-10T10:00:00.000Z')
  await later.invoices.credit({ id, lines: [{ position: 0 }], reason: 'Cancelled', keep_as_credit: true })
  expect(await losses(until)).toEqual([-5000, -5000])
  // What was paid is the client's credit now, which is no longer a loss.
  expect(await losses({})).toEqual([0, 0])
})

test('a late fee is revenue of the client, not of the late project', async () => {
  const { client_id, db, invoice, ofProject, owner, website } = await setUp()
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({
    ...rules,
    late_fees: 'send',
    fee_type: 'flat',
    fee_amount: 2500,
  })
  await invoice({ project_id: website })
  await chargeLateFees(ctxFor(testServices(db), null, new Date('2026-04-20T12:00:00Z')))
  expect((await ofProject(website)).revenue).toBe(450_000)
  expect((await owner.finance.profit({ client_id })).revenue).toBe(452_500)
  // Fees of earlier versions have a project.
  await db.updateTable('invoices').set({ project_id: website }).where('late_fee_of', 'is not', null).execute()
  expect((await ofProject(website)).revenue).toBe(450_000)
})

test('an expense costs its net amount; rebilled, it is revenue as well', async () => {
  const { client_id, ofProject, owner, website } = await setUp()
  const { id: expense } = await owner.finance.saveExpense({
    category: 'software',
    description: 'Fonts',
    amount: 11_900,
    tax_amount: 1900,
    tax_bps: 1900,
    spent_on: '2026-03-02',
    project_id: website,
    client_id,
    rebillable: true,
  })
  expect(await ofProject(website)).toMatchObject({ revenue: 0, cost: 10_000, margin: -10_000 })
  const { id } = await owner.invoices.fromTime({
    client_id,
    include_time: false,
    expense_ids: [expense],
    markup_bps: 1000,
    title: 'Fonts',
    due_date: '2026-04-01',
  })
  await owner.invoices.send({ id })
  expect(await ofProject(website)).toMatchObject({ revenue: 11_000, cost: 10_000, margin: 1000 })
})

test('a payout of recorded hours adds nothing to their cost; one without hours counts', async () => {
  const { approve, employee, ofProject, owner, website, world } = await setUp()
  await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
  await approve()
  await owner.payouts.fromHours({ paid: true })
  expect(await ofProject(website)).toMatchObject({ cost: 9000, parts: { hours: 9000, payouts: 0 } })
  expect(await owner.finance.profit({})).toMatchObject({ cost: 9000 })
  const { employeeId: employee_id } = world.home.employee
  const { id } = await owner.payouts.create({ employee_id, amount: 7000, description: 'Bonus' })
  await owner.payouts.payBatch({ ids: [id] })
  const whole = await owner.finance.profit({})
  expect(whole).toMatchObject({ cost: 16_000, parts: { hours: 9000, payouts: 7000 } })
  // By payment date, the same hours count when they were paid.
  expect(await owner.finance.profit({ basis: 'paid', project_id: website })).toMatchObject({ cost: 9000 })
  expect((await owner.finance.profit({ basis: 'paid' })).cost).toBe(
    (await owner.finance.summary({})).current.expenses,
  )
})

test.each([
  ['taxed', { tax_bps: 1900, tax: 25_65 }],
  ['reverse_charge', { tax_bps: 0, tax: 0, owed_bps: 1900, country: 'FR' }],
] as const)(
  'what can’t be deducted of the tax on a bill of hours is a cost of their projects: %s',
  async (treatment, terms) => {
    const { approve, client_id, employee, ofProject, owner, shop, website } = await setUp()
    await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
    await employee.workLog.save({ project_id: shop, time: on('2026-03-03', '1h') })
    await approve()
    await owner.payouts.fromHours({ paid: false })
    const [payout] = (await owner.payouts.list({})).items
    const payout_id = payout?.id ?? ''
    await owner.payouts.recordBill({
      ...{
        payout_id,
        number: 'R-1',
        issued_on: '2026-03-04',
        tax_id: '12/345/67890',
        net: 135_00,
        treatment,
      },
      ...{ deductible_bps: 5000, ...terms },
    })
    await owner.payouts.payBatch({ ids: [payout_id] })
    // Half of 25.65 can be deducted: 12.83.
    expect(await owner.finance.profit({})).toMatchObject({ parts: { hours: 135_00, payouts: 12_82 } })
    expect(await ofProject(website)).toMatchObject({ parts: { hours: 90_00, payouts: 8_55 }, seconds: 7200 })
    expect(await ofProject(shop)).toMatchObject({ cost: 45_00 + 4_27 })
    expect(await owner.finance.profit({ client_id })).toMatchObject({ cost: 135_00 + 12_82 })
    const { total, rows } = await owner.finance.profits({ by: 'project' })
    expect([total.cost, ...rows.map(({ cost }) => cost)]).toEqual([147_82, 98_55, 49_27])
    for (const [record, amount] of [
      [{}, 12_82],
      [{ project_id: shop }, 4_27],
    ] as const) {
      const found = await owner.finance.profitRows({ part: 'payouts', ...record })
      expect(found).toMatchObject({ rows: [{ amount, date: '2026-03-04' }], others: { count: 0, amount: 0 } })
    }
    // By payment date, it is part of what was paid for the hours.
    expect(await owner.finance.profit({ basis: 'paid' })).toMatchObject({
      cost: 147_82,
      parts: { payouts: 0 },
    })
    await owner.payouts.reopen({ id: payout_id })
    expect(await owner.finance.profit({})).toMatchObject({ parts: { hours: 135_00, payouts: 0 } })
  },
)

test('each part opens its rows, which add up to it', async () => {
  const { employee, invoice, ofProject, owner, website } = await setUp()
  await employee.workLog.save({ project_id: website, billable: false, time: on('2026-03-02', '10h') })
  const id = await invoice({ project_id: website })
  await owner.invoices.credit({ id, amount: 50_000, reason: 'Late' })
  await owner.finance.saveExpense({
    category: 'software',
    description: 'Fonts',
    amount: 9000,
    spent_on: '2026-03-02',
    project_id: website,
  })
  const profit = await ofProject(website)
  for (const part of ['invoices', 'credit_notes', 'hours', 'expenses'] as const) {
    const { rows, others } = await owner.finance.profitRows({ part, project_id: website })
    expect(rows).toHaveLength(1)
    expect(others).toEqual({ count: 0, amount: 0 })
    expect(rows[0]?.amount).toBe(profit.parts[part])
  }
  const { rows } = await owner.finance.profitRows({ part: 'hours', project_id: website })
  expect(rows).toMatchObject([{ label: 'Home Employee', seconds: 36_000, date: null }])
})

test("another agency's or a missing project or client has no profit", async () => {
  const { owner, world } = await setUp()
  const { clientId } = world.foreign.client
  for (const record of [{ client_id: clientId }, { project_id: crypto.randomUUID() }]) {
    await expect(owner.finance.profit(record)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(owner.finance.profitRows({ part: 'hours', ...record })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
})

test('a period counts hours by their day in the agency’s time zone', async () => {
  const { employee, owner, website } = await setUp()
  await employee.workLog.save({ project_id: website, time: on('2026-02-28', '1h') })
  await employee.workLog.save({ project_id: website, time: on('2026-03-01', '2h') })
  const cost = async (from: string, to: string) => (await owner.finance.profit({ from, to })).cost
  expect(await cost('2026-02-01', '2026-02-28')).toBe(4500)
  expect(await cost('2026-03-01', '2026-03-31')).toBe(9000)
})
