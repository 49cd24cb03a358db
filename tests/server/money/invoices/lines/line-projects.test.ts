import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { addProject, setUpWorld } from '../../../work/projects/setup.ts'

const on = (date: string, duration: string) => ({ kind: 'duration', date, duration }) as const

/** Approved hours of one week: 200.00 on the website, 50.00 on the shop, for the same client. */
async function setUp() {
  const world = await setUpWorld()
  const { db, owner, employee } = world
  const website = await addProject(db, world.world.home, 'Website', { billing_rate: 10_000 })
  const shop = await addProject(db, world.world.home, 'Shop', { billing_rate: 5000 })
  await employee.workLog.save({ project_id: website, time: on('2026-03-02', '2h') })
  await employee.workLog.save({ project_id: shop, time: on('2026-03-03', '1h') })
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const client_id = world.world.home.client.clientId
  return { ...world, website, shop, client_id }
}

type World = Awaited<ReturnType<typeof setUp>>

const bill = ({ owner, client_id }: World, group_by: 'task' | 'person' | 'one' = 'one') =>
  owner.invoices.fromTime({ client_id, group_by, title: 'March', due_date: '2026-04-01' })

const incomeOf = async ({ owner }: World) => {
  const { income_by_project } = await owner.finance.summary({})
  return Object.fromEntries(income_by_project.map(({ label, amount }) => [label, amount]))
}

test.each(['task', 'person', 'one'] as const)(
  'hours of all projects, one line per %s, keep their project',
  async (by) => {
    const world = await setUp()
    const { items } = await bill(world, by)
    expect(items.map(({ project_id, amount, unit }) => [project_id, amount, unit])).toEqual([
      [world.shop, 5000, 'hour'],
      [world.website, 20_000, 'hour'],
    ])
    expect(new Set(items.map((item) => item.description)).size).toBe(2)
  },
)

test('payments for them are income of each project, whatever the grouping', async () => {
  const world = await setUp()
  const { owner, client_id } = world
  const { id } = await bill(world)
  await owner.invoices.send({ id })
  const pay = (amount: number) =>
    owner.payments.recordManual({
      invoice_id: id,
      amount,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  for (const amount of [3333, 1, 10_001]) await pay(amount)
  const part = await incomeOf(world)
  expect((part.Website ?? 0) + (part.Shop ?? 0)).toBe(13_335)
  await pay(11_665)
  expect(await incomeOf(world)).toEqual({ Website: 20_000, Shop: 5000 })
  const { items } = await owner.finance.transactions({ project_id: world.shop })
  expect(items.reduce((sum, entry) => sum + entry.amount, 0)).toBe(5000)
  expect((await owner.finance.summary({})).current.revenue).toBe(25_000)

  const statement = await owner.invoices.statement({ client_id, from: '2026-03-01', to: '2026-03-31' })
  const payments = statement.lines.filter((line) => line.kind === 'payment')
  expect(payments.map((line) => -line.amount).toSorted((a, b) => a - b)).toEqual([1, 3333, 10_001, 11_665])
  expect(statement.closing_balance).toBe(0)
})

test('a refund reduces the income of each project', async () => {
  const world = await setUp()
  const { owner, client } = world
  const { id } = await bill(world)
  await owner.invoices.send({ id })
  const { payment_id } = await client.payments.payInvoice({ invoice_id: id, ...card() })
  await owner.payments.refund({ id: payment_id, reason: 'Mistake', request_id: crypto.randomUUID() })
  const income = await incomeOf(world)
  expect([income.Website ?? 0, income.Shop ?? 0]).toEqual([0, 0])
})

test("an edited draft keeps its lines' projects; projects of other clients are rejected", async () => {
  const world = await setUp()
  const { owner, client_id } = world
  const draft = await bill(world)
  const lines = draft.items.map(({ description, quantity, rate, project_id }) => ({
    description,
    quantity,
    rate,
    project_id,
  }))
  const input = { id: draft.id, client_id, title: 'March', due_date: '2026-04-01' }
  const saved = await owner.invoices.save({ ...input, items: lines })
  expect(saved.items.map((item) => item.project_id)).toEqual([world.shop, world.website])
  const other = await owner.clients.save({ name: 'Other', email: 'other@example.test' })
  await expect(owner.invoices.save({ ...input, client_id: other.id, items: lines })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: '“Shop” is a project of another client.',
  })
})

test('a document that has a project can still be edited once the project is another client’s', async () => {
  const world = await setUp()
  const { owner, client_id, website } = world
  const { items, ...draft } = await bill(world)
  const lines = items.map(({ id, description, quantity, rate, project_id }) => ({
    id,
    description,
    quantity,
    rate,
    project_id,
  }))
  const terms = { frequency: 'monthly', starts_on: '2026-04-01', title: 'Care', client_id } as const
  const plan = { ...terms, project_id: website, items: [{ description: 'Care', quantity: 1, rate: 100_00 }] }
  const { id } = await owner.invoices.saveRecurring(plan)
  const other = await owner.clients.save({ name: 'Other', email: 'other@example.test' })
  await world.db
    .updateTable('projects')
    .set({ assigned_client_id: other.id })
    .where('id', '=', website)
    .execute()

  const input = { client_id, title: 'March', due_date: '2026-04-01' }
  const edited = { ...input, id: draft.id, items: lines }
  expect(await owner.invoices.save(edited)).toMatchObject({ items: lines })
  expect(await owner.invoices.saveRecurring({ ...plan, id, title: 'Support' })).toMatchObject({
    title: 'Support',
  })
  const refusal = {
    code: 'BAD_REQUEST',
    cause: { details: { fields: { project_id: '“Website” is a project of another client.' } } },
  }
  await expect(owner.invoices.save({ ...edited, project_id: website })).resolves.toBeDefined()
  await expect(owner.invoices.save({ ...input, items: lines, project_id: website })).rejects.toMatchObject(
    refusal,
  )
  await expect(owner.invoices.saveRecurring(plan)).rejects.toMatchObject(refusal)
  const foreign = callerAs(world.db, world.world.foreign.owner)
  await expect(foreign.invoices.save(edited)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("an expense can't name a client and a project of another client, unless the project has moved since", async () => {
  const { db, owner, client_id, shop } = await setUp()
  const other = await owner.clients.save({ name: 'Other', email: 'other@example.test' })
  const fonts = {
    category: 'software',
    description: 'Fonts',
    amount: 40_00,
    spent_on: '2026-03-02',
    rebillable: true,
    project_id: shop,
  } as const
  await expect(owner.finance.saveExpense({ ...fonts, client_id: other.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { fields: { project_id: '“Shop” is a project of another client.' } } },
  })
  const { id } = await owner.finance.saveExpense({ ...fonts, client_id })
  await db.updateTable('projects').set({ assigned_client_id: other.id }).where('id', '=', shop).execute()
  const saved = await owner.finance.saveExpense({ ...fonts, id, client_id, description: 'Two fonts' })
  expect(saved).toMatchObject({ description: 'Two fonts', project_id: shop })
})
