import { expect, test } from 'vitest'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { callerAs } from '#tests/support/caller.ts'
import { PAID_LATER, setUpPaid } from '#tests/support/stripe/stripe-portal.ts'

/** A portal whose client has paid 3,600.00 USD by card. */
async function setUp() {
  const portal = await setUpPaid()
  const { ctx, owner, stripe } = portal
  const read = async () => {
    await importBalances(ctx)
    expect(await compareBooks(ctx)).toBe(0)
  }
  /** What the books have as this agency's income and costs. */
  const booked = async () => (await owner.finance.summary({})).current.net_received
  const balance = () => stripe.balance.balanceOf().entries.reduce((sum, { net }) => sum + net, 0)
  const unbooked = async () => (await owner.finance.unbookedMovements({})).items
  return { ...portal, read, booked, balance, unbooked }
}

test.each(['contribution', 'climate_order_purchase', 'stripe_fee', 'stripe_fx_fee', 'tax_fee', 'adjustment'])(
  'a movement of the type %s is a cost, as in the balance',
  async (type) => {
    const { stripe, intent, read, booked, balance, unbooked } = await setUp()
    stripe.balance.charged(intent, { fee: 10_470 })
    stripe.balance.add({ type, description: 'Carbon removal' }, -5000, 'usd')
    await read()
    await read()
    expect(balance()).toBe(360_000 - 10_470 - 5000)
    expect(await booked()).toBe(balance())
    expect(await unbooked()).toEqual([])
  },
)

test('a network cost is a fee, whatever its type', async () => {
  const { stripe, intent, read, booked, balance, owner } = await setUp()
  stripe.balance.charged(intent)
  stripe.balance.add({ type: 'new_type', reporting: 'network_cost', description: 'Interchange' }, -700, 'usd')
  await read()
  expect(await booked()).toBe(balance())
  expect((await owner.finance.summary({})).current.provider_fees).toBe(700)
})

test('a climate order that is refunded costs nothing', async () => {
  const { stripe, intent, read, booked, balance } = await setUp()
  stripe.balance.charged(intent)
  stripe.balance.add({ type: 'climate_order_purchase' }, -5000, 'usd')
  stripe.balance.add({ type: 'climate_order_refund' }, 5000, 'usd')
  await read()
  expect(await booked()).toBe(360_000)
  expect(balance()).toBe(360_000)
})

test('the fee of an instant payout is booked, the payout itself isn’t', async () => {
  const { stripe, intent, read, booked } = await setUp()
  stripe.balance.charged(intent)
  stripe.balance.add({ type: 'payout', description: 'STRIPE PAYOUT' }, -100_000, 'usd', { fee: 1000 })
  await read()
  await read()
  expect(await booked()).toBe(360_000 - 1000)
})

test('a refund that failed isn’t also booked as an adjustment', async () => {
  const { stripe, intent, read, booked } = await setUp()
  stripe.balance.charged(intent)
  const source = { id: 're_1', object: 'refund', amount: 5000, currency: 'usd', payment_intent: intent.id }
  stripe.balance.add({ type: 'adjustment', reporting: 'refund_failure', source }, 5000, 'usd')
  await read()
  expect(await booked()).toBe(360_000)
})

test.each([
  ['topup', 'topup', 100_000],
  ['topup_reversal', 'topup', -100_000],
  ['transfer', 'transfer', -2000],
  ['connect_collection_transfer', 'transfer', -300],
  ['reserve_transaction', 'reserve', -9000],
  ['reserve_hold', 'reserve', -9000],
  ['payout_minimum_balance_hold', 'reserve', -9000],
  ['payment_network_reserve_release', 'reserve', 9000],
  ['issuing_authorization_hold', 'reserve', -50],
  ['advance', 'financing', 50_000],
  ['anticipation_repayment', 'financing', -4000],
  ['tax_fund', 'other', -400],
  ['stripe_balance_payment_debit', 'other', -1500],
  ['something_new', 'other', -15],
] as const)('a movement of the type %s isn’t booked but listed', async (type, kind, amount) => {
  const { stripe, intent, read, booked, balance, unbooked } = await setUp()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.balance.add({ type, description: 'Something else' }, amount, 'usd')
  await read()
  await read()
  const listed = await unbooked()
  expect(listed).toMatchObject([{ kind, amount, net: amount, description: 'Something else' }])
  expect((await booked()) + listed.reduce((sum, { net }) => sum + net, 0)).toBe(balance())
})

test('financing and reserves that Stripe reports as adjustments aren’t costs', async () => {
  const { stripe, intent, read, booked, unbooked } = await setUp()
  stripe.balance.charged(intent)
  stripe.balance.add({ type: 'adjustment', reporting: 'financing_paydown' }, -4000, 'usd')
  stripe.balance.add({ type: 'adjustment', reporting: 'risk_reserved_funds' }, -9000, 'usd')
  await read()
  expect(await booked()).toBe(360_000)
  expect((await unbooked()).map(({ kind }) => kind)).toEqual(['reserve', 'financing'])
})

test('charges that other programs made are listed, and what payouts move isn’t', async () => {
  const { stripe, intent, read, unbooked, db, world } = await setUp()
  stripe.balance.charged(intent)
  const source = {
    id: 'ch_x',
    object: 'charge',
    amount: 800,
    currency: 'usd',
    payment_intent: 'pi_x',
    metadata: {},
  }
  stripe.balance.add({ type: 'charge', description: 'Shop', source }, 800, 'usd', { fee: 50 })
  stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-05' })
  stripe.balance.add({ type: 'payout_failure' }, 360_750, 'usd')
  stripe.balance.add({ type: 'payout_cancel' }, 1, 'usd')
  await read()
  expect(await unbooked()).toMatchObject([{ kind: 'payment', description: 'Shop', net: 750 }])
  const foreign = callerAs(db, world.foreign.owner, { now: PAID_LATER })
  expect((await foreign.finance.unbookedMovements({})).items).toEqual([])
})
