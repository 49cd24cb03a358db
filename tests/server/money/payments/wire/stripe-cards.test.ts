import { describe, expect, test } from 'vitest'
import { compareCards } from '#server/money/payments/cards/commands/compare-cards.ts'
import { syncSubscription } from '#server/money/plans/commands/sync.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const saving = (method = 'pm_card_visa') => ({ ...card(method), save_card: true })

test("a card saved with a charge is attached to the payer's single customer and reused", async () => {
  const { stripe, client, invoiceId } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...saving() })
  const [saved] = await client.payments.cards()
  expect(saved).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 })
  await client.payments.quickPay(card(saved?.id))
  await client.payments.quickPay(saving('pm_card_mastercard'))
  const customers = [...stripe.intents.known.values()].map((intent) => intent.customer)
  expect(new Set(customers).size).toBe(1)
  expect(stripe.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1)
  const [first, second] = [...stripe.intents.known.values()]
  expect(second?.payment_method).toBe(first?.payment_method)
  expect(second?.setup_future_usage).toBeNull()
  expect((await client.payments.cards()).map((entry) => entry.brand)).toEqual(['visa', 'mastercard'])
})

test('unless requested, no card is saved and no customer created', async () => {
  const { stripe, client } = await setUpStripe()
  await client.payments.quickPay(card('pm_card_visa'))
  expect(await client.payments.cards()).toEqual([])
  expect(stripe.calls).not.toContain('POST /v1/customers')
})

test('a card is added by a setup intent, which may require authentication', async () => {
  const { stripe, client } = await setUpStripe()
  const setup = await client.payments.addCard(card('pm_card_authenticationRequired'))
  expect(setup).toMatchObject({ status: 'requires_action', client_secret: expect.stringMatching(/^secret_/) })
  expect(await client.payments.confirmCard({ id: setup.setup_id })).toMatchObject({
    status: 'requires_action',
  })
  for (const intent of stripe.setups.known.values()) stripe.setups.authenticate(intent, true)
  expect(await client.payments.confirmCard({ id: setup.setup_id })).toMatchObject({
    status: 'succeeded',
    client_secret: null,
    card: { last4: '3184', is_default: true },
  })
  const charge = await client.payments.quickPay(card((await client.payments.cards())[0]?.id))
  expect(charge.status).toBe('requires_action')
})

test("a declined card isn't added and shows Stripe's message", async () => {
  const { client } = await setUpStripe()
  const setup = await client.payments.addCard(card('pm_card_chargeDeclined'))
  expect(setup).toMatchObject({ status: 'failed', failure: 'Your card was declined.', card: null })
  expect(await client.payments.cards()).toEqual([])
})

test('choosing and removing a card is sent to Stripe', async () => {
  const { stripe, client } = await setUpStripe()
  await client.payments.addCard(card('pm_card_visa'))
  const { card: second } = await client.payments.addCard(card('pm_card_mastercard'))
  await client.payments.setDefaultCard({ id: second?.id ?? '' })
  const [visa, mastercard] = [...stripe.methods.known.values()]
  expect([...stripe.methods.defaults.values()]).toEqual([mastercard?.id])
  await client.payments.removeCard({ id: second?.id ?? '' })
  expect(mastercard?.customer).toBeNull()
  expect([...stripe.methods.defaults.values()]).toEqual([visa?.id])
  expect(await client.payments.cards()).toMatchObject([{ brand: 'visa', is_default: true }])
})

test('cards attached, renewed and detached at Stripe are synced in any order', async () => {
  const { db, world, stripe, client, deliver } = await setUpStripe()
  await client.payments.addCard(card('pm_card_visa'))
  const { provider_customer_id: customer } = await db
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('user_id', '=', world.home.client.userId)
    .executeTakeFirstOrThrow()
  const other = { ...stripe.methods.methodFor('pm_card_mastercard'), customer }
  const renewed = { ...other, card: { ...other.card, exp_year: 2040 } }
  const detached = {
    ...eventOf('evt_d', 'payment_method.detached', { ...other, customer: null }),
    data: { object: { ...other, customer: null }, previous_attributes: { customer } },
  }
  await deliver(eventOf('evt_a', 'payment_method.attached', other))
  await deliver(eventOf('evt_u', 'payment_method.automatically_updated', renewed))
  expect(await client.payments.cards()).toMatchObject([
    { brand: 'visa', is_default: true },
    { brand: 'mastercard', exp_year: 2040 },
  ])
  await deliver(detached)
  await deliver(eventOf('evt_late', 'payment_method.attached', other))
  expect(await client.payments.cards()).toMatchObject([{ brand: 'visa' }])

  const early = { ...stripe.methods.methodFor('pm_card_early'), customer }
  await deliver({
    ...eventOf('evt_d2', 'payment_method.detached', { ...early, customer: null }),
    data: { object: { ...early, customer: null }, previous_attributes: { customer } },
  })
  await deliver(eventOf('evt_a2', 'payment_method.attached', early))
  expect(await client.payments.cards()).toHaveLength(1)
})

test('a card of an unknown customer is ignored', async () => {
  const { stripe, client, deliver } = await setUpStripe()
  const stranger = { ...stripe.methods.methodFor('pm_card_visa'), customer: 'cus_stranger' }
  const response = await deliver(eventOf('evt_s', 'payment_method.attached', stranger))
  expect(await response.json()).toEqual({ received: true, applied: false })
  expect(await client.payments.cards()).toEqual([])
})

test('missed events are found by comparison', async () => {
  const { stripe, client, services } = await setUpStripe()
  await client.payments.addCard(card('pm_card_visa'))
  const [visa] = [...stripe.methods.known.values()]
  const missed = stripe.methods.methodFor('pm_card_mastercard')
  missed.customer = visa?.customer ?? null
  if (visa !== undefined) visa.customer = null
  await compareCards(ctxFor(services, null, new Date(services.clock().getTime() + 3_600_000)))
  expect(await client.payments.cards()).toMatchObject([{ brand: 'mastercard', is_default: true }])
})

describe('after a customer was deleted at Stripe', () => {
  async function deleted() {
    const portal = await setUpStripe()
    const { db, world, client, owner, stripe } = portal
    const { card: saved } = await client.payments.addCard(card('pm_card_visa'))
    await owner.payments.addCard(card('pm_card_visa'))
    const { provider_customer_id: customer } = await db
      .selectFrom('payment_customers')
      .select('provider_customer_id')
      .where('user_id', '=', world.home.client.userId)
      .executeTakeFirstOrThrow()
    stripe.billing.deleteCustomer(customer)
    return { ...portal, saved: saved?.id ?? '', customer }
  }

  test('a card can be added, also more than once a day', async () => {
    const { client, stripe } = await deleted()
    for (const method of ['pm_card_mastercard', 'pm_card_visa']) {
      await client.payments.addCard(card(method))
      const cards = await client.payments.cards()
      expect(cards).toHaveLength(1)
      expect(await client.payments.quickPay(card(cards[0]?.id))).toMatchObject({ status: 'succeeded' })
      stripe.billing.deleteCustomer([...stripe.intents.known.values()].at(-1)?.customer ?? '')
    }
  })

  test('its cards are no longer offered after the event, and the next one gets a new customer', async () => {
    const { client, owner, stripe, deliver } = await deleted()
    const event = stripe.events.findLast(({ type }) => type === 'customer.deleted')
    const stranger = { id: 'cus_stranger', object: 'customer' }
    await deliver(eventOf('evt_stranger', 'customer.deleted', stranger))
    expect(await client.payments.cards()).toHaveLength(1)
    const response = await deliver(eventOf('evt_deleted', 'customer.deleted', event?.data.object ?? {}))
    expect(await response.json()).toEqual({ received: true, applied: true })
    expect(await client.payments.cards()).toEqual([])
    expect(await owner.payments.cards()).toHaveLength(1)
    const paid = await client.payments.quickPay(saving('pm_card_mastercard'))
    expect(paid).toMatchObject({ status: 'succeeded' })
    expect(await client.payments.cards()).toMatchObject([{ brand: 'mastercard', is_default: true }])
  })

  test('without the event, its cards explain that they are gone until the comparison drops them', async () => {
    const { client, owner, saved, services } = await deleted()
    const gone = expect.stringContaining('Add it again')
    expect(await client.payments.quickPay(card(saved))).toMatchObject({ status: 'failed', failure: gone })
    await expect(client.payments.setDefaultCard({ id: saved })).rejects.toMatchObject({ message: gone })
    await compareCards(ctxFor(services, null, new Date(services.clock().getTime() + 3_600_000)))
    expect(await client.payments.cards()).toEqual([])
    expect(await owner.payments.cards()).toHaveLength(1)
  })

  test('an owner whose plan ended with the customer can choose one again', async () => {
    const { db, world, owner, stripe, services } = await deleted()
    const [plan] = (await owner.packages.plans()).filter(({ price }) => price !== null)
    const order = (method: string) => owner.packages.subscribe({ plan_id: plan?.id ?? '', ...card(method) })
    await order(stripe.methods.methodFor('pm_card_visa').id)
    const { provider_customer_id: customer } = await db
      .selectFrom('payment_customers')
      .select('provider_customer_id')
      .where('user_id', '=', world.home.owner.userId)
      .executeTakeFirstOrThrow()
    stripe.billing.deleteCustomer(customer)
    const [subscription] = stripe.billing.subscriptions.values()
    await syncSubscription(ctxFor(services, null), subscription?.id ?? '')
    expect(await order(stripe.methods.methodFor('pm_card_mastercard').id)).toMatchObject({
      status: 'succeeded',
    })
  })
})
