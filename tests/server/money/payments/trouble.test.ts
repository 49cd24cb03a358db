import { describe, expect, inject, test } from 'vitest'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { openSeverable } from '#tests/support/databases/severable-proxy.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

const MINUTE = 60_000
const after = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * MINUTE)

test('a provider that charges and returns 500 is queried again: charged and booked once', async () => {
  const { client, owner, invoiceId, stripe, services, incomes } = await setUpStripe()
  stripe.broken = ['POST /v1/payment_intents']
  const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
  const words = { code: 'CONFLICT', message: expect.stringContaining('never charged twice') }
  await expect(client.payments.payInvoice(form)).rejects.toMatchObject(words)
  await expect(client.payments.payInvoice(form)).rejects.toMatchObject(words)
  const another = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await expect(client.payments.payInvoice(another)).rejects.toMatchObject({
    message: 'A payment for this invoice is already being processed.',
  })
  stripe.broken = []
  await reconcilePayments(ctxFor(services, null, after(11)))
  await reconcilePayments(ctxFor(services, null, after(12)))
  expect([...stripe.intents.known.values()].map(({ status }) => status)).toEqual(['succeeded'])
  expect(await incomes()).toEqual([{ amount: 360_000 }])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
  expect(await client.payments.payInvoice(form)).toMatchObject({ status: 'succeeded' })
  expect(stripe.intents.known.size).toBe(1)
})

test('a slow provider call blocks nothing else and counts the form once', async () => {
  const { client, owner, world, invoiceId, stripe, incomes } = await setUpStripe()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  stripe.held = answered
  const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
  const answers = [client.payments.payInvoice(form), client.payments.payInvoice(form)]
  await expect.poll(() => stripe.intents.known.size).toBe(1)
  const another = await sendInvoiceTo(owner, world.home.client.clientId)
  await owner.payments.recordManual({
    invoice_id: another,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const second = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await expect(client.payments.payInvoice(second)).rejects.toMatchObject({ code: 'CONFLICT' })
  answer()
  for (const { status } of await Promise.all(answers)) expect(status).toBe('succeeded')
  expect(stripe.intents.known.size).toBe(1)
  expect(await incomes()).toEqual([{ amount: 360_000 }, { amount: 360_000 }])
})

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('PostgreSQL', () => {
  async function setUp() {
    const { plug, direct, plugged } = await openSeverable()
    const stripe = await startStripeStandIn()
    stripe.clock.now = TEST_NOW.getTime() / 1000
    const keys = {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret: null,
      apiBase: stripe.apiBase,
    }
    const config = { stripe: keys }
    const world = await createWorld(direct.db)
    await shareKeys(direct.db, world.home)
    const owner = callerAs(direct.db, world.home.owner, { config })
    const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
    const client = callerAs(plugged.db, world.home.client, { config })
    return { db: direct.db, plug, stripe, config, owner, client, invoiceId, world, plugged }
  }

  test.each([
    ['as the provider receives the charge', 'heard'],
    ['between charge and booking', 'done'],
  ] as const)('disconnected %s, the payment is repaired afterwards', async (_when, at) => {
    const { db, plug, stripe, config, owner, client, invoiceId, world, plugged } = await setUp()
    const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
    stripe.interrupt((call, stage) => {
      if (call === 'POST /v1/payment_intents' && stage === at) plug.pull()
    })
    await expect(client.payments.payInvoice(form)).rejects.toThrow()
    stripe.interrupt(() => {})
    expect((await owner.invoices.get({ id: invoiceId })).status).toBe('sent')
    await expect(client.payments.payInvoice(form)).rejects.toThrow()
    plug.plugIn()
    // The payer's browser resubmits the form, and the job runs, too.
    const again = await client.payments.payInvoice(form)
    expect(again.status).toBe('succeeded')
    const later = after(11)
    const ctx = ctxFor(testServices(plugged.db, { config, now: later }), null, later)
    await reconcilePayments(ctx)
    expect(stripe.intents.known.size).toBe(1)
    const booked = await db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('direction', '=', 'income')
      .execute()
    expect(booked).toEqual([{ amount: 360_000 }])
    expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
    expect((await callerAs(db, world.home.client, { config }).payments.list({})).items).toHaveLength(1)
  })

  test('disconnected between charge and booking, the job alone repairs it', async () => {
    const { db, plug, stripe, config, owner, client, invoiceId } = await setUp()
    stripe.interrupt((call, stage) => {
      if (call === 'POST /v1/payment_intents' && stage === 'done') plug.pull()
    })
    const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
    await expect(client.payments.payInvoice(form)).rejects.toMatchObject({
      message: 'Failed to update invoice status. Please contact support.',
    })
    plug.plugIn()
    await reconcilePayments(ctxFor(testServices(db, { config, now: after(11) }), null, after(11)))
    expect(stripe.intents.known.size).toBe(1)
    expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
  })
})
