import { describe, expect, test } from 'vitest'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { addContact } from '#tests/support/world.ts'

const DAY = 86_400_000
const after = (days: number) => new Date(TEST_NOW.getTime() + days * DAY)

const WAYS = {
  konbini: { currency: 'JPY', rate: 50_000, until: '2026-03-07T14:59:59.000Z' },
  oxxo: { currency: 'MXN', rate: 50_000, until: '2026-03-08T05:59:59.000Z' },
  boleto: { currency: 'BRL', rate: 50_000, until: '2026-03-08T02:59:59.000Z' },
  multibanco: { currency: 'EUR', rate: 50_000, until: '2026-03-11T23:59:59.000Z' },
} as const

async function invoiceIn(currency: string, more: Partial<InvoiceSaveInput> = {}) {
  const portal = await setUpStripe()
  const { owner, world, db, config, services, stripe } = portal
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency,
    booking_rate: '1.1',
    items: [{ description: 'Design', quantity: 1, rate: 50_000 }],
    ...more,
  })
  await owner.invoices.send({ id })
  const { url } = await owner.invoices.createPayLink({ id })
  const link = new URL(url).searchParams.get('token') ?? ''
  const anybody = callerAs(db, null, { config })
  const reconcile = (days: number) => {
    stripe.pass(after(days).getTime() / 1000)
    return reconcilePayments(ctxFor(services, null, after(days)))
  }
  const intents = () => [...stripe.intents.known.values()]
  const tell = (type: string, object: object) =>
    applyStripeEvent(ctxFor(services, null), {
      account: 'instance',
      event: eventOf(`evt_${type}`, type, object) as Parameters<typeof applyStripeEvent>[1]['event'],
    })
  return { ...portal, id, link, anybody, reconcile, intents, tell }
}

async function payByVoucher(way: keyof typeof WAYS = 'konbini') {
  const portal = await invoiceIn(WAYS[way].currency)
  const charge = await portal.client.payments.payInvoice({
    invoice_id: portal.id,
    ...card(portal.stripe.tokens.collect(way)),
  })
  return { ...portal, charge }
}

describe.each(Object.entries(WAYS))('%s', (way, { until }) => {
  test('waits until the provider reports a result, and both sides see how to pay', async () => {
    const { charge, client, owner, id, incomes } = await payByVoucher(way as keyof typeof WAYS)
    const waiting = { until, url: expect.stringContaining('https://') }
    expect(charge).toMatchObject({ status: 'requires_action', waiting })
    for (const person of [client, owner]) {
      expect((await person.payments.list({})).items).toMatchObject([
        { status: 'pending', waiting, card: { brand: way, last4: '' } },
      ])
      expect(await person.invoices.get({ id })).toMatchObject({
        status: expect.stringMatching(/sent|pending/),
        amount_due: 50_000,
        amount_processing: 0,
        waiting: [{ payment_id: charge.payment_id, amount: 50_000, method: way, ...waiting }],
      })
    }
    expect(await incomes()).toEqual([])
  })

  test("isn't canceled before it expires, and a payment on the last day settles the invoice", async () => {
    const { reconcile, intents, stripe, owner, client, id } = await payByVoucher(way as keyof typeof WAYS)
    for (const days of [1, 2, 2.9]) await reconcile(days)
    expect(stripe.calls.filter((call) => call.endsWith('/cancel'))).toEqual([])
    const [intent] = intents()
    if (intent !== undefined) stripe.intents.succeed(intent)
    await reconcile(2.95)
    expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', waiting: [] })
    expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded', waiting: null }])
  })

  test('ends with its expiry if nobody pays, and the invoice can be paid again', async () => {
    const { reconcile, client, id } = await payByVoucher(way as keyof typeof WAYS)
    await reconcile(9)
    expect((await client.payments.list({})).items).toMatchObject([
      { status: 'failed', waiting: null, failure: expect.stringContaining('expired') },
    ])
    expect(await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })).toMatchObject({
      status: 'succeeded',
    })
  })
})

test('a voucher that the provider never expires is canceled a week after its expiry', async () => {
  const { services, stripe, client } = await payByVoucher()
  // Stripe's clock is stopped: it keeps reporting that the voucher is waiting.
  const reconcile = (days: number) => reconcilePayments(ctxFor(services, null, after(days)))
  await reconcile(9)
  expect(stripe.calls.filter((call) => call.endsWith('/cancel'))).toEqual([])
  await reconcile(10.5)
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed' }])
})

test('a bank transfer has no expiry and is never canceled', async () => {
  const { client, stripe, id, reconcile, intents, owner } = await invoiceIn('EUR')
  await client.payments.addCard(card('pm_card_visa'))
  const refused = await client.payments.payInvoice({
    invoice_id: id,
    ...card(stripe.tokens.collect('customer_balance')),
  })
  expect(refused).toMatchObject({ status: 'failed', failure: expect.stringContaining('customer') })
  const token = stripe.tokens.collect('customer_balance', { futureUsage: 'off_session' })
  const charge = await client.payments.payInvoice({ invoice_id: id, ...card(token), save_card: true })
  expect(charge).toMatchObject({ waiting: { until: null, url: expect.stringContaining('https://') } })
  for (const days of [2, 30, 90]) await reconcile(days)
  expect(stripe.calls.filter((call) => call.endsWith('/cancel'))).toEqual([])
  const transfer = intents().find(({ status }) => status === 'requires_action')
  if (transfer !== undefined) stripe.intents.succeed(transfer)
  await reconcile(91)
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid' })
})

test('an authentication that nobody finishes still ends after a day', async () => {
  const { client, id, reconcile } = await invoiceIn('USD', { booking_rate: undefined })
  await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_authenticationRequired') })
  await reconcile(1.1)
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed' }])
})

test('its payer can choose another payment method, which cancels the voucher', async () => {
  const { client, id, intents, owner } = await payByVoucher()
  expect(await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
  expect(intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded'])
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_paid: 50_000 })
})

test('nobody else can cancel it: others see until when it can be paid', async () => {
  const { anybody, link, id, owner, intents, db, config } = await payByVoucher()
  const later = callerAs(db, null, { config, now: after(1) })
  const words = { code: 'CONFLICT', message: expect.stringContaining('voucher until Mar 07, 2026') }
  for (const caller of [anybody, later]) {
    await expect(caller.payments.payByLink({ token: link, ...card('pm_card_visa') })).rejects.toMatchObject(
      words,
    )
  }
  await expect(owner.invoices.void({ id })).rejects.toMatchObject(words)
  expect(intents()).toMatchObject([{ status: 'requires_action' }])
})

test('the last day of a voucher is in the agency’s time zone', async () => {
  const { anybody, link, owner, id, client, stripe, db, world } = await invoiceIn('MXN')
  const zone = { timezone: 'America/Mexico_City' }
  await db.updateTable('agencies').set(zone).where('id', '=', world.home.agencyId).execute()
  await client.payments.payInvoice({ invoice_id: id, ...card(stripe.tokens.collect('oxxo')) })
  await expect(anybody.payments.payByLink({ token: link, ...card('pm_card_visa') })).rejects.toThrow(
    'voucher until Mar 07, 2026',
  )
  await expect(owner.invoices.void({ id })).rejects.toThrow('voucher until Mar 07, 2026')
  expect((await owner.activity.list({})).items.map(({ summary }) => summary)).toContainEqual(
    expect.stringContaining('with OXXO until Mar 07, 2026'),
  )
})

test('anyone with the pay link can replace a voucher created with it', async () => {
  const { stripe, link, anybody, intents } = await invoiceIn('JPY')
  const token = stripe.tokens.collect('konbini')
  expect(await anybody.payments.payByLink({ token: link, ...card(token) })).toMatchObject({
    waiting: { until: WAYS.konbini.until },
  })
  expect(await anybody.invoices.byLink({ token: link })).toMatchObject({
    waiting: [{ own: true, url: expect.stringContaining('https://') }],
  })
  await anybody.payments.payByLink({ token: link, ...card('pm_card_visa') })
  expect(intents().map(({ status }) => status)).toEqual(['canceled', 'succeeded'])
})

test('only the payer and the payee see the instructions', async () => {
  const { anybody, link, db, config, world, id } = await payByVoucher()
  const { home, foreign } = world
  const colleague = callerAs(
    db,
    await addContact(db, home.client, 'Colleague', { seesProjects: true, seesBilling: true }),
    { config },
  )
  expect(await anybody.invoices.byLink({ token: link })).toMatchObject({
    waiting: [{ until: WAYS.konbini.until, url: null, own: false }],
  })
  expect(await colleague.invoices.get({ id })).toMatchObject({ waiting: [{ url: null, own: false }] })
  expect((await colleague.payments.list({ invoice_id: id })).items).toMatchObject([
    { waiting: { until: WAYS.konbini.until, url: null } },
  ])
  for (const stranger of [foreign.owner, foreign.client, home.employee]) {
    const caller = callerAs(db, stranger, { config })
    await expect(caller.invoices.get({ id })).rejects.toMatchObject({ code: /NOT_FOUND|FORBIDDEN/ })
  }
})

test('a transfer received meanwhile can be recorded; a voucher paid later becomes credit', async () => {
  const { owner, client, id, intents, stripe, tell, world } = await payByVoucher()
  await owner.payments.recordManual({
    invoice_id: id,
    amount: 50_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await client.invoices.get({ id })).toMatchObject({ status: 'paid' })
  const [intent] = intents()
  if (intent === undefined) throw new Error('no intent was made')
  stripe.intents.succeed(intent)
  expect(await tell('payment_intent.succeeded', intent)).toEqual({ applied: true })
  const credit = await owner.invoices.clientCredit({ client_id: world.home.client.clientId })
  expect(JSON.stringify(credit)).toContain('50000')
})

test('a late event of the voucher changes nothing once it is paid', async () => {
  const { intents, stripe, tell, owner, id } = await payByVoucher()
  const [intent] = intents()
  if (intent === undefined) throw new Error('no intent was made')
  const before = structuredClone(intent)
  stripe.intents.succeed(intent)
  await tell('payment_intent.succeeded', intent)
  await tell('payment_intent.processing', { ...before, status: 'processing' })
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', waiting: [] })
})
