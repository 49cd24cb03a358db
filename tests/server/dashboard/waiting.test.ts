import { expect, test } from 'vitest'
import type { WaitingDto } from '#shared/dashboard.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'

const demo = openDemo()

const as = (person: Parameters<typeof callerAs>[1]) => callerAs(demo().db, person, { now: TEST_NOW })
const kindsOf = (items: WaitingDto[]) => items.map(({ kind }) => kind)

test('an owner sees late invoices, announced money, weeks to approve and hours to bill', async () => {
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

test('a client sees files to answer, invoices to pay and messages to read', async () => {
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

test('an approved week waits no longer, and one sent back waits for its contributor', async () => {
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
  expect(await weeks()).toEqual([])
  const person = world.home.contributors.find(({ name }) => name === second.user_name)
  const { items } = await as(person ?? null).dashboard.waiting()
  expect(items).toMatchObject([{ kind: 'returned_week', id: second.id }])
})

test('nothing waits for the platform’s administrator', async () => {
  const { world } = demo()
  expect(await as(world.staff[0] ?? null).dashboard.waiting()).toEqual({ items: [] })
})
