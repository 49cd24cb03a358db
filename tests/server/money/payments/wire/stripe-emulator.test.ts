import { createEmulator } from 'emulate'
import { expect, onTestFinished, test } from 'vitest'
import {
  createStripeClient,
  createStripeProvider,
} from '#server/base/adapters/payments/payment-provider-stripe.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card } from '#tests/support/money/money.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

/** A third-party Stripe emulator, so that our own stand-in isn't the only reference for plain calls. */
async function startEmulator() {
  const emulator = await createEmulator({ service: 'stripe', port: 0 })
  onTestFinished(() => emulator.close())
  const config = {
    secretKey: 'sk_test_emulator',
    publishableKey: 'pk_test_emulator',
    webhookSecret: 'whsec_emulator',
    apiBase: emulator.url,
  }
  return { config, client: createStripeClient(config), provider: createStripeProvider(config) }
}

const orderOf = (customer: string) => ({
  paymentId: crypto.randomUUID(),
  createdAt: new Date().toISOString(),
  amount: 360_000,
  currency: 'USD',
  description: 'INV-1004 Website Redesign',
  method: 'pm_card_visa',
  idempotencyKey: crypto.randomUUID(),
  customer,
})

test('a customer is created with name and address', async () => {
  const { client, provider } = await startEmulator()
  const id = await provider.createCustomer({
    email: 'alex@example.test',
    name: 'Alex Morgan',
    idempotencyKey: 'customer:1',
  })
  expect(await client.customers.retrieve(id)).toMatchObject({
    email: 'alex@example.test',
    name: 'Alex Morgan',
  })
})

test('a charge includes amount, currency, customer and our payment, and returns its current state', async () => {
  const { client, provider } = await startEmulator()
  const customer = await provider.createCustomer({
    email: 'alex@example.test',
    name: 'Alex Morgan',
    idempotencyKey: 'customer:1',
  })
  const order = orderOf(customer)
  const charged = await provider.charge(order)
  // The emulator leaves every charge unconfirmed.
  expect(charged.status).toBe('requires_action')
  expect(await client.paymentIntents.retrieve(charged.id)).toMatchObject({
    amount: 360_000,
    currency: 'usd',
    customer,
    description: order.description,
    metadata: { payment_id: order.paymentId },
  })
  await client.paymentIntents.confirm(charged.id)
  expect(await provider.retrieve(charged.id)).toMatchObject({ id: charged.id, status: 'succeeded' })
})

test('a charge with a lost response is found by our payment’s id', async () => {
  const { provider } = await startEmulator()
  const customer = await provider.createCustomer({ email: 'a@b.test', name: 'A', idempotencyKey: 'c' })
  const orders = [orderOf(customer), orderOf(customer), orderOf(customer)]
  const charged = []
  for (const order of orders) charged.push(await provider.charge(order))
  const createdAt = new Date().toISOString()
  for (const [index, { paymentId: id, idempotencyKey }] of orders.entries()) {
    const found = await provider.find({ id, idempotencyKey, createdAt })
    expect(found?.id).toBe(charged[index]?.id)
  }
  const unknown = { id: crypto.randomUUID(), idempotencyKey: 'none', createdAt }
  expect(await provider.find(unknown)).toBeNull()
})

test('its payment appears in the history and the ledger once it is confirmed', async () => {
  const { config, client: stripe } = await startEmulator()
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await shareKeys(db, world.home)
  const client = callerAs(db, world.home.client, { config: { stripe: config }, now: TEST_NOW })
  const charge = await client.payments.quickPay(card('pm_card_visa'))
  expect(charge).toMatchObject({ status: 'requires_action', amount: 10_000 })
  const [intent] = (await stripe.paymentIntents.list()).data
  await stripe.paymentIntents.confirm(intent?.id ?? '')
  expect(await client.payments.confirm({ id: charge.payment_id })).toMatchObject({ status: 'succeeded' })
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded', amount: 10_000 }])
  const ledger = await db.selectFrom('ledger_entries').select(['direction', 'amount']).execute()
  expect(ledger).toEqual([{ direction: 'income', amount: 10_000 }])
})
