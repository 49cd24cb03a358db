import { expect, test } from 'vitest'
import { addDays } from '#server/db/values.ts'
import { renewSubscriptions } from '#server/packages/commands/renew.ts'
import { reconcilePayments } from '#server/payments/commands/reconcile.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { card } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const plans = await owner.packages.plans()
  const planId = (name: string) => plans.find((plan) => plan.name === name)?.id ?? ''
  return { db, world, owner, admin: callerAs(db, world.admin), plans, planId }
}

test('every instance starts with the three plans of the picker and four packages', async () => {
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

test('an agency that chose nothing is on Basic and pays nothing', async () => {
  const { owner } = await setUp()
  expect(await owner.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    price: 0,
    changeable: true,
    usage: { projects: { used: 0, limit: 5 } },
  })
})

test('subscribing books the platform’s income and the agency’s expense, and ends the trial', async () => {
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
  expect((await owner.finance.summary({})).current).toEqual({ revenue: 0, expenses: 9900, net: -9900 })
  expect((await admin.finance.summary({})).current).toEqual({ revenue: 9900, expenses: 0, net: 9900 })
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

test('a change in mid-period credits what is left of the old one', async () => {
  const { db, world, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  // March has 31 days: after 15.5 of them half of 99.00 is left.
  const later = callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 15.5) })
  const preview = await later.packages.preview({ plan_id: planId('Enterprise') })
  expect(preview).toMatchObject({ credit: 4950, due_now: 24_950, next_charge: 29_900 })
  const charge = await later.packages.subscribe({ plan_id: planId('Enterprise'), ...card() })
  expect(charge.amount).toBe(24_950)
})

test('a period is renewed once on the kept card, at the price agreed', async () => {
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
  const services = testServices(db)
  const due = new Date('2026-04-04T11:00:00Z')
  await Promise.all([renewSubscriptions(services, due), renewSubscriptions(services, due)])
  await renewSubscriptions(services, due)
  const payments = await db.selectFrom('payments').select(['amount', 'status']).execute()
  expect(payments).toEqual([
    { amount: 2900, status: 'succeeded' },
    { amount: 2900, status: 'succeeded' },
  ])
  const renewed = callerAs(db, world.home.owner, { now: due })
  expect((await renewed.packages.subscription())?.period_end).toBe('2026-05-04T10:00:00.000Z')
})

test('a cheaper plan takes the new card only once its bank agreed to it, and starts as the preview says', async () => {
  const { owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Enterprise'), ...card() })
  const basic = { plan_id: planId('Basic') }
  for (const [method, words] of [
    ['mock_card_declined', 'Your card was declined.'],
    ['mock_card_3ds', expect.stringContaining('another card')],
  ] as const) {
    await expect(owner.packages.subscribe({ ...basic, ...card(method) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: words,
    })
    expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Enterprise' } })
  }
  const preview = await owner.packages.preview(basic)
  expect(await owner.packages.subscribe({ ...basic, ...card('mock_card_mastercard') })).toMatchObject({
    status: 'succeeded',
    amount: preview.due_now,
  })
  expect(await owner.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    price: preview.next_charge,
    period_end: preview.next_charge_at,
    card: { brand: 'mastercard', last4: '4444' },
  })
})

test('a renewal whose answer comes days later is charged once, keeps the agreed price and its own dates', async () => {
  const { db, world, owner, admin, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const [basic] = await admin.packages.list({ kind: 'subscription' })
  await admin.packages.save({
    id: basic?.id,
    kind: 'subscription',
    name: 'Basic',
    description: 'Dearer',
    price: 3900,
  })
  const services = testServices(db)
  const charged = new Date('2026-04-04T11:00:00Z')
  await renewSubscriptions(services, charged)
  // As it stands where the provider took the money and its answer was lost.
  const renewal = await db
    .selectFrom('payments')
    .select('id')
    .where('request_key', 'like', 'renewal:%')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('ledger_entries').where('payment_id', '=', renewal.id).execute()
  await db
    .updateTable('payments')
    .set({ status: 'pending', provider_payment_id: null, created_at: charged.toISOString() })
    .where('id', '=', renewal.id)
    .execute()
  await db.updateTable('agency_subscriptions').set({ period_end: '2026-04-04T10:00:00.000Z' }).execute()

  const later = new Date('2026-04-06T11:00:00Z')
  await renewSubscriptions(services, later)
  expect(await db.selectFrom('test_intents').select('id').execute()).toHaveLength(2)
  await reconcilePayments(services, later)
  expect(await callerAs(db, world.home.owner, { now: later }).packages.subscription()).toMatchObject({
    status: 'active',
    price: 2900,
    period_end: '2026-05-04T10:00:00.000Z',
  })
})

test('a subscription cancelled at its period’s end runs until then', async () => {
  const { db, owner, planId } = await setUp()
  await owner.packages.subscribe({ plan_id: planId('Professional'), ...card() })
  expect(await owner.packages.cancel({ when: 'period_end' })).toMatchObject({
    cancel_at_period_end: true,
    plan: { name: 'Professional' },
  })
  await renewSubscriptions(testServices(db), new Date('2026-04-05T00:00:00Z'))
  expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
})

test('a package with subscribers is not deleted, only archived; a new one is', async () => {
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

test('plan limits are shown always and enforced only where the platform says so', async () => {
  const { db, world, planId } = await setUp()
  await callerAs(db, world.home.owner).packages.subscribe({ plan_id: planId('Basic'), ...card() })
  const owner = (enforcePlanLimits: boolean) =>
    callerAs(db, world.home.owner, { config: { enforcePlanLimits } })
  const addProject = (enforced: boolean, name: string) =>
    owner(enforced).projects.create({ name, category: 'design', client: 'Home Client' })
  for (let number = 1; number <= 5; number++) await addProject(true, `Project ${number}`)

  await expect(addProject(true, 'One too many')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your plan is limited to 5 projects. Choose a larger one.',
  })
  await addProject(false, 'A self-hosted sixth')
  expect((await owner(true).packages.subscription())?.usage.projects).toEqual({ used: 6, limit: 5 })
})

test('after the trial an enforcing platform asks for a plan before the team grows', async () => {
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
  await expect(hire(true)).rejects.toThrow('Your trial has ended. Choose a plan to go on.')
  expect((await hire(false)).name).toBe('Nia')
})
