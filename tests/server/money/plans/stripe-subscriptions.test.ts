import { expect, test } from 'vitest'
import type { StandInEvent } from '#packages/stripe-stand-in/src/wire/events.ts'
import { addDays } from '#server/base/db/values.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { MID_PERIOD, NEXT_MONTH, setUpBilling as setUp } from '#tests/support/stripe/stripe-billing.ts'
import { addCoOwner } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'
const AGAIN = 'pm_card_authenticationRequired'

/** Steps through by 7, wrapping around: shuffled but reproducible. */
const shuffled = <Item>(items: Item[]): Item[] =>
  items.flatMap((_, index) => items[(index * 7) % items.length] ?? [])

test("choosing a plan creates a subscription at Stripe with an inline price and the agency's name", async () => {
  const { world, billing, owner, on, only, books, fill } = await setUp()
  const charge = await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  expect(charge).toMatchObject({ status: 'succeeded', amount: 9900 })
  expect(only()).toMatchObject({
    status: 'active',
    metadata: { agency_id: world.home.agencyId, plan_id: on('Professional').plan_id },
    items: { data: [{ price: { unit_amount: 9900, currency: 'usd', recurring: { interval: 'month' } } }] },
  })
  expect(billing.invoices).toHaveLength(1)
  expect(await books()).toEqual({ payments: [{ amount: 9900, status: 'succeeded' }], income: 9900 })
  expect(await owner.packages.subscription()).toMatchObject({
    status: 'active',
    price: 9900,
    period_end: '2026-04-04T10:00:00.000Z',
    card: { brand: 'visa', last4: '4242' },
  })
})

test("a declined first card creates no subscription and shows Stripe's message", async () => {
  const { owner, on, billing, books, fill } = await setUp()
  for (const method of ['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail']) {
    const charge = await owner.packages.subscribe({ ...on('Professional'), ...fill(method) })
    expect(charge).toMatchObject({ status: 'failed', failure: 'Your card was declined.' })
  }
  expect([...billing.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
  expect(billing.invoices.map(({ status }) => status)).toEqual(['void'])
  expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
  expect((await books()).income).toBe(0)
})

test('the same form sent twice, concurrently and later, creates one subscription', async () => {
  const { owner, on, billing, books, fill } = await setUp()
  const form = { ...on('Professional'), ...fill('pm_card_visa') }
  const charges = await Promise.all([owner.packages.subscribe(form), owner.packages.subscribe(form)])
  charges.push(await owner.packages.subscribe(form))
  expect(new Set(charges.map(({ payment_id }) => payment_id)).size).toBe(1)
  expect(billing.subscriptions.size).toBe(1)
  expect((await books()).payments).toHaveLength(1)
})

test('two tabs with separate forms create one subscription', async () => {
  const { owner, on, billing, fill } = await setUp()
  await Promise.allSettled(
    ['Basic', 'Professional'].map((name) =>
      owner.packages.subscribe({ ...on(name), ...fill('pm_card_visa') }),
    ),
  )
  const live = [...billing.subscriptions.values()].filter(({ status }) => status === 'active')
  expect(live).toHaveLength(1)
})

test('authentication happens in the browser; until then and after a failure nothing has started', async () => {
  const { owner, on, stripe, lastIntent, fill } = await setUp()
  const first = await owner.packages.subscribe({ ...on('Professional'), ...fill(AGAIN) })
  expect(first).toMatchObject({ status: 'requires_action', client_secret: lastIntent().client_secret })
  expect(await owner.packages.subscription()).toMatchObject({ price: 0 })
  stripe.intents.authenticate(lastIntent(), false)
  expect(await owner.payments.confirm({ id: first.payment_id })).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^We are unable to authenticate your payment method/),
  })
  const second = await owner.packages.subscribe({ ...on('Professional'), ...fill(AGAIN) })
  stripe.intents.authenticate(lastIntent(), true)
  expect(await owner.payments.confirm({ id: second.payment_id })).toMatchObject({ status: 'succeeded' })
  expect(await owner.packages.subscription()).toMatchObject({ status: 'active', price: 9900 })
})

test('an upgrade costs the same in preview, Stripe and ledger; the period stays', async () => {
  const { owner, ownerAt, on, books, chargedCard, lastIntent, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const preview = await ownerAt(MID_PERIOD).packages.preview(on('Enterprise'))
  expect(preview).toMatchObject({
    from: 'Professional',
    credit: 4950,
    due_now: 10_000,
    balance: 0,
    next_charge: 29_900,
    next_charge_at: '2026-04-04T10:00:00.000Z',
    lines: [
      { kind: 'unused', amount: -4950 },
      { kind: 'remaining', amount: 14_950 },
    ],
  })
  // Polling for ten minutes changes nothing.
  const later = ownerAt(new Date(MID_PERIOD.getTime() + 600_000))
  const charge = await later.packages.subscribe({
    ...on('Enterprise'),
    ...fill('pm_card_mastercard'),
    proration_date: preview.proration_date,
  })
  expect(charge).toMatchObject({ status: 'succeeded', amount: 10_000 })
  expect(lastIntent().amount).toBe(10_000)
  expect(await books()).toEqual({
    payments: [
      { amount: 9900, status: 'succeeded' },
      { amount: 10_000, status: 'succeeded' },
    ],
    income: 19_900,
  })
  expect(chargedCard()).toBe('pm_card_mastercard')
  expect(await later.packages.subscription()).toMatchObject({
    plan: { name: 'Enterprise' },
    price: 29_900,
    period_end: '2026-04-04T10:00:00.000Z',
    card: { brand: 'mastercard' },
  })
})

test('an outdated preview is rejected', async () => {
  const { owner, ownerAt, on, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const { proration_date } = await ownerAt(MID_PERIOD).packages.preview(on('Enterprise'))
  const later = ownerAt(addDays(MID_PERIOD, 1))
  await expect(
    later.packages.subscribe({ ...on('Enterprise'), ...fill('pm_card_visa'), proration_date }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a declined change leaves plan, card and period unchanged', async () => {
  const { owner, ownerAt, on, only, chargedCard, billing, books, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const later = ownerAt(MID_PERIOD)
  for (const method of ['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail']) {
    const charge = await later.packages.subscribe({ ...on('Enterprise'), ...fill(method) })
    expect(charge).toMatchObject({ status: 'failed', failure: 'Your card was declined.' })
  }
  expect(only()).toMatchObject({
    status: 'active',
    pending_update: null,
  })
  expect(chargedCard()).toBe('pm_card_visa')
  expect(billing.invoices.filter(({ status }) => status === 'open')).toEqual([])
  expect(await later.packages.subscription()).toMatchObject({ plan: { name: 'Professional' }, price: 9900 })
  expect((await books()).income).toBe(9900)
})

test('a change waits for authentication, and an abandoned one gives way to the next', async () => {
  const { owner, ownerAt, on, only, stripe, lastIntent, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const later = ownerAt(MID_PERIOD)
  const asked = await later.packages.subscribe({ ...on('Enterprise'), ...fill(AGAIN) })
  expect(asked).toMatchObject({ status: 'requires_action', client_secret: lastIntent().client_secret })
  expect(await later.packages.subscription()).toMatchObject({
    plan: { name: 'Professional' },
    card: { last4: '4242' },
  })
  const next = await later.packages.subscribe({ ...on('Enterprise'), ...fill(AGAIN) })
  expect((await later.payments.list({})).items.filter(({ status }) => status === 'failed')).toHaveLength(1)
  stripe.intents.authenticate(lastIntent(), true)
  expect(await later.payments.confirm({ id: next.payment_id })).toMatchObject({ status: 'succeeded' })
  expect(only().items.data[0]?.price.unit_amount).toBe(29_900)
  expect(await later.packages.subscription()).toMatchObject({ plan: { name: 'Enterprise' } })
})

test('a cheaper plan leaves a credit that pays later bills', async () => {
  const { db, owner, ownerAt, on, only, billing, servicesAt, books, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Enterprise'), ...fill('pm_card_visa') })
  const later = ownerAt(MID_PERIOD)
  const preview = await later.packages.preview(on('Basic'))
  expect(preview).toMatchObject({ due_now: 0, credit: 14_950, balance: 13_500, next_charge: 0 })
  expect(await later.packages.subscribe({ ...on('Basic'), ...fill('pm_card_mastercard') })).toMatchObject({
    status: 'succeeded',
    amount: 0,
  })
  expect(await later.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    card: { brand: 'mastercard' },
  })
  billing.renew(only().id)
  await renewSubscriptions(ctxFor(servicesAt(NEXT_MONTH), null, NEXT_MONTH))
  expect(await ownerAt(NEXT_MONTH).packages.subscription()).toMatchObject({
    status: 'active',
    period_end: '2026-05-04T10:00:00.000Z',
  })
  expect((await books()).income).toBe(29_900)
  expect(await db.selectFrom('payments').select('id').execute()).toHaveLength(1)
})

test('a plan is canceled at period end, resumed, and canceled immediately', async () => {
  const { owner, on, only, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  expect(await owner.packages.cancel({ when: 'period_end' })).toMatchObject({ cancel_at_period_end: true })
  expect(only().cancel_at_period_end).toBe(true)
  expect(await owner.packages.cancel({ when: 'never' })).toMatchObject({ cancel_at_period_end: false })
  expect(only().cancel_at_period_end).toBe(false)
  expect(await owner.packages.cancel({ when: 'now' })).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
  expect(only().status).toBe('canceled')
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  expect(await owner.packages.subscription()).toMatchObject({ status: 'active', price: 2900 })
})

test('a month of events sent ten times, shuffled and concurrently is booked once', async () => {
  const { owner, ownerAt, on, only, billing, stripe, deliver, books, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  await ownerAt(MID_PERIOD).packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  billing.renew(only().id)
  const deliveries = shuffled(Array.from({ length: 10 }, () => stripe.events.toReversed()).flat())
  const responses = await Promise.all(deliveries.map((event) => deliver(event)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await books()).toEqual({
    payments: [
      { amount: 2900, status: 'succeeded' },
      { amount: 3500, status: 'succeeded' },
      { amount: 9900, status: 'succeeded' },
    ],
    income: 16_300,
  })
  expect(await ownerAt(NEXT_MONTH).packages.subscription()).toMatchObject({
    plan: { name: 'Professional' },
    period_end: '2026-05-04T10:00:00.000Z',
  })
})

test("old events don't restore an ended subscription", async () => {
  const { owner, on, only, stripe, deliver, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const old: StandInEvent[] = stripe.events.slice()
  await owner.packages.cancel({ when: 'now' })
  for (const event of old) await deliver({ ...event, id: `${event.id}_late` })
  expect(only().status).toBe('canceled')
  expect(await owner.packages.subscription()).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
})

test('a declined renewal becomes overdue, notifies the owner and can be paid with another card', async () => {
  const { db, world, owner, ownerAt, admin, on, only, billing, deliver, fill, ...rest } = await setUp()
  const { stripe, chargedCard, declineCard, lastIntent, books } = rest
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  declineCard()
  billing.renew(only().id)
  for (const event of stripe.events) await deliver(event)
  const later = ownerAt(NEXT_MONTH)
  expect(await later.packages.subscription()).toMatchObject({
    status: 'past_due',
    overdue: { amount: 9900, failure: 'Your card was declined.' },
  })
  expect((await admin.packages.analytics()).mrr).toBe(0)
  const told = await db
    .selectFrom('notifications')
    .select('link')
    .where('user_id', '=', world.home.owner.userId)
    .where('event', '=', 'payment_failed')
    .execute()
  expect(told).toEqual([{ link: '/payments?pay=true' }])
  await expect(later.packages.preview(on('Enterprise'))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await later.packages.payOverdue(fill('pm_card_chargeCustomerFail'))).toMatchObject({
    status: 'failed',
  })
  const asked = await later.packages.payOverdue(fill(AGAIN))
  expect(asked).toMatchObject({ status: 'requires_action', amount: 9900 })
  stripe.intents.authenticate(lastIntent(), true)
  expect(await later.payments.confirm({ id: asked.payment_id })).toMatchObject({ status: 'succeeded' })
  expect(chargedCard()).toBe(AGAIN)
  expect(await later.packages.subscription()).toMatchObject({ status: 'active', overdue: null })
  expect((await books()).income).toBe(19_800)
  await expect(later.packages.payOverdue(fill('pm_card_visa'))).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a renewal without its event is found after its period', async () => {
  const { owner, ownerAt, on, only, billing, servicesAt, books, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  billing.renew(only().id)
  const services = servicesAt(NEXT_MONTH)
  await Promise.all([
    renewSubscriptions(ctxFor(services, null, NEXT_MONTH)),
    renewSubscriptions(ctxFor(services, null, NEXT_MONTH)),
  ])
  expect((await books()).income).toBe(5800)
  expect(await ownerAt(NEXT_MONTH).packages.subscription()).toMatchObject({
    period_end: '2026-05-04T10:00:00.000Z',
  })
})

test('changes made at Stripe are detected within a day', async () => {
  const { owner, ownerAt, on, only, billing, servicesAt, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  billing.end(only().id)
  const nextDay = new Date(TEST_NOW.getTime() + 90_000_000)
  await renewSubscriptions(ctxFor(servicesAt(nextDay), null, nextDay))
  expect(await ownerAt(nextDay).packages.subscription()).toMatchObject({ plan: { name: 'Basic' }, price: 0 })
})

test('an order with a lost response is found by the job; one unknown to Stripe fails', async () => {
  const { db, owner, ownerAt, on, servicesAt, books, fill } = await setUp()
  const made = await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  // The state if the process was interrupted before the response.
  await rewriteBooks(db, () => db.deleteFrom('ledger_entries').execute())
  await db.deleteFrom('agency_subscriptions').execute()
  const lost = {
    status: 'pending' as const,
    provider_bill_id: null,
    provider_subscription_id: null,
    provider_payment_id: null,
  }
  await db.updateTable('payments').set(lost).where('id', '=', made.payment_id).execute()
  const soon = new Date(TEST_NOW.getTime() + 1_200_000)
  await renewSubscriptions(ctxFor(servicesAt(soon), null, soon))
  expect(await ownerAt(soon).packages.subscription()).toMatchObject({ status: 'active', price: 9900 })
  expect(await books()).toEqual({ payments: [{ amount: 9900, status: 'succeeded' }], income: 9900 })
  await db.updateTable('payments').set(lost).execute()
  await db.updateTable('agency_subscriptions').set({ provider_subscription_id: null }).execute()
  await db.updateTable('payments').set({ provider_customer_id: 'cus_nobody' }).execute()
  const later = new Date(soon.getTime() + 1_200_000)
  await renewSubscriptions(ctxFor(servicesAt(later), null, later))
  expect((await books()).payments).toEqual([{ amount: 9900, status: 'failed' }])
})

test('a resumed agency’s plan renews again if only the suspension ended it', async () => {
  const { db, world, stripe, owner, admin, on, only, servicesAt, fill } = await setUp()
  const { agencyId: id } = world.home
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  const endings = async () => [
    only().cancel_at_period_end,
    (await owner.packages.subscription())?.cancel_at_period_end,
  ]
  await admin.agencies.setSuspended({ id, suspended: true })
  expect(await endings()).toEqual([true, true])
  await admin.agencies.setSuspended({ id, suspended: false })
  expect(await endings()).toEqual([false, false])

  await admin.agencies.requestDeletion({ id, confirm_name: 'Home Agency' })
  expect(await endings()).toEqual([true, true])
  // Without a response now, the job makes up for it.
  stripe.fail = { status: 500, message: 'Down' }
  await admin.agencies.cancelDeletion({ id })
  stripe.fail = null
  expect(await endings()).toEqual([true, true])
  const run = () => renewSubscriptions(ctxFor(servicesAt(TEST_NOW), null, TEST_NOW))
  await run()
  expect(await endings()).toEqual([false, false])

  // An end that the owner chose remains.
  await owner.packages.cancel({ when: 'period_end' })
  await admin.agencies.setSuspended({ id, suspended: true })
  await admin.agencies.setSuspended({ id, suspended: false })
  await run()
  expect(await endings()).toEqual([true, true])
  const flags = await db.selectFrom('agency_subscriptions').select('ended_by_suspension as flag').execute()
  expect(flags).toEqual([{ flag: 0 }])
})

test('a plan stops renewing on the card of an owner who left while the provider was down', async () => {
  const { db, world, stripe, owner, on, only, servicesAt, fill } = await setUp()
  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  await setPassword(db, PASSWORD, [world.home.owner.userId])
  stripe.fail = { status: 500, message: 'Down' }
  await owner.owners.handOver({ user_id: second.userId, password: PASSWORD })
  stripe.fail = null
  expect(only().cancel_at_period_end).toBe(false)
  await renewSubscriptions(ctxFor(servicesAt(TEST_NOW), null, TEST_NOW))
  expect(only().cancel_at_period_end).toBe(true)
})

test('platform changes apply from the next bill; suspending ends the plan with its period', async () => {
  const { world, owner, ownerAt, admin, on, only, billing, servicesAt, books, fill } = await setUp()
  await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  await admin.agencies.changePlan({ id: world.home.agencyId, ...on('Basic') })
  expect((await books()).income).toBe(9900)
  billing.renew(only().id)
  await renewSubscriptions(ctxFor(servicesAt(NEXT_MONTH), null, NEXT_MONTH))
  expect((await books()).income).toBe(12_800)
  expect(await ownerAt(NEXT_MONTH).packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    price: 2900,
  })
  await admin.agencies.setSuspended({ id: world.home.agencyId, suspended: true })
  expect(only().cancel_at_period_end).toBe(true)
})
