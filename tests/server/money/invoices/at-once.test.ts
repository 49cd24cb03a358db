import { expect, test } from 'vitest'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { addTask } from '#tests/support/work.ts'
import { addClient, createWorld } from '#tests/support/world.ts'
import { addProject } from '../../work/projects/setup.ts'

const DAY = { kind: 'duration', date: '2026-03-02', duration: '1h' } as const
const EXPENSE = { category: 'travel', description: 'Flights', spent_on: '2026-03-02' } as const
const TITLE = { title: 'March', due_date: '2026-04-01', group_by: 'task' } as const

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const other = await addClient(db, world.home.agencyId, 'Other Client', 'Other Company')
  const { clientId } = world.home.client
  const owner = callerAs(db, world.home.owner)
  const sent = (id: string) =>
    db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { db, world, owner, clientId, otherId: other.clientId, sent, services: testServices(db) }
}

test('a draft is sent as it was before or after a change', async () => {
  const { db, owner, clientId, otherId, sent } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const { id, version } = await owner.invoices.save(draftFor(clientId))
    const items = [{ description: 'Less', quantity: 1, rate: 100_00 }]
    await atOnce(
      owner.invoices.send({ id }),
      owner.invoices.save({ ...draftFor(otherId), id, version, items }),
    )
    const row = await sent(id)
    if (row.status === 'draft') continue
    expect([3600_00, 100_00]).toContain(row.total)
    expect(row.base_total).toBe(row.total)
    expect(row.client_id).toBe(row.total === 3600_00 ? clientId : otherId)
    const { recipient } = await db
      .selectFrom('mail_outbox')
      .select('recipient')
      .where('subject', 'like', `%${row.number}%`)
      .executeTakeFirstOrThrow()
    const { email } = await db
      .selectFrom('clients')
      .select('email')
      .where('id', '=', row.client_id ?? '')
      .executeTakeFirstOrThrow()
    expect(recipient).toBe(email)
  }
})

test('a draft is either sent or deleted, together with what it bills', async () => {
  const { db, world, owner, clientId, sent } = await setUp()
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  for (let time = 0; time < TIMES; time += 1) {
    await owner.workLog.save({ project_id, time: DAY })
    const { id } = await owner.invoices.fromTime({ client_id: clientId, ...TITLE })
    const [isSent, isDeleted] = await atOnce(owner.invoices.send({ id }), owner.invoices.delete({ id }))
    expect([isSent, isDeleted]).toEqual([!isDeleted, !isSent])
    const free = await db.selectFrom('time_entries').select('id').where('invoice_id', 'is', null).execute()
    expect(free).toHaveLength(isDeleted ? 1 : 0)
    if (isSent) expect((await sent(id)).status).toBe('sent')
    else
      await owner.invoices.send({ id: (await owner.invoices.fromTime({ client_id: clientId, ...TITLE })).id })
  }
})

test('hours that are being invoiced stay in their project when an administrator moves their task', async () => {
  const { db, world, owner, clientId } = await setUp()
  const admin = callerAs(db, world.admin)
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  const other = await addProject(db, world.home, 'Shop', { billing_rate: 20_000 })
  for (let time = 0; time < TIMES; time += 1) {
    const task = await addTask(db, world.home.owner, project_id, { title: 'Draft' })
    await owner.workLog.save({ project_id, task_id: task.id, time: DAY })
    await atOnce(
      admin.tasks.save({ id: task.id, version: task.version, title: 'Draft', project_id: other }),
      owner.invoices.fromTime({ client_id: clientId, ...TITLE }),
    )
    const billed = await db
      .selectFrom('time_entries')
      .innerJoin('invoices', 'invoices.id', 'time_entries.invoice_id')
      .select(['time_entries.billing_rate', 'invoices.total'])
      .where('time_entries.task_id', '=', task.id)
      .execute()
    for (const { billing_rate, total } of billed) expect(billing_rate).toBe(total)
  }
})

test('a changed tax rate leaves sent invoices and saved drafts unchanged', async () => {
  const { owner, clientId, sent } = await setUp()
  const rate = { name: 'VAT', category: 'standard' } as const
  const { id: tax_rate_id } = await owner.letterhead.saveTaxRate({ ...rate, bps: 1900 })
  const item = { description: 'Work', quantity: 1, tax_rate_id }
  let bps = 1900
  for (let time = 0; time < TIMES; time += 1) {
    const draft = { ...draftFor(clientId), items: [{ ...item, rate: 100_00 }] }
    const [first, second] = [await owner.invoices.save(draft), await owner.invoices.save(draft)]
    bps = bps === 1900 ? 2000 : 1900
    const [, , saved] = await atOnce(
      owner.letterhead.saveTaxRate({ ...rate, id: tax_rate_id, bps }),
      owner.invoices.send({ id: first.id }),
      owner.invoices.save({
        ...draft,
        id: second.id,
        version: second.version,
        items: [{ ...item, rate: 200_00 }],
      }),
    )
    const [one, other] = [await sent(first.id), await owner.invoices.get({ id: second.id })]
    expect(one.status).toBe('sent')
    expect(one.base_total).toBe(one.total)
    expect(other.items.map((line) => line.rate)).toEqual([saved ? 200_00 : 100_00])
  }
})

test('an expense is billed at its current amount', async () => {
  const { owner, clientId, otherId } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const expense = { ...EXPENSE, client_id: clientId, rebillable: true }
    const { id, version } = await owner.finance.saveExpense({ ...expense, amount: 100_00 })
    const bill = { client_id: clientId, ...TITLE, include_time: false, expense_ids: [id] }
    const [billed] = await atOnce(
      owner.invoices.fromTime(bill),
      owner.finance.saveExpense({ ...expense, id, version, client_id: otherId, amount: 150_00 }),
    )
    const now = await owner.finance.expense({ id })
    expect([now.client_id, now.amount]).toEqual(billed ? [clientId, 100_00] : [otherId, 150_00])
  }
})

test("hours moved to another project are billed to that project's client", async () => {
  const { db, world, owner, clientId, otherId } = await setUp()
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  const other = { ...world.home, client: { ...world.home.client, clientId: otherId } }
  const moved = await addProject(db, other, 'Shop', { billing_rate: 10_000 })
  for (let time = 0; time < TIMES; time += 1) {
    const { id, version } = await owner.workLog.save({ project_id, time: DAY })
    await atOnce(
      owner.invoices.fromTime({ client_id: clientId, ...TITLE }),
      owner.workLog.save({ id, version, project_id: moved, time: { kind: 'keep' } }),
    )
    const entry = await db
      .selectFrom('time_entries')
      .select(['project_id', 'invoice_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(entry.project_id === project_id).toBe(entry.invoice_id !== null)
    if (entry.invoice_id === null) await owner.invoices.fromTime({ client_id: otherId, ...TITLE })
  }
})

test("a recurring invoice isn't created from a plan that was paused or changed meanwhile", async () => {
  const { db, owner, clientId, otherId, services } = await setUp()
  const plan = (client_id: string, rate: number) => ({
    ...{ client_id, title: 'Care', starts_on: '2026-03-04', due_days: 14, frequency: 'monthly' as const },
    items: [{ description: 'Care', quantity: 1, rate }],
  })
  const run = () => writeRecurringInvoices(ctxFor(services, null))
  for (let time = 0; time < TIMES; time += 1) {
    const first = await owner.invoices.saveRecurring(plan(clientId, 100_00))
    const second = await owner.invoices.saveRecurring(plan(clientId, 100_00))
    const [, , saved] = await atOnce(
      run(),
      owner.invoices.pauseRecurring({ id: first.id, paused: true }),
      owner.invoices.saveRecurring({
        ...plan(otherId, 200_00),
        ...{ id: second.id, version: second.version },
      }),
    )
    await run()
    const written = await db
      .selectFrom('invoices')
      .select(['client_id', 'total'])
      .where('run_key', 'like', `${second.id}%`)
      .execute()
    // Either the run came first and the form is refused, or the form did and the run follows it.
    expect(written).toEqual(
      saved ? [{ client_id: otherId, total: 200_00 }] : [{ client_id: clientId, total: 100_00 }],
    )
    for (const { id } of [first, second]) await owner.invoices.deleteRecurring({ id })
  }
})

test('nobody is reminded of an invoice they have just paid', async () => {
  const { db, owner, clientId, services } = await setUp()
  const at = ctxFor(services, null, new Date('2026-04-01T08:00:00Z'))
  for (let time = 0; time < TIMES; time += 1) {
    const ids = [await sendInvoiceTo(owner, clientId), await sendInvoiceTo(owner, clientId)]
    const paid = async (invoice_id: string) => {
      const payment = { amount: 360_000, method: 'bank', request_id: crypto.randomUUID() } as const
      await owner.payments.recordManual({ invoice_id, ...payment })
      return db
        .selectFrom('invoice_reminders')
        .select('occasion')
        .where('invoice_id', '=', invoice_id)
        .execute()
    }
    const [, ...before] = await Promise.all([remindOfInvoices(at), ...ids.map(paid)])
    const after = await Promise.all(
      ids.map((id) =>
        db.selectFrom('invoice_reminders').select('occasion').where('invoice_id', '=', id).execute(),
      ),
    )
    expect(after).toEqual(before)
  }
})
