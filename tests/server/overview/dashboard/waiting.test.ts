import { expect, test } from 'vitest'
import type { WaitingDto } from '#shared/overview/dashboard.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'
import { card, draftFor } from '#tests/support/money/money.ts'

const demo = openDemo()
const LATER = new Date('2026-03-06T16:00:00.000Z')

const as = (person: Parameters<typeof callerAs>[1]) => callerAs(demo().db, person, { now: TEST_NOW })
const kindsOf = (items: WaitingDto[]) => items.map(({ kind }) => kind)

test('an owner sees late invoices, announced payments, weeks to approve and hours to bill', async () => {
  const { world } = demo()
  const { items } = await as(world.home.owner).dashboard.waiting()
  expect(items.find(({ kind }) => kind === 'late_invoice')).toMatchObject({
    number: 'INV-1005',
    client_name: 'Jordan Blake',
    due: { amount: 120_000, currency: 'USD' },
  })
  expect(items.find(({ kind }) => kind === 'announced_payment')).toMatchObject({
    payer_name: 'Jordan Blake',
    paid: { amount: 25_000, currency: 'USD' },
  })
  expect(items.flatMap((item) => (item.kind === 'week' ? [item.user_name] : [])).sort()).toEqual([
    'Emma Rivera',
    'Liam Chen',
  ])
  const clients = items.flatMap((item) => (item.kind === 'unbilled_time' ? [item] : []))
  expect(clients.map(({ client_name }) => client_name).sort()).toEqual(['Jordan Blake', 'Priya Nair'])
  for (const { client_id, seconds } of clients) {
    const unbilled = await as(world.home.owner).timesheets.unbilled({ client_id })
    expect(unbilled.total_seconds).toBe(seconds)
  }
})

test("approved hours are listed until a payout covers them; those without a rate aren't", async () => {
  const { world } = demo()
  const owner = as(world.home.owner)
  const unpaid = async () =>
    (await owner.dashboard.waiting()).items.flatMap((item) => (item.kind === 'unpaid_time' ? [item] : []))
  const payable = (await owner.payouts.preview()).filter(({ amount }) => amount > 0)
  expect(payable.length).toBeGreaterThan(0)
  const shown = payable.map(({ employee_id, employee_name, seconds }) => ({
    employee_id,
    employee_name,
    seconds,
  }))
  expect((await unpaid()).map(({ kind: _kind, since: _since, ...item }) => item)).toEqual(
    expect.arrayContaining(shown.slice(0, 5)),
  )
  await owner.payouts.fromHours({ paid: true })
  expect(await unpaid()).toEqual([])
  for (const person of [world.client, world.home.contributors[0] ?? null]) {
    expect(kindsOf((await as(person).dashboard.waiting()).items)).not.toContain('unpaid_time')
  }
})

test('a client sees files to review, invoices to pay and unread messages', async () => {
  const { world } = demo()
  const { items } = await as(world.client).dashboard.waiting()
  expect(kindsOf(items).sort()).toEqual([
    'invoice_to_pay',
    'invoice_to_pay',
    'messages',
    'messages',
    'review',
  ])
  expect(items.find(({ kind }) => kind === 'review')).toMatchObject({ name: 'Landing page copy.md' })
  expect(
    items.flatMap((item) => (item.kind === 'invoice_to_pay' ? [[item.number, item.late]] : [])).sort(),
  ).toEqual([
    ['INV-1004', false],
    ['INV-1005', true],
  ])
})

test("deliverables of archived projects aren't listed", async () => {
  const { world } = demo()
  const owner = as(world.home.owner)
  const reviews = async () =>
    (await as(world.client).dashboard.waiting()).items.filter((item) => item.kind === 'review')
  const [review] = await reviews()
  if (review?.kind !== 'review') throw new Error('The demo has a deliverable to answer.')
  const archive = (archived: boolean) => owner.projects.setArchived({ id: review.project_id, archived })
  await archive(true)
  expect(await reviews()).toEqual([])
  await archive(false)
  expect(await reviews()).toHaveLength(1)
})

test('the week submitted first is listed first', async () => {
  const { world } = demo()
  const [person] = world.home.contributors
  if (person === undefined) throw new Error('The demo has contributors')
  const later = callerAs(demo().db, person, { now: LATER })
  await later.workLog.save({ time: { kind: 'duration', date: '2026-03-05', duration: '1h' } })
  await later.timesheets.submit({ date: '2026-03-05' })
  const { items } = await as(world.home.owner).dashboard.waiting()
  const weeks = items.flatMap((item) => (item.kind === 'week' ? [item.since] : []))
  expect(weeks).toEqual(weeks.toSorted())
  expect(weeks.at(-1)).toBe(LATER.toISOString())
})

test('an approved week is no longer listed, and a rejected one is listed for its contributor', async () => {
  const { world } = demo()
  const owner = as(world.home.owner)
  const weeks = async () => (await owner.dashboard.waiting()).items.filter((item) => item.kind === 'week')
  const [first, second] = await weeks()
  if (first === undefined || second === undefined) throw new Error('Two weeks wait in the demo')
  await owner.timesheets.review({ id: first.id, version: first.version, decision: 'approved', note: null })
  await owner.timesheets.review({
    id: second.id,
    version: second.version,
    decision: 'rejected',
    note: 'Friday?',
  })
  const left = (await weeks()).map(({ id }) => id)
  expect(left).not.toContain(first.id)
  expect(left).not.toContain(second.id)
  const person = world.home.contributors.find(({ name }) => name === second.user_name)
  const { items } = await as(person ?? null).dashboard.waiting()
  expect(items).toMatchObject([{ kind: 'returned_week', id: second.id }])
})

test('an announced payment is found despite many pending card authentications', async () => {
  const { world } = demo()
  const owner = as(world.home.owner)
  for (let count = 0; count < 6; count += 1) await owner.payments.quickPay(card('mock_card_3ds'))
  const { items } = await owner.dashboard.waiting()
  expect(items.filter(({ kind }) => kind === 'announced_payment')).toMatchObject([
    { payer_name: 'Jordan Blake' },
  ])
})

/** Sends one invoice for each of these due dates, in order, on January 1, 2025. */
async function sendDueOn(days: readonly string[]): Promise<string[]> {
  const { db, world } = demo()
  const owner = callerAs(db, world.home.owner, { now: new Date('2025-01-01T12:00:00.000Z') })
  const ids: string[] = []
  for (const due_date of days) {
    const { id } = await owner.invoices.save({ ...draftFor(world.client.clientId), due_date })
    await owner.invoices.send({ id })
    ids.push(id)
  }
  return ids
}

test('a payable invoice is found despite many pending debits', async () => {
  const { world } = demo()
  const client = as(world.client)
  for (const invoice_id of await sendDueOn(Array(5).fill('2025-01-01'))) {
    await client.payments.payInvoice({ invoice_id, ...card('mock_debit_succeeds') })
  }
  const numbers = async (person: typeof world.client) =>
    (await as(person).dashboard.waiting()).items.flatMap((item) => ('number' in item ? [item.number] : []))
  expect((await numbers(world.client)).toSorted()).toEqual(['INV-1004', 'INV-1005'])
})

test('the longest overdue of many invoices are listed first', async () => {
  const { world } = demo()
  await sendDueOn(['2025-01-06', '2025-01-01', '2025-01-05', '2025-01-02', '2025-01-04', '2025-01-03'])
  const first = ['2025-01-01', '2025-01-02', '2025-01-03', '2025-01-04', '2025-01-05']
  for (const person of [world.home.owner, world.client]) {
    const { items } = await as(person).dashboard.waiting()
    const invoices = items.filter(({ kind }) => kind === 'late_invoice' || kind === 'invoice_to_pay')
    expect(invoices.map(({ since }) => since)).toEqual(first)
  }
})

test('nothing is listed for the platform administrator', async () => {
  const { world } = demo()
  expect(await as(world.staff[0] ?? null).dashboard.waiting()).toEqual({ items: [] })
})
