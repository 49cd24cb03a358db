import { expect, test } from 'vitest'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(timezone = 'Europe/Berlin') {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await db.updateTable('agencies').set({ timezone }).where('id', '=', world.home.agencyId).execute()
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const plan = { ...content, frequency: 'monthly', starts_on: '2026-04-01' } as const
  const runAt = (instant: string) => writeRecurringInvoices(ctxFor(testServices(db), null, new Date(instant)))
  const written = async () => {
    const { items } = await owner.invoices.list({})
    return Promise.all(items.map(({ id }) => owner.invoices.get({ id })))
  }
  return { owner, plan, runAt, written }
}

test.for([
  ['previous', '2026-03-01', '2026-03-31'],
  ['current', '2026-04-01', '2026-04-30'],
  ['next', '2026-05-01', '2026-05-31'],
  ['until_invoice', '2026-03-01', '2026-03-31'],
  ['from_invoice', '2026-04-01', '2026-04-30'],
  [null, null, null],
] as const)('a recurring invoice states its supply period: %s', async ([supply_period, from, to]) => {
  const { owner, plan, runAt, written } = await setUp()
  const { id } = await owner.invoices.saveRecurring({ ...plan, supply_period })
  expect(await owner.invoices.recurringPlan({ id })).toMatchObject({ supply_period })
  expect(await runAt('2026-04-01T12:00:00Z')).toBe(1)
  expect(await written()).toMatchObject([{ supply_from: from, supply_to: to }])
})

test.for([
  ['Pacific/Auckland', '2026-03-31T12:15:00Z'],
  ['America/Los_Angeles', '2026-04-01T08:15:00Z'],
] as const)(
  "the month is that of the invoice's date in the agency's time zone: %s",
  async ([zone, firstHour]) => {
    const { owner, plan, runAt, written } = await setUp(zone)
    await owner.invoices.saveRecurring({ ...plan, supply_period: 'previous' })
    expect(await runAt(firstHour)).toBe(1)
    expect(await written()).toMatchObject([{ supply_from: '2026-03-01', supply_to: '2026-03-31' }])
  },
)

test('an invoice that is created late states the period of its own date', async () => {
  const { owner, plan, runAt, written } = await setUp()
  await owner.invoices.saveRecurring({ ...plan, supply_period: 'previous' })
  expect(await runAt('2026-05-02T12:00:00Z')).toBe(1)
  expect(await runAt('2026-05-02T12:00:00Z')).toBe(1)
  const periods = (await written()).map(({ supply_from, supply_to }) => `${supply_from} ${supply_to}`)
  expect(periods.toSorted()).toEqual(['2026-03-01 2026-03-31', '2026-04-01 2026-04-30'])
})

test('a changed choice applies from the next invoice on', async () => {
  const { owner, plan, runAt, written } = await setUp()
  const { id } = await owner.invoices.saveRecurring({ ...plan, supply_period: 'current' })
  await runAt('2026-04-01T12:00:00Z')
  await owner.invoices.saveRecurring({ ...plan, id, supply_period: 'next' })
  await runAt('2026-05-01T12:00:00Z')
  const ends = (await written()).map(({ supply_to }) => supply_to)
  expect(ends.toSorted()).toEqual(['2026-04-30', '2026-06-30'])
})
