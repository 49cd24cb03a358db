import { expect, test } from 'vitest'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), services: testServices(db) }
}

test("an invoice becomes overdue the day after its due date in the agency's time zone", async () => {
  const { db, world, owner, services } = await setUp()
  const id = await sendInvoiceTo(owner, world.home.client.clientId)
  const statusOf = async () =>
    (await db.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  expect(await markOverdueInvoices(ctxFor(services, null, new Date('2026-04-03T20:00:00Z')))).toBe(0)
  expect(await statusOf()).toBe('sent')
  // Midnight in the agency's zone (Europe/Berlin) is two hours before UTC.
  expect(await markOverdueInvoices(ctxFor(services, null, new Date('2026-04-03T22:30:00Z')))).toBe(1)
  expect(await statusOf()).toBe('overdue')
})

test('agency and client are notified once that an invoice is overdue, even with two processes', async () => {
  const { world, owner, db, services } = await setUp()
  await sendInvoiceTo(owner, world.home.client.clientId)
  const late = new Date('2026-04-05T08:00:00Z')
  const marked = await Promise.all([
    markOverdueInvoices(ctxFor(services, null, late)),
    markOverdueInvoices(ctxFor(services, null, late)),
  ])
  expect(marked.toSorted()).toEqual([0, 1])
  const news = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('event', '=', 'invoice_overdue')
    .execute()
  expect(news.map((row) => row.user_id).toSorted()).toEqual(
    [world.home.owner.userId, world.home.client.userId].toSorted(),
  )
})

test('reminders are sent before, on and after the due date, each once', async () => {
  const { world, owner, services } = await setUp()
  await sendInvoiceTo(owner, world.home.client.clientId)
  const days = [
    '2026-03-20',
    '2026-04-01',
    '2026-04-01',
    '2026-04-03',
    '2026-04-05',
    '2026-04-11',
    '2026-04-12',
  ]
  const sent: number[] = []
  for (const day of days)
    sent.push(await remindOfInvoices(ctxFor(services, null, new Date(`${day}T08:00:00Z`))))
  expect(sent).toEqual([0, 1, 0, 1, 0, 1, 0])
})

test("reminders are sent from the agency's morning on, but not at night", async () => {
  const { db, world, owner, services } = await setUp()
  const { agencyId, client } = world.home
  await db
    .updateTable('agencies')
    .set({ timezone: 'America/Los_Angeles' })
    .where('id', '=', agencyId)
    .execute()
  await sendInvoiceTo(owner, client.clientId)
  const remindAt = (instant: string) => remindOfInvoices(ctxFor(services, null, new Date(instant)))
  expect(await remindAt('2026-04-01T08:00:00Z')).toBe(0)
  expect(await remindAt('2026-04-01T14:59:00Z')).toBe(0)
  expect(await remindAt('2026-04-01T15:00:00Z')).toBe(1)
  expect(await remindAt('2026-04-01T16:00:00Z')).toBe(0)
  expect(await remindAt('2026-04-04T03:30:00Z'), 'the evening of the due date').toBe(0)
  expect(await remindAt('2026-04-11T02:30:00Z'), 'after downtime').toBe(1)
})

test('a reminder missed on the due date is sent the next morning, once, if the invoice is still due', async () => {
  const { db, world, owner, services } = await setUp()
  const { clientId } = world.home.client
  const pay = (invoice_id: string) =>
    owner.payments.recordManual({
      invoice_id,
      amount: 360_000,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  const remindAt = (instant: string) => remindOfInvoices(ctxFor(services, null, new Date(instant)))
  const immediate = await owner.invoices.save({ ...draftFor(clientId), due_date: '2026-03-04' })
  await owner.invoices.send({ id: immediate.id })
  expect(await remindAt('2026-03-05T08:00:00Z'), 'due and sent on the same day').toBe(0)
  await pay(immediate.id)
  const id = await sendInvoiceTo(owner, clientId)
  const paid = await sendInvoiceTo(owner, clientId)
  expect(await remindAt('2026-04-01T08:00:00Z')).toBe(2)
  expect(await remindAt('2026-04-03T18:30:00Z'), 'the evening of the due date').toBe(0)
  await pay(paid)
  await db.deleteFrom('mail_outbox').execute()
  expect(await remindAt('2026-04-04T06:00:00Z')).toBe(1)
  expect(await remindAt('2026-04-04T07:00:00Z')).toBe(0)
  const { number } = await owner.invoices.get({ id })
  const mails = await db.selectFrom('mail_outbox').select('subject').execute()
  expect(mails).toEqual([{ subject: `Invoice ${number} is 1 day overdue` }])
})

test('a paid invoice gets no reminders', async () => {
  const { world, owner, services } = await setUp()
  const id = await sendInvoiceTo(owner, world.home.client.clientId)
  await owner.payments.recordManual({
    invoice_id: id,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await remindOfInvoices(ctxFor(services, null, new Date('2026-04-03T08:00:00Z')))).toBe(0)
})

test('a monthly plan from the 31st creates one invoice a month until it ends, also with two processes', async () => {
  const { world, owner, services } = await setUp()
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  await owner.invoices.saveRecurring({
    ...content,
    frequency: 'monthly',
    starts_on: '2026-03-31',
    occurrences: 3,
    due_days: 10,
  })
  for (const day of ['2026-03-30', '2026-03-31', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']) {
    const now = new Date(`${day}T12:00:00Z`)
    await Promise.all([
      writeRecurringInvoices(ctxFor(services, null, now)),
      writeRecurringInvoices(ctxFor(services, null, now)),
    ])
  }
  const { items } = await owner.invoices.list({})
  expect(items.map((invoice) => [invoice.number, invoice.dueDate, invoice.amount]).toSorted()).toEqual([
    ['INV-1001', '2026-04-10', 360_000],
    ['INV-1002', '2026-05-10', 360_000],
    ['INV-1003', '2026-06-10', 360_000],
  ])
  expect((await owner.invoices.recurring({})).items).toMatchObject([{ finished: true, occurrences_left: 0 }])
})

test('a paused plan creates nothing', async () => {
  const { world, owner, services } = await setUp()
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const plan = await owner.invoices.saveRecurring({
    ...content,
    frequency: 'weekly',
    starts_on: '2026-03-05',
  })
  await owner.invoices.pauseRecurring({ id: plan.id, paused: true })
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-20T12:00:00Z')))).toBe(0)
})

test("a suspended agency's invoices and reminders wait, and missed runs are skipped", async () => {
  const { db, world, services } = await setUp()
  const [home, foreign] = [world.home, world.foreign]
  for (const { owner, client } of [home, foreign]) {
    await sendInvoiceTo(callerAs(db, owner), client.clientId)
    const { due_date: _due, ...content } = draftFor(client.clientId)
    const plan = { ...content, frequency: 'monthly', starts_on: '2026-03-31', due_days: 60 } as const
    await callerAs(db, owner).invoices.saveRecurring(plan)
  }
  const runOn = async (day: string) => {
    const ctx = ctxFor(services, null, new Date(`${day}T12:00:00Z`))
    return [await markOverdueInvoices(ctx), await writeRecurringInvoices(ctx), await remindOfInvoices(ctx)]
  }
  const suspend = (suspended: boolean) =>
    callerAs(db, world.admin).agencies.setSuspended({ id: home.agencyId, suspended })
  await suspend(true)
  expect(await runOn('2026-03-31')).toEqual([0, 1, 1])
  expect(await runOn('2026-04-10')).toEqual([1, 0, 1])
  await suspend(false)
  expect(await runOn('2026-04-11')).toEqual([1, 0, 1])
  expect((await callerAs(db, home.owner).invoices.list({})).items).toHaveLength(1)
  expect(await runOn('2026-04-30')).toEqual([0, 2, 2])
})

test("a plan that can't create its invoice stops, notifies its owner, and continues once corrected", async () => {
  const { db, world, owner, services } = await setUp()
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const free = { ...content, title: 'Free', items: [{ description: 'Nothing', quantity: 1, rate: 0 }] }
  const plan = await owner.invoices.saveRecurring({ ...free, frequency: 'monthly', starts_on: '2026-03-05' })
  await owner.invoices.saveRecurring({ ...content, frequency: 'monthly', starts_on: '2026-03-05' })
  const runAt = (hour: string) =>
    writeRecurringInvoices(ctxFor(services, null, new Date(`2026-03-05T${hour}:15:00Z`)))
  expect(await runAt('08')).toBe(1)
  for (const hour of ['09', '10', '11', '12']) expect(await runAt(hour)).toBe(0)

  const [stopped] = await owner.stoppedWork.list()
  expect(stopped).toMatchObject({
    title: 'Recurring invoice “Free” stopped after it failed repeatedly.',
    reason: 'An invoice with a zero total can’t be sent.',
    failures: 3,
  })
  const mails = await db
    .selectFrom('notifications')
    .select(['user_id', 'mail'])
    .where('event', '=', 'stopped')
    .execute()
  expect(mails).toEqual([{ user_id: world.home.owner.userId, mail: 'due' }])

  const again = { work: 'recurring-invoice' as const, item: plan.id }
  const later = callerAs(db, world.home.owner, { now: new Date('2026-03-05T13:00:00Z') })
  expect(await later.stoppedWork.retry(again)).toEqual({
    reason: 'An invoice with a zero total can’t be sent.',
  })
  const { id, version } = await owner.invoices.recurringPlan({ id: plan.id })
  await owner.invoices.saveRecurring({
    ...content,
    title: 'Free',
    frequency: 'monthly',
    starts_on: '2026-03-05',
    id,
    version,
  })
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => later.stoppedWork.retry(again)))
  for (const answer of answers) {
    // Whoever comes after the success finds nothing to retry.
    if (answer.status === 'fulfilled') expect(answer.value).toEqual({ reason: null })
    else expect(answer.reason).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await owner.stoppedWork.list()).toEqual([])
  const { items } = await owner.invoices.list({})
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Free', content.title].toSorted())
})
