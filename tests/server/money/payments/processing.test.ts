import { describe, expect, test } from 'vitest'
import { BOUNCED } from '#packages/stripe-stand-in/src/payments/intents.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const DAY = 86_400_000
const after = (days: number) => new Date(TEST_NOW.getTime() + days * DAY)
const seconds = (instant: Date) => instant.getTime() / 1000

/** A processing debit of an invoice over €500.00, due in two days. */
async function payByDebit({ byLink = false } = {}) {
  const portal = await setUpStripe()
  const { owner, client, stripe, world, services, db, config } = portal
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    due_date: '2026-03-06',
    currency: 'EUR',
    booking_rate: '1.1',
    items: [{ description: 'Design', quantity: 1, rate: 50_000 }],
  })
  await owner.invoices.send({ id })
  const token = stripe.tokens.collect('sepa_debit')
  const { url } = await owner.invoices.createPayLink({ id })
  const link = new URL(url).searchParams.get('token') ?? ''
  const anybody = callerAs(db, null, { config })
  const charge = byLink
    ? await anybody.payments.payByLink({ token: link, ...card(token) })
    : await client.payments.payInvoice({ invoice_id: id, ...card(token) })
  const [intent] = stripe.intents.known.values()
  if (intent === undefined) throw new Error('no intent was made')
  const tell = (days: number, type: string, object: object = intent, event = `evt_${type}_${days}`) =>
    applyStripeEvent(ctxFor(services, null, after(days)), {
      account: 'instance',
      event: eventOf(event, type, object) as Parameters<typeof applyStripeEvent>[1]['event'],
    })
  const titles = async (person: typeof world.home.owner | typeof world.home.client) =>
    (await callerAs(db, person, { config }).notifications.list({})).items.map(({ title }) => title)
  return { ...portal, id, charge, intent, tell, titles, link, anybody }
}

test('a processing debit is neither paid, booked, payable again nor cancelable', async () => {
  const { charge, client, owner, id, incomes, link, anybody } = await payByDebit()
  expect(charge).toMatchObject({ status: 'processing', failure: null })
  expect((await client.payments.list({})).items).toMatchObject([
    { status: 'processing', card: { brand: 'sepa_debit', last4: '3000' } },
  ])
  expect((await client.payments.list({ status: 'processing' })).items).toHaveLength(1)
  expect((await client.payments.list({ status: 'pending' })).items).toEqual([])
  expect(await owner.invoices.get({ id })).toMatchObject({
    status: 'sent',
    amount_paid: 0,
    amount_due: 50_000,
    amount_processing: 50_000,
    processing: [{ amount: 50_000, own: false }],
  })
  expect(await incomes()).toEqual([])
  expect(await client.invoices.get({ id })).toMatchObject({ payable: false, parts: null })
  const again = { code: 'CONFLICT', message: 'A payment for this invoice is already being processed.' }
  await expect(client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })).rejects.toMatchObject(
    again,
  )
  await expect(anybody.payments.payByLink({ token: link, ...card('pm_card_visa') })).rejects.toMatchObject(
    again,
  )
  const busy = { code: 'CONFLICT', message: expect.stringContaining('being processed') }
  await expect(owner.invoices.void({ id })).rejects.toMatchObject(busy)
  await expect(owner.invoices.credit({ id, reason: 'Mistake' })).rejects.toMatchObject(busy)
  await expect(owner.invoices.remind({ id })).rejects.toMatchObject(busy)
  const transfer = {
    invoice_id: id,
    amount: 50_000,
    method: 'bank' as const,
    request_id: crypto.randomUUID(),
  }
  await expect(owner.payments.recordManual(transfer)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a debit that succeeds after three days is settled and booked on that day', async () => {
  const { stripe, tell, intent, owner, id, db, client } = await payByDebit()
  stripe.intents.settleDebit(intent, true)
  expect(await tell(3, 'payment_intent.succeeded')).toEqual({ applied: true })
  // A late event of an earlier status changes nothing.
  await tell(3, 'payment_intent.processing', { ...intent, status: 'processing' })
  expect(await owner.invoices.get({ id })).toMatchObject({
    status: 'paid',
    paid_at: after(3).toISOString(),
    amount_processing: 0,
  })
  const booked = await db.selectFrom('ledger_entries').select(['amount', 'occurred_on']).execute()
  expect(booked).toEqual([{ amount: 50_000, occurred_on: '2026-03-07' }])
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded' }])
})

test('a debit is dated when it succeeded, however late that is reported, or today once that day is closed', async () => {
  for (const closed of [null, '2026-03-08']) {
    const { stripe, intent, owner, id, db, services, world, config } = await payByDebit()
    stripe.intents.settleDebit(intent, true)
    const later = callerAs(db, world.home.owner, { config, now: after(8) })
    if (closed !== null) await later.finance.setLocks({ soft_until: null, hard_until: closed, version: 0 })
    const event = { ...eventOf('evt_late', 'payment_intent.succeeded', intent), created: seconds(after(3)) }
    const account = 'instance'
    await applyStripeEvent(ctxFor(services, null, after(9)), { account, event: event as never })
    expect(await owner.invoices.get({ id })).toMatchObject({ paid_at: after(3).toISOString() })
    const booked = db.selectFrom('ledger_entries').select(['occurred_on', 'occurred_at', 'value_on'])
    expect(await booked.execute()).toEqual([
      closed === null
        ? { occurred_on: '2026-03-07', occurred_at: after(3).toISOString(), value_on: null }
        : { occurred_on: '2026-03-13', occurred_at: after(9).toISOString(), value_on: '2026-03-07' },
    ])
  }
})

test('without its event, a card is dated when it was charged, and a debit when it is found', async () => {
  const { stripe, client, invoiceId, services, db, intent } = await payByDebit()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  const waiting = [...stripe.intents.known.values()].find(({ id }) => id !== intent.id)
  stripe.clock.now = seconds(after(0.5))
  stripe.intents.succeed(waiting ?? intent)
  stripe.intents.settleDebit(intent, true)
  await reconcilePayments(ctxFor(services, null, after(2)))
  const paid = await db.selectFrom('payments').select(['paid_at', 'invoice_id']).execute()
  expect(Object.fromEntries(paid.map((row) => [row.invoice_id === invoiceId, row.paid_at]))).toEqual({
    true: after(0.5).toISOString(),
    false: after(2).toISOString(),
  })
})

test('a report dated in the future counts as of now', async () => {
  const { stripe, intent, owner, id, services } = await payByDebit()
  stripe.intents.settleDebit(intent, true)
  const event = { ...eventOf('evt_early', 'payment_intent.succeeded', intent), created: seconds(after(4)) }
  await applyStripeEvent(ctxFor(services, null, after(3)), { account: 'instance', event: event as never })
  expect(await owner.invoices.get({ id })).toMatchObject({ paid_at: after(3).toISOString() })
})

test('a debit that fails after five days reopens the invoice and notifies both sides', async () => {
  const { stripe, tell, intent, owner, id, client, world, titles, incomes, db, config } = await payByDebit()
  stripe.intents.settleDebit(intent, false)
  for (let times = 0; times < 2; times++) await tell(5, 'payment_intent.payment_failed')
  const words = `The payment of €500.00 EUR for INV-1002 did not go through. ${BOUNCED} The invoice is open again.`
  expect(await titles(world.home.owner)).toContain(words)
  expect((await titles(world.home.client)).filter((title) => title === words)).toHaveLength(1)
  expect(await incomes()).toEqual([])
  const later = callerAs(db, world.home.owner, { config, now: after(5) })
  expect(await later.invoices.get({ id })).toMatchObject({ status: 'overdue', amount_processing: 0 })
  const again = await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })
  expect(again.status).toBe('succeeded')
  expect((await owner.invoices.get({ id })).status).toBe('paid')
})

test('a payer with a link is emailed about a failure with a link to pay again', async () => {
  const { stripe, tell, intent, db, titles, world } = await payByDebit({ byLink: true })
  stripe.intents.settleDebit(intent, false)
  await tell(5, 'payment_intent.payment_failed')
  const mails = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('subject', '=', 'The payment for INV-1002 did not go through')
    .execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('/pay?token=')
  expect(await titles(world.home.owner)).toContainEqual(expect.stringContaining('did not go through'))
})

test('no reminders are sent while it is processing; after a failure they are', async () => {
  const { stripe, tell, intent, services, db, owner, id } = await payByDebit()
  await owner.invoices.saveCollectionRules({
    version: 0,
    apply_credit: false,
    late_fees: 'send',
    fee_type: 'percent',
    fee_bps: 150,
    fee_amount: 2500,
    grace_days: 1,
    max_fees: 3,
  })
  const dun = async (days: number) => {
    const ctx = ctxFor(services, null, after(days))
    return {
      overdue: await markOverdueInvoices(ctx),
      reminders: await remindOfInvoices(ctx),
      fees: await chargeLateFees(ctx),
    }
  }
  expect(await dun(9)).toEqual({ overdue: 0, reminders: 0, fees: 0 })
  expect((await owner.invoices.get({ id })).status).toBe('sent')
  stripe.intents.settleDebit(intent, false)
  await tell(9, 'payment_intent.payment_failed')
  expect(await dun(10)).toEqual({ overdue: 1, reminders: 1, fees: 1 })
  expect(await db.selectFrom('invoices').select('id').where('late_fee_of', '=', id).execute()).toHaveLength(1)
})

test('without events it is polled for two weeks and never canceled', async () => {
  const { intent, services, owner, id, stripe } = await payByDebit()
  const reconcile = (days: number) => reconcilePayments(ctxFor(services, null, after(days)))
  for (const days of [1, 2, 7, 13]) await reconcile(days)
  expect(stripe.calls.filter((call) => call.endsWith('/cancel'))).toEqual([])
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_processing: 50_000 })
  stripe.intents.settleDebit(intent, true)
  await reconcile(14)
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', paid_at: after(14).toISOString() })
})

test('forged events and different amounts change nothing', async () => {
  const { tell, intent, deliver, owner, id } = await payByDebit()
  const forged = eventOf('evt_f', 'payment_intent.succeeded', { ...intent, status: 'succeeded' })
  expect((await deliver(forged, 'whsec_somebody_else')).status).toBe(400)
  expect(await tell(1, 'payment_intent.succeeded', { ...intent, status: 'succeeded', amount: 1 })).toEqual({
    applied: false,
  })
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'sent', amount_processing: 50_000 })
})

test('twenty concurrent debits and cards pay an invoice once', async () => {
  const { client, stripe, owner, world } = await setUpStripe()
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency: 'EUR',
    booking_rate: '1.1',
  })
  await owner.invoices.send({ id })
  const tries = Array.from({ length: 20 }, (_, index) =>
    client.payments.payInvoice({
      invoice_id: id,
      ...card(index % 2 === 0 ? stripe.tokens.collect('sepa_debit') : 'pm_card_visa'),
    }),
  )
  const answers = await Promise.allSettled(tries)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(stripe.intents.known.size).toBe(1)
})

describe('as Stripe documents it', () => {
  test("a debit without a mandate on its token is confirmed with the payer's", async () => {
    const { owner, client, stripe, world } = await setUpStripe()
    const { id } = await owner.invoices.save({ ...draftFor(world.home.client.clientId) })
    await owner.invoices.send({ id })
    const token = stripe.tokens.collect('us_bank_account', { mandate: false })
    expect(await client.payments.payInvoice({ invoice_id: id, ...card(token) })).toMatchObject({
      status: 'processing',
    })
  })

  test('a method without the currency is rejected with a message, and the invoice stays payable', async () => {
    const { client, invoiceId, stripe } = await setUpStripe()
    const refused = await client.payments.payInvoice({
      invoice_id: invoiceId,
      ...card(stripe.tokens.collect('ideal')),
    })
    expect(refused).toMatchObject({ status: 'failed', failure: expect.stringContaining('usd') })
    const paid = await client.payments.payInvoice({
      invoice_id: invoiceId,
      ...card(stripe.tokens.collect('card')),
    })
    expect(paid.status).toBe('succeeded')
  })

  test('a bank redirect returns the payer to the invoice, which fetches the result', async () => {
    const { owner, client, stripe, world } = await setUpStripe()
    const { id } = await owner.invoices.save({
      ...draftFor(world.home.client.clientId),
      currency: 'EUR',
      booking_rate: '1.1',
    })
    await owner.invoices.send({ id })
    const asked = await client.payments.payInvoice({
      invoice_id: id,
      ...card(stripe.tokens.collect('ideal')),
    })
    expect(asked).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) })
    const [intent] = stripe.intents.known.values()
    expect(stripe.intents.returnUrls.get(intent?.id ?? '')).toMatch(
      new RegExp(`/invoices\\?invoice=${id}&returned=${asked.payment_id}$`),
    )
    if (intent !== undefined) stripe.intents.succeed(intent)
    expect((await client.payments.confirm({ id: asked.payment_id })).status).toBe('succeeded')
  })

  test('a card is saved only with a token that allows it', async () => {
    const { client, stripe, invoiceId } = await setUpStripe()
    const token = stripe.tokens.collect('card', { futureUsage: 'off_session' })
    await client.payments.payInvoice({ invoice_id: invoiceId, ...card(token), save_card: true })
    expect(await client.payments.cards()).toMatchObject([{ brand: 'visa', last4: '4242' }])
    const other = await client.payments.quickPay({ ...card(stripe.tokens.collect('card')), save_card: true })
    expect(other).toMatchObject({ status: 'failed', failure: expect.stringContaining('setup_future_usage') })
  })
})
