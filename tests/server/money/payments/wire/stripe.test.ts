import { expect, test } from 'vitest'
import type { StandInIntent } from '#packages/stripe-stand-in/src/payments/intents.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe, WEBHOOK_SECRET } from '#tests/support/stripe/stripe-portal.ts'

const onlyIntent = (intents: Map<string, StandInIntent>): StandInIntent => {
  const [intent] = intents.values()
  if (intent === undefined) throw new Error('no intent was made')
  return intent
}

test('a card is charged through the official client with the stored amount', async () => {
  const { stripe, client, invoiceId } = await setUpStripe()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  expect(charge.status).toBe('succeeded')
  expect(onlyIntent(stripe.intents.known)).toMatchObject({ amount: 360_000, currency: 'usd' })
  expect((await client.payments.list({})).items).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }])
})

test("a declined card fails with Stripe's message", async () => {
  const { client, invoiceId, incomes } = await setUpStripe()
  const charge = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_chargeDeclinedInsufficientFunds'),
  })
  expect(charge).toMatchObject({ status: 'failed', failure: 'Your card has insufficient funds.' })
  expect(await incomes()).toEqual([])
})

test("after browser authentication the payment is confirmed by Stripe's status", async () => {
  const { stripe, client, invoiceId } = await setUpStripe()
  const charge = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_authenticationRequired'),
  })
  expect(charge).toMatchObject({
    status: 'requires_action',
    client_secret: expect.stringMatching(/^secret_/),
  })
  expect((await client.payments.confirm({ id: charge.payment_id })).status).toBe('requires_action')
  stripe.intents.succeed(onlyIntent(stripe.intents.known))
  expect((await client.payments.confirm({ id: charge.payment_id })).status).toBe('succeeded')
})

test('events delivered ten times, shuffled and concurrently apply once', async () => {
  const { stripe, client, invoiceId, deliver, incomes, owner } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  const intent = onlyIntent(stripe.intents.known)
  stripe.intents.succeed(intent)
  const failed = { ...intent, status: 'requires_payment_method', last_payment_error: { message: 'No.' } }
  const events = [
    eventOf('evt_1', 'payment_intent.succeeded', intent),
    eventOf('evt_2', 'payment_intent.payment_failed', failed),
    eventOf('evt_3', 'payment_intent.succeeded', intent),
  ]
  const deliveries = Array.from({ length: 10 }, () => events.toReversed()).flat()
  const responses = await Promise.all(deliveries.map((event) => deliver(event)))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect(await incomes()).toEqual([{ amount: 360_000 }])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
})

test("a refund made at Stripe is applied, even before the payment's event", async () => {
  const { stripe, client, invoiceId, deliver, owner } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  const intent = onlyIntent(stripe.intents.known)
  stripe.intents.succeed(intent)
  const refunded = { ...intent.latest_charge, amount_refunded: 360_000 }
  await deliver(eventOf('evt_r', 'charge.refunded', refunded))
  await deliver(eventOf('evt_s', 'payment_intent.succeeded', intent))
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'refunded' }])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'sent', amount_due: 360_000 })
})

test('a forged signature is rejected and changes nothing', async () => {
  const { stripe, client, invoiceId, deliver, incomes } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  const intent = onlyIntent(stripe.intents.known)
  const response = await deliver(
    eventOf('evt_f', 'payment_intent.succeeded', { ...intent, status: 'succeeded' }),
    'whsec_somebody_else',
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'The signature is not valid.' })
  expect(await incomes()).toEqual([])
})

test('an event that the server’s clock makes look old is rejected with that reason', async () => {
  const { deliver } = await setUpStripe()
  const timestamp = Math.floor(Date.now() / 1000) - 600
  const response = await deliver(eventOf('evt_o', 'payout.paid', {}), WEBHOOK_SECRET, timestamp)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: expect.stringContaining('clock') })
})

test('reconciliation finds a charge with a lost response, and fails one that never was', async () => {
  const { db, stripe, client, invoiceId, services } = await setUpStripe()
  const charge = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_authenticationRequired'),
  })
  stripe.intents.succeed(onlyIntent(stripe.intents.known))
  const { payment_id } = await client.payments.quickPay(card('pm_card_authenticationRequired'))
  stripe.intents.known.delete([...stripe.intents.known.keys()].at(-1) ?? '')
  await db.updateTable('payments').set({ provider_payment_id: null }).execute()
  await reconcilePayments(ctxFor(services, null, new Date(TEST_NOW.getTime() + 3_600_000)))
  const statuses = await db.selectFrom('payments').select(['id', 'status']).execute()
  expect(Object.fromEntries(statuses.map((row) => [row.id, row.status]))).toEqual({
    [charge.payment_id]: 'succeeded',
    [payment_id]: 'failed',
  })
})

test("a card for renewals only is saved by a setup intent; declines show Stripe's message", async () => {
  const { stripe, owner } = await setUpStripe()
  const plans = await owner.packages.plans()
  const on = (name: string) => ({ plan_id: plans.find((plan) => plan.name === name)?.id ?? '' })
  await owner.packages.subscribe({ ...on('Enterprise'), ...card('pm_card_visa') })
  await expect(
    owner.packages.subscribe({ ...on('Basic'), ...card('pm_card_chargeDeclined') }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Your card was declined.' })
  await owner.packages.subscribe({ ...on('Basic'), ...card('pm_card_visa') })
  expect(await owner.packages.subscription()).toMatchObject({
    plan: { name: 'Basic' },
    card: { brand: 'visa', last4: '4242' },
  })
  expect(stripe.intents.known.size).toBe(1)
})

test.each([
  ['USD', 360_000, 360_000],
  ['JPY', 400_000, 400_000],
  ['KRW', 4_000_000, 4_000_000],
  ['KWD', 400_010, 400_010],
  ['TND', 1_234_560, 1_234_560],
  ['HUF', 40_000_000, 40_000_000],
  ['ISK', 400_000, 40_000_000],
  ['UGX', 400_000, 40_000_000],
  ['MGA', 4_000_000, 40_000],
])('an invoice in %s is charged and refunded exactly', async (currency, ours, theirs) => {
  const { stripe, client, owner, world, deliver } = await setUpStripe()
  const items = [{ description: 'Design', quantity: 1, rate: ours }]
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency,
    ...(currency !== 'USD' && { booking_rate: '0.0028' }),
    items,
  })
  await owner.invoices.send({ id })
  await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })
  const intent = onlyIntent(stripe.intents.known)
  expect(intent.amount).toBe(theirs)
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_paid: ours })
  await deliver(eventOf('evt_r', 'charge.refunded', { ...intent.latest_charge, amount_refunded: theirs / 2 }))
  expect((await client.payments.list({})).items).toMatchObject([{ amount: ours, refunded: ours / 2 }])
})

test("amounts Stripe can't charge exactly are rejected before anything is stored", async () => {
  const { stripe, client, owner, world } = await setUpStripe()
  const items = [{ description: 'Design', quantity: 1, rate: 1005 }]
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency: 'KWD',
    booking_rate: '3.25',
    items,
  })
  await owner.invoices.send({ id })
  await expect(client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })).rejects.toThrow(
    'Please pay 1.005 KWD another way.',
  )
  expect(stripe.intents.known.size).toBe(0)
  expect((await client.payments.list({})).items).toEqual([])
})
