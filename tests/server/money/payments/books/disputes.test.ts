import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { TIMES } from '#tests/support/at-once.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { disputeOf, movement, setUpDispute, setUpDisputeBooks } from '#tests/support/stripe/disputes.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

test('a dispute removes its amount from the ledger and notifies the owner once', async () => {
  const { tell, withdrawn, told, owner, invoiceId } = await setUpDispute()
  await tell('needs_response', 'created')
  await tell('needs_response', 'funds_withdrawn')
  await tell('under_review')
  expect(await withdrawn()).toBe(360_000)
  expect(await told()).toEqual([
    'Home Client disputes $3,600.00 USD. Respond by Mar 20, 2026 at the payment provider',
  ])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'open' }])
})

test("the last day to respond is in the payee's time zone", async () => {
  const { tell, told, db, world } = await setUpDispute()
  const zone = { timezone: 'America/New_York' }
  await db.updateTable('agencies').set(zone).where('id', '=', world.home.agencyId).execute()
  await tell('needs_response', 'created')
  expect(await told()).toEqual([
    'Home Client disputes $3,600.00 USD. Respond by Mar 19, 2026 at the payment provider',
  ])
})

test('a won dispute restores it, even if events arrive late', async () => {
  const { tell, withdrawn, told, owner } = await setUpDispute()
  await tell('needs_response', 'created')
  await tell('won', 'closed')
  await tell('won', 'funds_reinstated')
  await tell('needs_response', 'funds_withdrawn')
  expect(await withdrawn()).toBe(0)
  expect(await told()).toContain('The dispute over $3,600.00 USD by Home Client was won')
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'won' }])
})

test('a lost dispute takes the payment back and opens its invoice, even if its end is the first event', async () => {
  const { tell, withdrawn, told, world, db, owner, client, invoiceId, incomes } = await setUpDispute()
  await tell('lost', 'closed')
  await tell('needs_response', 'created')
  expect(await withdrawn()).toBe(0)
  expect(await incomes()).toEqual([{ amount: 360_000 }, { amount: -360_000 }])
  expect(await told()).toEqual([
    'The dispute over $3,600.00 USD by Home Client was lost. Invoice INV-1001 is due again',
  ])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'sent',
    amount_paid: 0,
    amount_due: 360_000,
    reopened: 360_000,
  })
  expect((await owner.payments.list({})).items).toMatchObject([
    { status: 'refunded', refunded: 360_000, dispute: 'lost', refundable: false },
  ])
  // The payer isn't told of a refund, because there was none.
  expect((await client.notifications.list({})).items.map(({ event }) => event)).not.toContain(
    'payment_refunded',
  )
  expect(await compareBooks(ctxFor(db, null, addDays(TEST_NOW, 1)))).toBe(0)
  const stranger = callerAs(db, world.foreign.owner)
  expect((await stranger.payments.list({})).items).toEqual([])
  expect((await stranger.notifications.list({})).items).toEqual([])
})

test('a bank inquiry withdraws nothing', async () => {
  const { tell, withdrawn, told } = await setUpDispute()
  await tell('warning_needs_response', 'created')
  expect(await withdrawn()).toBe(0)
  expect(await told()).toEqual([
    'Home Client’s bank opened an inquiry about $3,600.00 USD. Respond by Mar 20, 2026 at the payment provider',
  ])
  await tell('warning_closed', 'closed')
  expect(await withdrawn()).toBe(0)
})

test('a dispute above the paid amount is stored, booked as withdrawn, and the owner is warned', async () => {
  const { send, booked, told, owner } = await setUpDisputeBooks()
  const more = { amount: 372_500, balance_transactions: [movement(-372_500, 'usd')] }
  expect(await send('created', more)).toMatchObject({ applied: true })
  expect(await booked()).toEqual({ USD: 372_500 })
  expect(await told()).toEqual([
    'Home Client disputes $3,725.00 USD, although $3,600.00 USD was paid. Respond by Mar 20, 2026 at the payment provider',
  ])
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'open' }])
})

test('a dispute in another currency books what left the balance', async () => {
  const { send, booked, told, owner, invoiceId } = await setUpDisputeBooks()
  const euros = { amount: 331_000, currency: 'eur' }
  await send('created', euros)
  expect(await booked()).toEqual({ EUR: 331_000 })
  await send('funds_withdrawn', { ...euros, balance_transactions: [movement(-358_870, 'usd')] })
  expect(await booked()).toEqual({ USD: 358_870 })
  await send('closed', { ...euros, status: 'lost', balance_transactions: [movement(-358_870, 'usd')] })
  expect(await booked()).toEqual({})
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 358_870 })
  expect((await told()).at(0)).toBe(
    'The dispute over €3,310.00 EUR by Home Client was lost. Invoice INV-1001 is due again',
  )
})

test('the withdrawn amount is the same for every order of the events', async () => {
  const taken = movement(-360_000, 'usd')
  const back = movement(359_000, 'usd')
  const events: [string, object][] = [
    ['created', { status: 'needs_response' }],
    ['funds_withdrawn', { status: 'needs_response', balance_transactions: [taken] }],
    ['closed', { status: 'won', balance_transactions: [taken] }],
    ['funds_reinstated', { status: 'won', balance_transactions: [taken, back] }],
  ]
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 3, 0, 2],
  ]
  for (const order of orders) {
    const { send, booked, owner } = await setUpDisputeBooks()
    for (const index of order) {
      const [type, more] = events[index] as [string, object]
      await send(type, more)
    }
    // The bank retained 10.00 USD.
    expect(await booked(), order.join()).toEqual({ USD: 1000 })
    expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'won' }])
  }
})

test('a dispute of an unknown charge is stored and its owner warned, without a ledger entry', async () => {
  const { send, booked, told, db, world } = await setUpDisputeBooks()
  for (const of of ['pi_elsewhere', null]) {
    const more = { id: `dp_${of}`, balance_transactions: [movement(-360_000, 'usd')] }
    expect(await send('created', more, of)).toMatchObject({ applied: true })
    await send('updated', more, of)
  }
  expect(await db.selectFrom('unmatched_disputes').selectAll().execute()).toMatchObject([
    { agency_id: world.home.agencyId, amount: 360_000, currency: 'USD', status: 'open' },
    { agency_id: world.home.agencyId, amount: 360_000, currency: 'USD', status: 'open' },
  ])
  expect(await booked()).toEqual({})
  expect((await told()).at(0)).toBe(
    'A bank disputes a charge of $3,600.00 USD that isn’t in this portal. Respond by Mar 20, 2026 at the payment provider',
  )
})

test('concurrent events of an unknown charge are stored as one dispute with its final status', async () => {
  const { send, told, db } = await setUpDisputeBooks()
  for (let time = 0; time < TIMES; time += 1) {
    const id = `dp_at_once_${time}`
    const answers = await Promise.all([
      send('created', { id }, null),
      send('updated', { id, status: 'under_review' }, null),
      send('closed', { id, status: 'lost' }, null),
    ])
    expect(answers).toMatchObject([{ applied: true }, { applied: true }, { applied: true }])
    const stored = db.selectFrom('unmatched_disputes').where('provider_dispute_id', '=', id)
    expect(await stored.select('status').execute()).toEqual([{ status: 'lost' }])
  }
  const lost = 'The dispute over a charge of $3,600.00 USD that isn’t in this portal was lost'
  expect(await told()).toEqual(Array(TIMES).fill(lost))
})

test('it is linked to its payment once that is known', async () => {
  const { send, booked, db, owner, services, intent } = await setUpDisputeBooks()
  const forget = { provider_payment_id: null }
  await db.updateTable('payments').set(forget).execute()
  await send('created', { balance_transactions: [movement(-360_000, 'usd')] })
  expect(await booked()).toEqual({})
  await reconcilePayments(ctxFor(services, null))
  expect(await booked()).toEqual({})
  await db
    .updateTable('payments')
    .set({ provider_payment_id: intent?.id ?? '' })
    .execute()
  for (let times = 0; times < 2; times++) await reconcilePayments(ctxFor(services, null))
  expect(await booked()).toEqual({ USD: 360_000 })
  expect(await db.selectFrom('unmatched_disputes').selectAll().execute()).toEqual([])
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'open' }])
})

test("a dispute over the platform's payment is booked and shown there, not in the agency", async () => {
  const { world, db, config, stripe, deliver, owner } = await setUpStripe()
  await owner.payments.quickPay(card('pm_card_visa'))
  const [intent] = stripe.intents.known.values()
  const dispute = (status: string) => ({
    id: 'dp_2',
    object: 'dispute',
    amount: 10_000,
    currency: 'usd',
    payment_intent: intent?.id,
    reason: 'fraudulent',
    status,
    evidence_details: null,
  })
  await deliver(eventOf('evt_1', 'charge.dispute.created', dispute('needs_response')))
  await deliver(eventOf('evt_2', 'charge.dispute.closed', dispute('lost')))
  const admin = callerAs(db, world.admin, { config })
  const titles = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.map(({ title }) => title)
  // They come within minutes, so one notification shows the current status.
  expect(await titles(admin)).toContain('The dispute over $100.00 USD by Home Owner was lost')
  expect((await titles(owner)).filter((title) => title.includes('dispute'))).toEqual([])
  const booked = await db
    .selectFrom('ledger_entries')
    .select(['agency_id', 'direction', 'amount'])
    .where('category', '=', 'disputes')
    .execute()
  expect(booked.map(({ agency_id, amount }) => [agency_id, amount]).toSorted()).toEqual([
    [null, -10_000],
    [null, 10_000],
  ])
  const paid = db.selectFrom('ledger_entries').where('category', '=', 'quick_pay')
  // The payer has the money back, too.
  expect(
    await paid
      .select((eb) => eb.fn.sum<number>('amount').as('sum'))
      .groupBy('direction')
      .execute(),
  ).toEqual([{ sum: 0 }, { sum: 0 }])
})

test("a dispute's status is in the invoice's history", async () => {
  const { tell, owner, invoiceId } = await setUpDispute()
  await tell('needs_response', 'created')
  await tell('won', 'closed')
  const told = (await owner.activity.list({ invoice_id: invoiceId })).items.map(({ summary }) => summary)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Home Client disputes $3,600.00 USD'),
      'The dispute over $3,600.00 USD by Home Client was won',
    ]),
  )
  expect((await owner.payments.list({ invoice_id: invoiceId })).items).toMatchObject([{ dispute: 'won' }])
})

test('a dispute reported late is dated when the money was withdrawn and returned', async () => {
  const { db, services, intent, booked } = await setUpDisputeBooks()
  const after = (days: number) => addDays(TEST_NOW, days)
  const on = (days: number, amount: number) => ({
    ...movement(amount, 'usd'),
    created: after(days).getTime() / 1000,
  })
  const tell = (days: number, type: string, more: object, reported = days) => {
    const event = eventOf(`evt_late_${type}`, `charge.dispute.${type}`, disputeOf(intent?.id ?? '', more))
    const created = after(reported).getTime() / 1000
    return applyStripeEvent(ctxFor(services, null, after(days)), {
      account: 'instance',
      event: { ...event, created } as never,
    })
  }
  const [taken, back] = [on(2, -360_000), on(6, 360_000)]
  await tell(5, 'funds_withdrawn', { balance_transactions: [taken] })
  await tell(30, 'funds_reinstated', { status: 'won', balance_transactions: [taken, back] })
  await tell(31, 'created', { id: 'dp_4' }, 20)
  expect(await booked()).toEqual({ USD: 360_000 })
  const entries = db.selectFrom('ledger_entries').select(['amount', 'occurred_on', 'occurred_at'])
  expect(await entries.where('category', '=', 'disputes').orderBy('recorded_at').execute()).toEqual([
    { amount: 360_000, occurred_on: '2026-03-06', occurred_at: after(2).toISOString() },
    { amount: -360_000, occurred_on: '2026-03-10', occurred_at: after(6).toISOString() },
    { amount: 360_000, occurred_on: '2026-03-24', occurred_at: after(20).toISOString() },
  ])
})
