import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card } from '#tests/support/money/money.ts'
import { atProvider, chargedAmounts, spoilCards } from '#tests/support/money/provider.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const plans = await owner.packages.plans()
  const planId = (name: string) => plans.find((plan) => plan.name === name)?.id ?? ''
  return { db, world, owner, admin: callerAs(db, world.admin), plans, planId }
}

test("every installation starts with the picker's three plans and four packages", async () => {
  const { plans, admin } = await setUp()
  expect(plans.map((plan) => [plan.name, plan.price, plan.popular])).toEqual([
    ['Basic', 2900, false],
    ['Professional', 9900, true],
    ['Enterprise', 29_900, false],
  ])
  const packages = await admin.packages.list({ kind: 'package' })
  expect(packages.map((plan) => [plan.name, plan.price, plan.popular])).toEqual([
    ['Starter', 2900, false],
    ['Business', 7900, true],
    ['Premium', 14_900, false],
    ['Enterprise', null, false],
  ])
})

test('an agency without a choice is on Basic and pays nothing', async () => {
  const { owner } = await setUp()
  expect(await owner.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    price: 0,
    changeable: true,
    usage: { projects: { used: 0, limit: 5 } },
  })
})

test("clients and contributors see their agency's plan but not its payments or usage", async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  for (const person of [world.home.client, world.home.employee]) {
    expect(await callerAs(db, person).packages.subscription()).toMatchObject({
      plan: { name: 'Professional' },
      status: 'active',
      price: 0,
      period_end: null,
      card: null,
      other_payer: null,
      overdue: null,
      trial: null,
      usage: null,
      changeable: false,
    })
  }
})

test('subscribing is income of the platform and an expense of the agency, and ends the trial', async () => {
  const { db, world, owner, admin, planId } = await setUp()
  await db
    .updateTable('agencies')
    .set({ status: 'trial', trial_ends_at: addDays(TEST_NOW, 14).toISOString() })
    .where('id', '=', world.home.agencyId)
    .execute()
  expect((await owner.packages.subscription())?.trial).toMatchObject({ days_left: 14, ended: false })
  const charge = await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  expect(charge).toMatchObject({ status: 'succeeded', amount: 9900 })
  expect(await owner.packages.subscription()).toMatchObject({ status: 'active', trial: null, price: 9900 })
  expect((await owner.finance.summary({})).current).toMatchObject({ revenue: 0, expenses: 9900, net: -9900 })
  expect((await admin.finance.summary({})).current).toMatchObject({ revenue: 9900, expenses: 0, net: 9900 })
  expect(await admin.packages.analytics()).toMatchObject({ mrr: 9900, trial_conversion: 100 })
})

test('a declined card changes no plan', async () => {
  const { owner, planId } = await setUp()
  const charge = await owner.packages.subscribe({
    plan_id: planId('Professional'),
    ...card('mock_card_declined'),
  })
  expect(charge).toMatchObject({ status: 'failed', failure: 'Your card was declined.' })
  expect((await owner.packages.subscription())?.plan.name).toBe('Basic')
})

test('a form submitted again with another plan is refused, or changes to that plan', async () => {
  const { owner, planId } = await setUp()
  const current = async () => (await owner.packages.subscription())?.plan.name
  const ordered = card()
  const charge = await owner.packages.subscribe({ plan_id: planId('Enterprise'), ...ordered })
  await expect(
    owner.packages.subscribe({ plan_id: planId('Professional'), ...ordered }),
  ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already submitted') })
  await expect(owner.payments.quickPay(ordered)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await owner.packages.subscribe({ plan_id: planId('Enterprise'), ...ordered })).toEqual(charge)
  // Nothing is charged for cheaper plans.
  const free = card()
  for (const name of ['Professional', 'Basic']) {
    await owner.packages.subscribe({ plan_id: planId(name), ...free })
    expect(await current()).toBe(name)
  }
})

test('a mid-period change credits the rest of the old plan and charges the rest of the new one', async () => {
  const { db, world, owner, admin, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  // March has 31 days: after 15.5 of them half of 99.00 is left, and half of 299.00 to pay.
  const later = callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 15.5) })
  const preview = await later.packages.preview({ plan_id: planId('Enterprise') })
  expect(preview).toMatchObject({
    from: 'Professional',
    credit: 4950,
    due_now: 10_000,
    next_charge: 29_900,
    next_charge_at: '2026-04-04T10:00:00.000Z',
  })
  const order = { plan_id: planId('Enterprise'), proration_date: preview.proration_date }
  expect((await later.packages.subscribe({ ...order, ...card() })).amount).toBe(10_000)
  expect((await admin.finance.summary({})).current.revenue).toBe(9900 + 10_000)
  expect(await later.packages.subscription()).toMatchObject({
    plan: { name: 'Enterprise' },
    price: 29_900,
    period_end: preview.next_charge_at,
  })
})

test('a declined or unauthenticated change leaves everything unchanged', async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  const later = callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 15.5) })
  const enterprise = { plan_id: planId('Enterprise') }
  expect(await later.packages.subscribe({ ...enterprise, ...card('mock_card_insufficient') })).toMatchObject({
    status: 'failed',
    failure: 'Your card has insufficient funds.',
  })
  const asked = await later.packages.subscribe({ ...enterprise, ...card('mock_card_3ds') })
  expect(asked.status).toBe('requires_action')
  await answerBank(db, asked, false)
  expect(await later.payments.confirm({ id: asked.payment_id })).toMatchObject({ status: 'failed' })
  expect(await later.packages.subscription()).toMatchObject({
    plan: { name: 'Professional' },
    price: 9900,
    card: { last4: '4242' },
  })
  const again = await later.packages.subscribe({ ...enterprise, ...card('mock_card_3ds') })
  await answerBank(db, again)
  expect(await later.payments.confirm({ id: again.payment_id })).toMatchObject({
    status: 'succeeded',
    amount: 10_000,
  })
  expect(await later.packages.subscription()).toMatchObject({ plan: { name: 'Enterprise' } })
})

test('a period is renewed once on the saved card at the agreed price', async () => {
  const { db, world, owner, admin, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const basic = (await admin.packages.list({ kind: 'subscription' }))[0]
  await admin.packages.save({
    id: basic?.id,
    kind: 'subscription',
    name: 'Basic',
    description: 'Dearer',
    price: 3900,
  })
  const due = new Date('2026-04-04T11:00:00Z')
  const services = testServices(db, { now: due })
  await Promise.all([
    renewSubscriptions(ctxFor(services, null, due)),
    renewSubscriptions(ctxFor(services, null, due)),
  ])
  await renewSubscriptions(ctxFor(services, null, due))
  const payments = await db.selectFrom('payments').select(['amount', 'status']).execute()
  expect(payments).toEqual([
    { amount: 2900, status: 'succeeded' },
    { amount: 2900, status: 'succeeded' },
  ])
  const renewed = callerAs(db, world.home.owner, { now: due })
  expect((await renewed.packages.subscription())?.period_end).toBe('2026-05-04T10:00:00.000Z')
})

test('a cheaper plan takes the new card only after authentication, and leaves a credit', async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Enterprise'), ...card() })
  const basic = { plan_id: planId('Basic') }
  for (const [method, words] of [
    ['mock_card_declined', 'Your card was declined.'],
    ['mock_card_3ds', expect.stringContaining('asks for authentication')],
  ] as const) {
    await expect(owner.packages.subscribe({ ...basic, ...card(method) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: words,
    })
    expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Enterprise' } })
  }
  const preview = await owner.packages.preview(basic)
  expect(preview).toMatchObject({ due_now: 0, balance: 27_000, next_charge: 0 })
  expect(await owner.packages.subscribe({ ...basic, ...card('mock_card_mastercard') })).toMatchObject({
    status: 'succeeded',
    amount: preview.due_now,
  })
  expect(await owner.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    price: 2900,
    period_end: preview.next_charge_at,
    card: { brand: 'mastercard', last4: '4444' },
  })
  // The credit pays nine months and part of the tenth.
  let now = TEST_NOW
  for (let month = 1; month <= 10; month++) {
    now = addDays(now, 31)
    await renewSubscriptions(ctxFor(db, null, now))
  }
  const payments = await db.selectFrom('payments').select('amount').orderBy('created_at').execute()
  expect(payments.map(({ amount }) => amount)).toEqual([29_900, 10 * 2900 - 27_000])
  expect(await callerAs(db, world.home.owner, { now }).packages.subscription()).toMatchObject({
    status: 'active',
  })
})

test('a declined renewal is retried daily, can be paid with another card, and ends after two weeks', async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Basic'), ...card() })
  await spoilCards(db, 'mock_card_declined')
  const due = new Date('2026-04-04T11:00:00Z')
  const attempts = () => atProvider(db, ({ billing }) => billing.invoices[0]?.attempt_count)
  for (const hours of [0, 1, 2, 24, 25]) {
    await renewSubscriptions(ctxFor(db, null, new Date(due.getTime() + hours * 3_600_000)))
  }
  expect(await attempts()).toBe(2)
  const later = callerAs(db, world.home.owner, { now: addDays(due, 1) })
  expect(await later.packages.subscription()).toMatchObject({
    status: 'past_due',
    overdue: { amount: 2900, failure: 'Your card was declined.' },
  })
  expect(await later.packages.payOverdue(card('mock_card_mastercard'))).toMatchObject({
    status: 'succeeded',
    amount: 2900,
  })
  expect(await later.packages.subscription()).toMatchObject({
    status: 'active',
    overdue: null,
    card: { last4: '4444' },
    period_end: '2026-05-04T10:00:00.000Z',
  })
  await spoilCards(db, 'mock_card_declined')
  const next = new Date('2026-05-04T11:00:00Z')
  await renewSubscriptions(ctxFor(db, null, next))
  await renewSubscriptions(ctxFor(db, null, addDays(next, 15)))
  expect(
    await callerAs(db, world.home.owner, { now: addDays(next, 15) }).packages.subscription(),
  ).toMatchObject({ plan: { name: 'Basic' }, price: 0, status: 'canceled' })
})

test('an interrupted renewal is charged once, at the agreed price and on its own dates', async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const charged = new Date('2026-04-04T11:00:00Z')
  // The provider renewed it, but nothing was stored here.
  await atProvider(db, () => {}, charged)
  await renewSubscriptions(ctxFor(db, null, new Date('2026-04-06T11:00:00Z')))
  expect(await chargedAmounts(db)).toEqual([2900, 2900])
  expect((await db.selectFrom('payments').select('amount').execute()).map(({ amount }) => amount)).toEqual([
    2900, 2900,
  ])
  expect(await callerAs(db, world.home.owner, { now: charged }).packages.subscription()).toMatchObject({
    status: 'active',
    price: 2900,
    period_end: '2026-05-04T10:00:00.000Z',
  })
})

test('a plan granted by the platform becomes overdue after its period, as it has no card', async () => {
  const { db, world, owner, admin, planId } = await setUp()
  await admin.agencies.changePlan({ id: world.home.agencyId, plan_id: planId('Professional') })
  expect(await owner.packages.preview({ plan_id: planId('Enterprise') })).toMatchObject({
    from: null,
    credit: 0,
    due_now: 29_900,
  })
  const due = new Date('2026-04-04T11:00:00Z')
  await renewSubscriptions(ctxFor(db, null, due))
  const later = callerAs(db, world.home.owner, { now: due })
  expect(await later.packages.subscription()).toMatchObject({ status: 'past_due' })
  await later.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  expect(await later.packages.subscription()).toMatchObject({ status: 'active', price: 9900 })
})

test('a plan whose period ended during downtime gets its two weeks before it ends', async () => {
  const { db, world, admin, planId } = await setUp()
  await admin.agencies.changePlan({ id: world.home.agencyId, plan_id: planId('Professional') })
  const back = new Date('2026-05-04T11:00:00Z')
  const statusAfter = async (days: number) => {
    const now = addDays(back, days)
    await renewSubscriptions(ctxFor(db, null, now))
    return (await callerAs(db, world.home.owner, { now }).packages.subscription())?.status
  }
  expect(await statusAfter(0)).toBe('past_due')
  expect(await statusAfter(13)).toBe('past_due')
  expect(await statusAfter(15)).toBe('canceled')
})

test('a subscription canceled at period end runs until then', async () => {
  const { db, world, owner, planId } = await setUp()
  const zone = { timezone: 'Pacific/Kiritimati' }
  await db.updateTable('agencies').set(zone).where('id', '=', world.home.agencyId).execute()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  expect(await owner.packages.cancel({ when: 'period_end' })).toMatchObject({
    cancel_at_period_end: true,
    plan: { name: 'Professional' },
  })
  expect((await owner.activity.list({})).items.map(({ summary }) => summary)).toContain(
    'Subscription ends on 2026-04-05',
  )
  await renewSubscriptions(ctxFor(db, null, new Date('2026-04-05T00:00:00Z')))
  expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
})

test('a package with subscribers can be archived but not deleted; a new one can be deleted', async () => {
  const { owner, admin, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  await expect(admin.packages.delete({ id: planId('Professional') })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '1 agency is on this package. Archive it instead.',
  })
  await admin.packages.setArchived({ id: planId('Professional'), archived: true })
  expect((await owner.packages.subscription())?.plan.name).toBe('Professional')
  const created = await admin.packages.save({
    name: 'Tiny',
    description: 'For one',
    price: 900,
    popular: true,
  })
  const popular = (await admin.packages.list({ kind: 'package' })).filter((plan) => plan.popular)
  expect(popular.map((plan) => plan.name)).toEqual(['Tiny'])
  await admin.packages.delete({ id: created.id })
  expect(await admin.packages.list({ kind: 'package' })).toHaveLength(4)
})

test('plan limits are always shown but enforced only if the platform chooses', async () => {
  const { db, world, planId } = await setUp()
  await callerAs(db, world.home.owner).packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const owner = (enforcePlanLimits: boolean) =>
    callerAs(db, world.home.owner, { config: { enforcePlanLimits } })
  const addProject = (enforced: boolean, name: string) =>
    owner(enforced).projects.create({ name, category: 'design', client: 'Home Client' })
  for (let number = 1; number <= 5; number++) await addProject(true, `Project ${number}`)

  await expect(addProject(true, 'One too many')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your plan is limited to 5 projects. Choose a larger plan.',
  })
  await addProject(false, 'A self-hosted sixth')
  expect((await owner(true).packages.subscription())?.usage?.projects).toEqual({ used: 6, limit: 5 })
})

test("twenty concurrent projects don't exceed the plan's limit", async () => {
  const { db, world, planId } = await setUp()
  await callerAs(db, world.home.owner).packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const owner = callerAs(db, world.home.owner, { config: { enforcePlanLimits: true } })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      owner.projects.create({ name: `At once ${number}`, category: 'design', client: 'Home Client' }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
  expect((await owner.packages.subscription())?.usage?.projects).toEqual({ used: 5, limit: 5 })
})

test('after the trial an enforcing platform requires a plan before the team grows', async () => {
  const { db, world } = await setUp()
  await db
    .updateTable('agencies')
    .set({ status: 'trial', trial_ends_at: addDays(TEST_NOW, -1).toISOString() })
    .where('id', '=', world.home.agencyId)
    .execute()
  const hire = (enforcePlanLimits: boolean) =>
    callerAs(db, world.home.owner, { config: { enforcePlanLimits } }).employees.save({
      name: 'Nia',
      email: 'nia@example.test',
      role: 'designer',
    })
  await expect(hire(true)).rejects.toThrow('Your trial has ended. Choose a plan to continue.')
  expect((await hire(false)).name).toBe('Nia')
})
