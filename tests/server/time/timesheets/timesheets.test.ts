import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { transact } from '#server/base/core/transaction.ts'
import { payOutTime, releasePaidTime } from '#server/time/timesheets/commands/bill-time.ts'
import { approvedUnpaidHours } from '#server/time/timesheets/queries/billing.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'
import { on, setUpApproved, setUpWeek } from './setup.ts'

test('a submitted week totals its entries and locks them with a reason', async () => {
  const { employee, first } = await setUpWeek()
  const sheet = await employee.timesheets.submit({ date: '2026-03-04', note: 'All done' })
  expect(sheet).toMatchObject({
    week_start: '2026-03-02',
    status: 'submitted',
    total_seconds: 4 * 3600,
    billable_seconds: 3 * 3600,
  })
  expect((await employee.workLog.get({ id: first.id })).locked).toBe('submitted')
  await expect(employee.workLog.delete({ id: first.id })).rejects.toThrow(/submitted for approval/)
  await expect(employee.workLog.save({ time: on('2026-03-05', '1h') })).rejects.toThrow(/submitted/)
  await expect(employee.workLog.start({})).rejects.toThrow(/submitted/)
  await expect(employee.timesheets.submit({ date: '2026-03-02' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a withdrawn or rejected week can be changed and resubmitted', async () => {
  const { employee, owner, first } = await setUpWeek()
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  await employee.timesheets.withdraw({ id: sheet.id, version: sheet.version })
  const again = await employee.timesheets.submit({ date: '2026-03-04' })
  await owner.timesheets.review({
    id: again.id,
    version: again.version,
    decision: 'rejected',
    note: 'Monday is too long',
  })
  await employee.workLog.save({ id: first.id, time: on('2026-03-02', '1h') })
  expect((await employee.timesheets.list({})).items).toMatchObject([
    { status: 'rejected', review_note: 'Monday is too long', reviewer_name: 'Home Owner' },
  ])
  const third = await employee.timesheets.submit({ date: '2026-03-04' })
  expect(third).toMatchObject({ status: 'submitted', total_seconds: 3 * 3600 })
})

test('twenty concurrent submissions of a week leave one timesheet', async () => {
  const { employee, owner } = await setUpWeek()
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => employee.timesheets.submit({ date: '2026-03-04' })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  const { items } = await owner.timesheets.list({ whose: 'agency' })
  expect(items).toMatchObject([{ total_seconds: 4 * 3600 }])
})

test("a week with a running timer or without time can't be submitted", async () => {
  const { employee } = await setUpWorld()
  await expect(employee.timesheets.submit({ date: '2026-03-04' })).rejects.toThrow(/no time/)
  await employee.workLog.start({})
  await expect(employee.timesheets.submit({ date: '2026-03-04' })).rejects.toThrow(/Stop the timer/)
})

test("a week with a paused timer can't be submitted", async () => {
  const { employee, db } = await setUpWeek()
  await db.updateTable('time_entries').set({ paused: 1 }).where('billable', '=', 0).execute()
  await expect(employee.timesheets.submit({ date: '2026-03-04' })).rejects.toMatchObject({
    cause: { details: { reason: 'timer_running' } },
  })
})

test.each(['invoice_id', 'payout_id'] as const)(
  "time with an %s isn't included in another timesheet",
  async (column) => {
    const { employee, owner, db, first, world } = await setUpWeek()
    const { employeeId: employee_id } = world.home.employee
    const made = {
      invoice_id: async () => (await owner.invoices.save(draftFor(world.home.client.clientId))).id,
      payout_id: async () => (await owner.payouts.create({ employee_id, description: 'x', amount: 100 })).id,
    }
    await db
      .updateTable('time_entries')
      .set({ [column]: await made[column]() })
      .where('id', '=', first.id)
      .execute()
    await employee.timesheets.submit({ date: '2026-03-04' })
    const rows = await db.selectFrom('time_entries').select(['id', 'timesheet_id']).execute()
    expect(rows.filter(({ timesheet_id }) => timesheet_id === null).map(({ id }) => id)).toEqual([first.id])
  },
)

test("a submitted week can't be edited", async () => {
  const { employee, project, at, world } = await setUpWeek()
  const { id } = await employee.workLog.save({ project_id: project, time: on('2026-02-24', '1h') })
  await employee.timesheets.submit({ date: '2026-03-04' })
  const locked = { cause: { details: { reason: 'week_locked' } } }
  const later = at(world.home.employee, '2026-03-10T10:00:00Z')
  const time = on('2026-03-05', '1h')
  await expect(later.workLog.save({ project_id: project, time })).rejects.toMatchObject(locked)
  await expect(later.workLog.save({ id, project_id: project, time })).rejects.toMatchObject(locked)
})

test('contributors see their own timesheets, the owner all; a second decision is a conflict', async () => {
  const { employee, owner } = await setUpWeek()
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  expect((await owner.timesheets.list({ whose: 'agency', status: 'submitted' })).items).toHaveLength(1)
  expect((await owner.timesheets.list({})).items).toEqual([])
  expect((await employee.timesheets.list({ week_start: sheet.week_start })).items).toHaveLength(1)
  expect((await employee.timesheets.list({ week_start: '2026-02-23' })).items).toEqual([])
  const decision = { id: sheet.id, version: sheet.version, decision: 'approved' } as const
  await owner.timesheets.review(decision)
  await expect(owner.timesheets.review(decision)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(employee.timesheets.review(decision)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('only approved billable time is offered, grouped as requested', async () => {
  const { owner, employee, world } = await setUpWeek()
  const client_id = world.home.client.clientId
  expect((await owner.timesheets.unbilled({ client_id })).lines).toEqual([])
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const byTask = await owner.timesheets.unbilled({ client_id, group_by: 'task' })
  expect(byTask).toMatchObject({ amount: 30_000, total_seconds: 3 * 3600, currency: 'USD' })
  expect(byTask.lines).toMatchObject([
    { description: 'Website: Layout', quantity: 2000, rate: 10_000, amount: 20_000 },
    { description: 'Website: General work', quantity: 1000, amount: 10_000 },
  ])
  const byPerson = await owner.timesheets.unbilled({ client_id, group_by: 'person' })
  expect(byPerson.lines).toMatchObject([{ description: 'Work by Home Employee', quantity: 3000 }])
  const one = await owner.timesheets.unbilled({ client_id, group_by: 'one', to: '2026-03-07' })
  expect(one.lines).toMatchObject([{ quantity: 2000, amount: 20_000 }])
})

test('billed time is locked until the invoice is voided, and never billed twice', async () => {
  const { owner, employee, first, input } = await setUpApproved()
  const bill = () => owner.invoices.fromTime({ ...input, title: 'March', due_date: '2026-04-01' })
  const lockOf = async () => (await employee.workLog.get({ id: first.id })).locked

  const invoice = await bill()
  expect(invoice).toMatchObject({ status: 'draft', amount: 30_000, clientName: 'Home Client' })
  expect(invoice.items).toMatchObject([
    { description: 'Website: Layout', quantity: 2, rate: 10_000, amount: 20_000 },
    { description: 'Website: General work', quantity: 1, rate: 10_000, amount: 10_000 },
  ])
  expect(await lockOf()).toBe('invoiced')
  await expect(bill()).rejects.toThrow('There is no approved, unbilled time to invoice.')

  await owner.invoices.delete({ id: invoice.id })
  expect(await lockOf()).toBe('approved')
  const sent = await owner.invoices.send({ id: (await bill()).id })
  await owner.invoices.void({ id: sent.id })
  expect(await lockOf()).toBe('approved')
  const credited = await owner.invoices.send({ id: (await bill()).id })
  await owner.invoices.credit({ id: credited.id, reason: 'Wrong month' })
  expect(await lockOf()).toBe('approved')
  expect((await bill()).amount).toBe(30_000)
})

test('the time of a line is billable again once the line is credited in full, and not before', async () => {
  const { owner, employee, first, input } = await setUpApproved()
  const bill = () => owner.invoices.fromTime({ ...input, title: 'March', due_date: '2026-04-01' })
  const { id } = await owner.invoices.send({ id: (await bill()).id })
  const credit = (line: { position: number; quantity?: number; amount?: number }) =>
    owner.invoices.credit({ id, lines: [line], reason: 'Wrong task' })
  const lockOf = async () => (await employee.workLog.get({ id: first.id })).locked
  await credit({ position: 0, quantity: 1 })
  await owner.invoices.credit({ id, amount: 5000, reason: 'Less' })
  expect(await lockOf()).toBe('invoiced')
  await credit({ position: 0 })
  expect(await lockOf()).toBe('approved')
  const again = await bill()
  expect(again).toMatchObject({ amount: 20_000, items: [{ description: 'Website: Layout', quantity: 2 }] })
  await credit({ position: 1 })
  expect((await bill()).items).toMatchObject([{ description: 'Website: General work' }])
  expect(await lockOf()).toBe('invoiced')
})

test('a week goes from submission to approval, invoice, payment and payout, to the cent', async () => {
  const { owner, employee, client, input } = await setUpApproved()
  const draft = await owner.invoices.fromTime({ ...input, title: 'March', due_date: '2026-04-01' })
  const { id } = await owner.invoices.send({ id: draft.id })
  await client.payments.payInvoice({ invoice_id: id, ...card() })
  expect(await client.invoices.get({ id })).toMatchObject({ status: 'paid', amount: 30_000, amount_due: 0 })

  await owner.payouts.fromHours({})
  const { items } = await employee.payouts.list({})
  expect(items).toMatchObject([{ status: 'pending', amount: 18_000, minutes: 240 }])
  await owner.payouts.payBatch({ ids: items.map((payout) => payout.id) })
  expect(await employee.payouts.totals()).toEqual([{ pending: 0, paid: 18_000, currency: 'USD' }])
  expect((await owner.finance.summary({ from: '2026-03-01', to: '2026-03-31' })).current.revenue).toBe(30_000)
})

test('approved hours are owed at cost until a payout covers them', async () => {
  const { db, world, ownerScope } = await setUpApproved()
  const [owed] = await approvedUnpaidHours(ctxFor(db, ownerScope))
  expect(owed).toMatchObject({ employee_name: 'Home Employee', seconds: 4 * 3600, amount: 4 * 4500 })
  const ids = owed?.entry_ids ?? []
  await transact(ctxFor(db, ownerScope), (tx) => payOutTime(tx, ids, 'payout-1'))
  expect(await approvedUnpaidHours(ctxFor(db, ownerScope))).toEqual([])
  await expect(
    transact(ctxFor(db, ownerScope), (tx) => payOutTime(tx, ids, 'payout-2')),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await transact(ctxFor(db, ownerScope), (tx) => releasePaidTime(tx, 'payout-1'))
  expect(await approvedUnpaidHours(ctxFor(db, ownerScope), world.home.employee.employeeId)).toHaveLength(1)
  expect(await approvedUnpaidHours(ctxFor(db, world.foreign.owner as SeedMember))).toEqual([])
})

test('a budget warns at 80 % and 100 %, in hours and money', async () => {
  const { owner, project } = await setUpWeek()
  const warningAt = async (budget: { kind: 'hours' | 'money'; amount: number } | null) =>
    (
      await owner.timesheets.saveProjectTime({
        project_id: project,
        share_hours: true,
        billing_rate: 10_000,
        budget,
      })
    ).warning
  expect(await warningAt({ kind: 'hours', amount: 301 })).toBe('none')
  expect(await warningAt({ kind: 'hours', amount: 300 })).toBe('near')
  expect(await warningAt({ kind: 'hours', amount: 240 })).toBe('over')
  expect(await warningAt({ kind: 'money', amount: 37_501 })).toBe('none')
  expect(await warningAt({ kind: 'money', amount: 37_500 })).toBe('near')
  expect(await warningAt({ kind: 'money', amount: 30_000 })).toBe('over')
  expect(await owner.timesheets.budgets()).toMatchObject([{ project_id: project, used_percent: 100 }])
  expect(await warningAt(null)).toBe('none')
})

test('saving a budget leaves hour sharing as it is, and sharing hours leaves rate and budget', async () => {
  const { db, world, owner, project: project_id } = await setUpWeek()
  const budget = { kind: 'hours', amount: 2400 } as const
  await owner.timesheets.saveProjectTime({ project_id, share_hours: false })
  expect(await owner.timesheets.saveProjectTime({ project_id, billing_rate: 9000, budget })).toMatchObject({
    ...{ share_hours: false, billing_rate: 9000, budget },
  })
  expect(await owner.timesheets.saveProjectTime({ project_id, share_hours: true })).toMatchObject({
    ...{ share_hours: true, billing_rate: 9000, budget },
  })
  expect(
    await owner.timesheets.saveProjectTime({ project_id, billing_rate: null, budget: null }),
  ).toMatchObject({
    ...{ share_hours: true, billing_rate: null, budget: null },
  })
  const stranger = callerAs(db, world.foreign.owner)
  const refused = stranger.timesheets.saveProjectTime({ project_id, share_hours: false })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the budgets of given projects are listed, however many newer projects have one', async () => {
  const { db, owner, world, project } = await setUpWeek()
  const budget = { kind: 'hours', amount: 240 } as const
  await owner.timesheets.saveProjectTime({
    project_id: project,
    share_hours: false,
    billing_rate: null,
    budget,
  })
  const oldest = { created_at: '2026-01-01T00:00:00.000Z' }
  await db.updateTable('projects').set(oldest).where('id', '=', project).execute()
  for (const number of Array(100).keys()) {
    const id = await addProject(db, world.home, `Newer ${number}`)
    await db
      .updateTable('projects')
      .set({ budget_kind: 'hours', budget_amount: 60 })
      .where('id', '=', id)
      .execute()
  }
  const project_ids = [project]
  expect(await owner.timesheets.budgets({ project_ids })).toMatchObject([
    { project_id: project, used_percent: 100 },
  ])
  const stranger = callerAs(db, world.foreign.owner)
  expect(await stranger.timesheets.budgets({ project_ids })).toEqual([])
})

test('the value of hours stays when they are invoiced', async () => {
  const { owner, input, project } = await setUpApproved()
  const before = await owner.timesheets.projectTime({ project_id: project })
  expect(before).toMatchObject({ value: 30_000, unbilled: 30_000 })
  await owner.invoices.fromTime({ ...input, title: 'March', due_date: '2026-04-01' })
  const after = await owner.timesheets.projectTime({ project_id: project })
  expect(after).toMatchObject({ value: 30_000, unbilled: 0 })
})

test('the owner is notified of a submitted week, the contributor of the decision', async () => {
  const { employee, owner } = await setUpWeek()
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  expect((await owner.notifications.list({})).items).toMatchObject([
    { title: 'Home Employee submitted the week of Mar 02, 2026' },
  ])
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  expect((await employee.notifications.list({})).items).toMatchObject([
    { title: 'Your week of Mar 02, 2026 was approved' },
  ])
})

test('the value of hours is visible only to the owner', async () => {
  const { employee, client, project } = await setUpWeek()
  for (const caller of [employee, client])
    await expect(caller.timesheets.projectTime({ project_id: project })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
})

test('a submitted week and its decision cause one notification each', async () => {
  const { owner, employee } = await setUpWeek()
  const { id, version } = await employee.timesheets.submit({ date: '2026-03-04' })
  const news = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.map((item) => [item.event, item.title, item.count])
  expect(await news(owner)).toEqual([
    ['timesheet_submitted', 'Home Employee submitted the week of Mar 02, 2026', 1],
  ])
  await owner.timesheets.review({ id, version, decision: 'approved' })
  expect(await news(owner), 'it no longer waits').toEqual([])
  expect(await news(employee)).toEqual([['timesheet_reviewed', 'Your week of Mar 02, 2026 was approved', 1]])
})

test('a week can be withdrawn or decided on only while it is undecided', async () => {
  const { employee, owner } = await setUpWeek()
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  const its = (version: number) => ({ id: sheet.id, version })
  const approved = await owner.timesheets.review({ ...its(sheet.version), decision: 'approved' })
  await expect(employee.timesheets.withdraw(its(approved.version))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(
    owner.timesheets.review({ ...its(approved.version), decision: 'rejected', note: 'Too late' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a client is billed only for time on its own projects', async () => {
  const { db, owner, input, project } = await setUpApproved()
  const other = await owner.clients.save({ name: 'Other client', email: 'other@client.test' })
  expect((await owner.timesheets.unbilled({ ...input, client_id: other.id })).total_seconds).toBe(0)
  await db.updateTable('projects').set({ assigned_client_id: other.id }).where('id', '=', project).execute()
  expect((await owner.timesheets.unbilled(input)).total_seconds).toBe(0)
  expect((await owner.timesheets.unbilled({ ...input, client_id: other.id })).total_seconds).toBe(3 * 3600)
})
