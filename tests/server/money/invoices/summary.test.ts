import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const earlier = callerAs(db, world.home.owner, { now: new Date('2026-02-20T10:00:00.000Z') })
  const send = async (currency: string, rate: number, due_date: string) => {
    const draft = draftFor(world.home.client.clientId)
    const items = [{ description: 'Work', quantity: 1, rate }]
    const { id } = await earlier.invoices.save({ ...draft, currency, booking_rate: '1', items, due_date })
    await earlier.invoices.send({ id })
    return id
  }
  const pay = (id: string, amount: number) =>
    owner.payments.recordManual({ invoice_id: id, amount, method: 'bank', request_id: crypto.randomUUID() })
  return { db, world, owner, send, pay }
}

test('the summary totals the filtered list by currency', async () => {
  const { db, world, owner, send, pay } = await setUp()
  await owner.invoices.save(draftFor(world.home.client.clientId))
  const open = await send('USD', 100_00, '2026-04-01')
  await pay(open, 40_00)
  const late = await send('USD', 70_00, '2026-03-01')
  const euros = await send('EUR', 55_00, '2026-03-03')
  const paid = await send('USD', 30_00, '2026-04-01')
  await pay(paid, 30_00)
  const { issued, received } = await owner.invoices.summary()
  expect(received).toEqual([])
  expect(issued).toEqual([
    { currency: 'USD', outstanding: 130_00, overdue: 70_00, paid: 30_00 },
    { currency: 'EUR', outstanding: 55_00, overdue: 55_00, paid: 0 },
  ])
  const listed = async (filter: Parameters<typeof owner.invoices.list>[0]) =>
    (await owner.invoices.list({ ...filter, side: 'issued' })).items.map(({ id }) => id).toSorted()
  expect(await listed({ status: 'open', currency: 'USD' })).toEqual([open, late].toSorted())
  expect(await listed({ status: 'overdue' })).toEqual([late, euros].toSorted())
  expect(await listed({ status: 'recently_paid' })).toEqual([paid])

  const inJune = callerAs(db, world.home.owner, { now: new Date('2026-06-04T10:00:00.000Z') })
  expect((await inJune.invoices.summary()).issued[0]).toMatchObject({ overdue: 130_00, paid: 0 })
  expect((await inJune.invoices.list({ status: 'recently_paid' })).items).toEqual([])
})

test('the aging report, the total and the list agree on what is overdue, whatever the owner’s time zone', async () => {
  const { db, world, send } = await setUp()
  const id = await send('USD', 70_00, '2026-03-31')
  const at = (zone: string, instant: string) =>
    callerAs(db, { ...world.home.owner, zone }, { now: new Date(instant) })
  const figures = async (owner: ReturnType<typeof at>) => ({
    report: (await owner.finance.aging()).in_base.days_1_30,
    total: (await owner.invoices.summary()).issued[0]?.overdue,
    list: (await owner.invoices.list({ status: 'overdue' })).items.map((invoice) => invoice.id),
  })
  // The books are in Berlin: first March 31 there, then April 1.
  expect(await figures(at('Pacific/Auckland', '2026-03-31T20:00:00Z'))).toEqual({
    report: 0,
    total: 0,
    list: [],
  })
  const late = { report: 70_00, total: 70_00, list: [id] }
  expect(await figures(at('America/Los_Angeles', '2026-03-31T23:00:00Z'))).toEqual(late)
})

test('payers see their own totals, separate from invoices their agency issued', async () => {
  const { db, world, owner, send } = await setUp()
  await send('USD', 100_00, '2026-04-01')
  const owed = [{ currency: 'USD', outstanding: 100_00, overdue: 0, paid: 0 }]
  expect(await callerAs(db, world.home.client).invoices.summary()).toEqual({ issued: [], received: owed })
  const invoice = await sendInvoiceTo(callerAs(db, world.foreign.owner), world.foreign.client.clientId)
  const { agencyId } = world.home
  await db
    .updateTable('invoices')
    .set({ issuer: 'platform', agency_id: null, client_id: null, payer_agency_id: agencyId })
    .where('id', '=', invoice)
    .execute()
  const summary = await owner.invoices.summary()
  expect(summary.issued).toEqual(owed)
  expect(summary.received).toEqual([{ currency: 'USD', outstanding: 3600_00, overdue: 0, paid: 0 }])
  const received = await owner.invoices.list({ side: 'received' })
  expect(received.items.map(({ id }) => id)).toEqual([invoice])
  expect((await owner.invoices.list({ side: 'issued' })).items).toHaveLength(1)
  expect((await owner.invoices.list({})).items).toHaveLength(2)
  for (const stranger of [world.foreign.owner, world.foreign.client]) {
    expect(await callerAs(db, stranger).invoices.summary()).toEqual({ issued: [], received: [] })
  }
})
