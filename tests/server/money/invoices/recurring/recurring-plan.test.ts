import { expect, test } from 'vitest'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

test('a recurring invoice loads all form values, and keeps its dates if only text changes', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const terms = { frequency: 'monthly', starts_on: '2026-03-31', due_days: 10 } as const
  const { id } = await owner.invoices.saveRecurring({
    ...content,
    ...terms,
    notes: 'Thank you',
    discount: { type: 'percent', value: 1000 },
  })
  const plan = await owner.invoices.recurringPlan({ id })
  expect(plan).toMatchObject({
    ...terms,
    title: content.title,
    notes: 'Thank you',
    discount_given: { type: 'percent', value: 1000 },
    items: content.items,
    next_on: '2026-03-31',
  })
  await owner.invoices.saveRecurring({ ...content, ...terms, id, version: plan.version, title: 'Retainer' })
  expect(await owner.invoices.recurringPlan({ id })).toMatchObject({
    title: 'Retainer',
    next_on: '2026-03-31',
  })
})

test('a deleted plan creates nothing more; issued invoices keep their numbers', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const { id } = await owner.invoices.saveRecurring({
    ...content,
    frequency: 'weekly',
    starts_on: '2026-03-05',
  })
  const services = testServices(db)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-05T12:00:00Z')))).toBe(1)
  const issued = (await owner.invoices.list({})).items
  expect(issued).toMatchObject([{ number: 'INV-1001', amount: 360_000 }])
  expect(await owner.invoices.deleteRecurring({ id })).toEqual({ id })
  expect((await owner.invoices.recurring({})).items).toEqual([])
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-12T12:00:00Z')))).toBe(0)
  expect((await owner.invoices.list({})).items).toEqual(issued)
  const templates = await db.selectFrom('invoices').select('id').where('kind', '=', 'template').execute()
  expect(templates).toEqual([])
  await expect(owner.invoices.deleteRecurring({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a new interval starts after today and never repeats a date already used', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const terms = { ...content, starts_on: '2026-03-05' }
  const first = await callerAs(db, world.home.owner).invoices.saveRecurring({ ...terms, frequency: 'weekly' })
  const services = testServices(db)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-05T12:00:00Z')))).toBe(1)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-12T12:00:00Z')))).toBe(1)

  const owner = callerAs(db, world.home.owner, { now: new Date('2026-03-13T12:00:00Z') })
  const plan = await owner.invoices.recurringPlan({ id: first.id })
  const changed = { ...terms, id: first.id, version: plan.version, frequency: 'monthly' } as const
  expect(await owner.invoices.saveRecurring(changed)).toMatchObject({ next_on: '2026-04-05' })
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-13T13:00:00Z')))).toBe(0)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-04-05T12:00:00Z')))).toBe(1)
  expect((await owner.invoices.recurring({})).items).toMatchObject([{ next_on: '2026-05-05' }])
})

const extensions: [string, object, object][] = [
  ['by a later end', { ends_on: '2026-04-30' }, { ends_on: '2026-12-31' }],
  ['by another invoice', { occurrences: 2 }, { occurrences: 1 }],
  ['without an end', { occurrences: 2 }, {}],
]

test.for(extensions)('a finished plan that continues %s skips the dates since', async ([, end, extended]) => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const terms = { ...content, frequency: 'monthly', starts_on: '2026-03-05' } as const
  const runOn = (day: string) => writeRecurringInvoices(ctxFor(services, null, new Date(`${day}T12:00:00Z`)))
  const { id } = await callerAs(db, world.home.owner).invoices.saveRecurring({ ...terms, ...end })
  expect(await runOn('2026-03-05')).toBe(1)
  expect(await runOn('2026-04-05')).toBe(1)
  expect(await runOn('2026-08-10')).toBe(0)

  const owner = callerAs(db, world.home.owner, { now: new Date('2026-08-10T12:00:00Z') })
  const plan = await owner.invoices.saveRecurring({ ...terms, ...extended, id })
  expect(plan).toMatchObject({ next_on: '2026-09-05', finished: false })
  expect(await runOn('2026-08-10')).toBe(0)
  expect(await runOn('2026-09-05')).toBe(1)
})

test('a plan that continues on the day of its last invoice creates no second one', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const terms = { ...content, frequency: 'monthly', starts_on: '2026-03-05' } as const
  const owner = callerAs(db, world.home.owner, { now: new Date('2026-03-05T13:00:00Z') })
  const { id } = await owner.invoices.saveRecurring({ ...terms, occurrences: 1 })
  const now = new Date('2026-03-05T13:30:00Z')
  expect(await writeRecurringInvoices(ctxFor(services, null, now))).toBe(1)
  const plan = await owner.invoices.saveRecurring({ ...terms, occurrences: 2, id })
  expect(plan).toMatchObject({ next_on: '2026-04-05', occurrences_left: 2, finished: false })
})

test('a plan stopped at a date already used moves past it', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  await owner.invoices.saveRecurring({
    ...content,
    starts_on: '2026-03-05',
    frequency: 'weekly',
    occurrences: 3,
  })
  const services = testServices(db)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-05T12:00:00Z')))).toBe(1)
  await db.updateTable('recurring_invoices').set({ next_on: '2026-03-05', runs: 0 }).execute()
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-06T12:00:00Z')))).toBe(0)
  expect((await owner.invoices.recurring({})).items).toMatchObject([
    { next_on: '2026-03-12', occurrences_left: 2 },
  ])
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-12T12:00:00Z')))).toBe(1)
})

test('plans are listed page by page: active ones by next date, then paused and finished ones', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const plan = async (title: string, starts_on: string, more: { occurrences?: number } = {}) =>
    (await owner.invoices.saveRecurring({ ...content, ...more, title, frequency: 'weekly', starts_on })).id
  await plan('finished', '2026-03-05', { occurrences: 1 })
  const services = testServices(db)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-05T12:00:00Z')))).toBe(1)
  const paused = await plan('paused', '2026-03-06')
  await owner.invoices.pauseRecurring({ id: paused, paused: true })
  await plan('later', '2026-03-20')
  await plan('next', '2026-03-13')
  await callerAs(db, world.foreign.owner).invoices.saveRecurring({
    ...content,
    client_id: world.foreign.client.clientId,
    frequency: 'weekly',
    starts_on: '2026-03-05',
  })

  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof owner.invoices.recurring>> = await owner.invoices.recurring({
      limit: 1,
      cursor,
    })
    titles.push(...page.items.map(({ title }) => title))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(titles).toEqual(['next', 'later', 'paused', 'finished'])
  expect((await owner.invoices.recurring({})).items.map(({ title }) => title)).toEqual(titles)
})
