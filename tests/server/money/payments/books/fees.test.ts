import { expect, test } from 'vitest'
import { bookMovements } from '#server/money/payments/book/commands/book-movements.ts'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { TIMES } from '#tests/support/at-once.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { eventOf, PAID_LATER, setUpPaid } from '#tests/support/stripe/stripe-portal.ts'

/** A portal whose client has paid 3,600.00 USD by card. */
async function setUp() {
  const portal = await setUpPaid()
  const { ctx, db, owner } = portal
  const read = () => importBalances(ctx)
  const entries = (category: string) =>
    db
      .selectFrom('ledger_entries')
      .select(['agency_id', 'direction', 'amount', 'currency', 'base_amount', 'occurred_on', 'description'])
      .where('category', '=', category)
      .orderBy('occurred_at')
      .orderBy('amount')
      .execute()
  const payouts = async () => (await owner.finance.providerPayouts({})).items
  return { ...portal, read, entries, payouts }
}

test("a payment's fee is booked once on its day, however often the balance is read", async () => {
  const { read, entries, stripe, intent, world, owner } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  await read()
  await Promise.all([read(), read()])
  expect(await entries('provider_fees')).toEqual([
    {
      agency_id: world.home.agencyId,
      direction: 'expense',
      amount: 10_470,
      currency: 'USD',
      base_amount: 10_470,
      occurred_on: '2026-03-04',
      description: expect.stringMatching(/^Processing fee: .*Milestone 2|^Processing fee: /),
    },
  ])
  const summary = await owner.finance.summary({})
  expect(summary.current).toMatchObject({ provider_fees: 10_470, net_received: 349_530, expenses: 10_470 })
  const { items } = await owner.finance.transactions({ category: 'provider_fees' })
  expect(items).toMatchObject([{ amount: 10_470, client_name: 'Home Client' }])
})

test('fees of payments before the upgrade are listed without changing earlier figures', async () => {
  const { read, entries, stripe, intent, owner, payouts, db, ctx } = await setUp()
  await db.updateTable('platform_settings').set({ provider_fees_since: '2026-03-05T00:00:00.000Z' }).execute()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  await read()
  await read()
  expect(await entries('provider_fees')).toEqual([])
  expect((await owner.finance.summary({})).current).toMatchObject({ provider_fees: 0 })
  expect(await payouts()).toMatchObject([{ amount: 349_530, sums: { fees: 10_470 } }])
  expect(await compareBooks(ctx)).toBe(0)
})

test('a payout lists its entries to the cent', async () => {
  const { read, stripe, intent, owner, payouts } = await setUp()
  const { balance } = stripe
  balance.charged(intent, { fee: 10_470 })
  balance.refunded(intent, 60_000)
  balance.add({ type: 'stripe_fee', description: 'Radar' }, -500, 'usd')
  balance.add({ type: 'adjustment', description: 'Correction' }, 123, 'usd')
  balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  await read()
  const net = 360_000 - 10_470 - 60_000 - 500 + 123
  const [payout] = await payouts()
  expect(payout).toMatchObject({
    arrives_on: '2026-03-05',
    amount: net,
    status: 'paid',
    itemization: 'complete',
    sums: { gross: 360_000 - 60_000 - 500 + 123, fees: 10_470, platform_fees: 0, net, count: 4 },
  })
  const { items } = await owner.finance.payoutMovements({ payout_id: payout?.id ?? '' })
  expect(items.map(({ kind, amount, fee, net }) => [kind, amount, fee, net])).toEqual([
    ['payment', 360_000, 10_470, 349_530],
    ['refund', -60_000, 0, -60_000],
    ['fee', -500, 0, -500],
    ['adjustment', 123, 0, 123],
  ])
  expect(items[0]).toMatchObject({ client_name: 'Home Client' })
})

test('refunds keep the fee, disputes cost one, and adjustments are booked either way', async () => {
  const { read, stripe, intent, entries } = await setUp()
  const { balance } = stripe
  balance.charged(intent, { fee: 10_470 })
  balance.refunded(intent, 360_000)
  balance.disputed(intent, {}, { fee: 1500 })
  balance.disputed(intent, {}, { won: true })
  balance.add({ type: 'adjustment', description: 'Correction' }, 123, 'usd')
  await read()
  expect((await entries('provider_fees')).map(({ amount }) => amount)).toEqual([1500, 10_470])
  expect((await entries('provider_adjustments')).map(({ amount }) => amount)).toEqual([-123])
})

test('a lost dispute costs the payment and both fees', async () => {
  const { read, stripe, intent, entries, owner, deliver, payouts } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.balance.disputed(intent, {}, { fee: 1500 })
  const { amount, currency } = intent
  const dispute = { id: 'dp_1', amount, currency, payment_intent: intent.id, reason: 'fraudulent' }
  await deliver(eventOf('evt_1', 'charge.dispute.created', { ...dispute, status: 'needs_response' }))
  await deliver(eventOf('evt_2', 'charge.dispute.closed', { ...dispute, status: 'lost' }))
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', status: 'paid' })
  await read()
  expect((await entries('disputes')).map((entry) => entry.amount)).toEqual([-360_000, 360_000])
  expect((await entries('provider_fees')).map((entry) => entry.amount)).toEqual([1500, 10_470])
  expect((await owner.finance.summary({})).current).toMatchObject({
    provider_fees: 11_970,
    net_received: -11_970,
  })
  expect(await payouts()).toMatchObject([{ amount: -11_970, sums: { gross: 0, fees: 11_970 } }])
})

test("an account fee is booked, and adjustments don't count as fees", async () => {
  const { read, stripe, intent, entries, owner } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.balance.add({ type: 'stripe_fee', description: 'Radar' }, -500, 'usd')
  stripe.balance.add({ type: 'adjustment', description: 'Correction' }, 123, 'usd')
  await read()
  expect(await entries('provider_fees')).toMatchObject([
    { amount: 500, direction: 'expense', description: 'Processing fee: Radar' },
    { amount: 10_470 },
  ])
  expect((await owner.finance.summary({})).current).toMatchObject({
    provider_fees: 10_970,
    net_received: 360_000 - 10_970 + 123,
  })
})

test("on shared keys, the platform's fees from others belong to the platform", async () => {
  const { read, stripe, entries } = await setUp()
  const fee = { id: 'fee_1', object: 'application_fee' }
  stripe.balance.add({ type: 'application_fee', source: fee, description: 'Another' }, 5400, 'usd')
  await read()
  expect(await entries('platform_fees')).toMatchObject([
    { agency_id: null, direction: 'income', amount: 5400 },
  ])
})

test("a fee settled in another currency is booked at the provider's rate", async () => {
  const { read, stripe, intent, entries, owner, payouts } = await setUp()
  const settled = { amount: 324_000, currency: 'eur', rate: 0.9 }
  stripe.balance.charged(intent, { fee: 9000, settled })
  stripe.balance.payOut({ currency: 'eur', arrives: '2026-03-05' })
  await read()
  expect(await entries('provider_fees')).toMatchObject([
    { amount: 9000, currency: 'EUR', base_amount: 10_000 },
  ])
  const [payout] = await payouts()
  expect(payout).toMatchObject({ amount: 315_000, currency: 'EUR' })
  const { items } = await owner.finance.payoutMovements({ payout_id: payout?.id ?? '' })
  expect(items[0]?.charged).toEqual({ amount: 360_000, currency: 'USD', rate: '0.9' })
})

test('payout events apply in any order, and a failure is reported once', async () => {
  const { read, stripe, intent, deliver, payouts, owner } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  const payout = stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', status: 'in_transit' })
  const failed = { ...payout, status: 'failed', failure_message: 'The account is closed.' }
  let count = 0
  const tell = (type: string, object: object) => deliver(eventOf(`evt_${count++}`, `payout.${type}`, object))
  await tell('failed', failed)
  await tell('created', { ...payout, status: 'pending' })
  await tell('paid', { ...payout, status: 'paid' })
  await tell('failed', failed)
  await read()
  expect(await payouts()).toMatchObject([{ status: 'failed', failure: 'The account is closed.' }])
  const told = (await owner.notifications.list({})).items.filter(
    ({ event }) => event === 'provider_payout_failed',
  )
  expect(told.map(({ title }) => title)).toEqual([
    'A payout of $3,495.30 USD to the bank failed: The account is closed.',
  ])
})

test('a payout reported as paid and returned concurrently has failed', async () => {
  const { stripe, intent, deliver, payouts } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  for (let time = 0; time < TIMES; time += 1) {
    const payout = stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', status: 'in_transit' })
    const tell = (status: string) =>
      deliver(eventOf(`evt_${status}_${time}`, `payout.${status}`, { ...payout, status }))
    await Promise.all([tell('paid'), tell('failed'), tell('paid')])
    expect((await payouts()).map(({ status }) => status)).toEqual(Array(time + 1).fill('failed'))
  }
})

test("successful payouts aren't reported", async () => {
  const { stripe, intent, deliver, payouts, owner } = await setUp()
  stripe.balance.charged(intent)
  const payout = stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', status: 'in_transit' })
  for (const status of ['pending', 'in_transit', 'paid']) {
    const type = status === 'paid' ? 'payout.paid' : 'payout.updated'
    await deliver(eventOf(`evt_${status}`, type, { ...payout, status }))
  }
  expect(await payouts()).toMatchObject([{ status: 'paid' }])
  const events = (await owner.notifications.list({})).items.map(({ event }) => event)
  expect(events).not.toContain('provider_payout_failed')
})

test('missed events are read: a payout that failed after it was paid', async () => {
  const { read, stripe, intent, payouts } = await setUp()
  stripe.balance.charged(intent)
  const payout = stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', itemized: false })
  await read()
  expect(await payouts()).toMatchObject([{ status: 'paid', itemization: 'open', sums: null }])
  Object.assign(payout, { status: 'failed', reconciliation_status: 'completed' })
  await read()
  expect(await payouts()).toMatchObject([
    { status: 'failed', itemization: 'complete', sums: { net: 360_000, count: 1 } },
  ])
})

test('a manual payout says that its entries are unknown', async () => {
  const { read, stripe, intent, payouts } = await setUp()
  stripe.balance.charged(intent)
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05', automatic: false })
  await read()
  expect(await payouts()).toMatchObject([{ itemization: 'none', sums: null }])
})

test('unrelated charges on the account are in its payouts but not in the ledger', async () => {
  const { read, stripe, intent, entries, payouts } = await setUp()
  const { balance } = stripe
  balance.charged(intent, { fee: 10_470 })
  const foreign = { id: 'ch_other', object: 'charge', amount: 5000, currency: 'usd', metadata: {} }
  balance.add({ type: 'charge', source: { ...foreign, payment_intent: 'pi_other' } as never }, 5000, 'usd', {
    fee: 175,
  })
  balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  await read()
  expect((await entries('provider_fees')).map(({ amount }) => amount)).toEqual([10_470])
  expect(await payouts()).toMatchObject([{ amount: 354_355, sums: { fees: 10_645, net: 354_355 } }])
})

test('a movement that precedes its payment is booked once the payment exists', async () => {
  const { read, stripe, intent, entries, db } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  await db.updateTable('payments').set({ account: 'elsewhere' }).execute()
  await read()
  expect(await entries('provider_fees')).toEqual([])
  await db.updateTable('payments').set({ account: 'instance' }).execute()
  await Promise.all([read(), read()])
  expect((await entries('provider_fees')).map(({ amount }) => amount)).toEqual([10_470])
})

test('all pages of movements are read', async () => {
  const { read, stripe, payouts } = await setUp()
  for (let index = 0; index < 250; index++) stripe.balance.add({ type: 'stripe_fee' }, -1, 'usd')
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  await read()
  expect(await payouts()).toMatchObject([{ amount: -250, sums: { count: 250, net: -250 } }])
})

test('an interrupted read resumes where it must, and the owner sees the reason', async () => {
  const { ctx, read, stripe, intent, entries, owner } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.fail = { status: 403, message: 'The key lacks the permission rak_balance_read.' }
  await read()
  expect(await owner.finance.balanceState()).toEqual({
    read_to: null,
    problem: 'Stripe doesn’t let this key read the balance and the payouts.',
  })
  stripe.fail = null
  await read()
  expect(await owner.finance.balanceState()).toEqual({ read_to: ctx.now.toISOString(), problem: null })
  expect(await entries('provider_fees')).toHaveLength(1)
})

test('a page is booked completely or not at all', async () => {
  const { ctx, entries, db, world } = await setUp()
  const movement = (id: string, amount: number) => ({
    id,
    kind: 'fee' as const,
    amount,
    fee: 0,
    platformFee: 0,
    net: amount,
    currency: 'USD',
    charged: null,
    of: { intentId: null, paymentId: null },
    description: 'Fee',
    occurredAt: PAID_LATER,
  })
  const owner = { account: 'instance', agencyId: world.home.agencyId }
  const broken = { ...movement('txn_2', -2), net: 7 }
  await expect(bookMovements(ctx, owner, [movement('txn_1', -1), broken])).rejects.toThrow()
  expect(await entries('provider_fees')).toEqual([])
  expect(await db.selectFrom('balance_movements').select('id').execute()).toEqual([])
})

test('the nightly check finds inconsistent fees, payments and payouts', async () => {
  const { ctx, read, stripe, intent, db } = await setUp()
  const kinds = async () => {
    await compareBooks(ctxFor(db, null, new Date('2026-04-10T03:00:00.000Z')))
    const rows = await db.selectFrom('book_differences').select('kind').orderBy('kind').execute()
    return rows.map(({ kind }) => kind)
  }
  await read()
  // Read, but the balance doesn't include the payment.
  expect(await kinds()).toEqual(['fees'])
  stripe.balance.charged(intent, { fee: 10_470, created: Math.floor(ctx.now.getTime() / 1000) })
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  await read()
  expect(await kinds()).toEqual([])
  await rewriteBooks(db, () =>
    db.updateTable('ledger_entries').set({ amount: 1 }).where('category', '=', 'provider_fees').execute(),
  )
  expect(await kinds()).toEqual(['fees'])
  await db.updateTable('provider_payouts').set({ amount: 1 }).execute()
  expect(await kinds()).toEqual(['fees', 'payouts'])
})
