import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { getReceipt } from '#server/money/payments/charge/queries/receipt.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { card, refundForm } from '#tests/support/money/money.ts'
import { startedWith, withLiveKeys } from '#tests/support/stripe/changed-keys.ts'
import { NEXT_MONTH, setUpBilling } from '#tests/support/stripe/stripe-billing.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { PROOF, setUpAccounts } from '#tests/support/two-accounts.ts'

const TEST_KEYS = {
  secretKey: 'sk_test_stand_in',
  publishableKey: 'pk_test_stand_in',
  webhookSecret: 'whsec_test',
}

test('cards saved in test mode are not offered with live keys, and are back with the test keys', async () => {
  const portal = await setUpStripe()
  const testing = startedWith(portal)
  await testing.start()
  await testing.client.payments.addCard(card('pm_card_visa'))

  const live = await withLiveKeys(portal)
  await live.start()
  expect(await live.client.payments.cards()).toEqual([])
  const saved = await live.client.payments.addCard(card('pm_card_mastercard'))
  expect(saved).toMatchObject({ status: 'succeeded', card: { last4: '4444' } })
  const charged = await live.client.payments.payInvoice({
    invoice_id: portal.invoiceId,
    ...card(saved.card?.id ?? ''),
  })
  expect(charged.status).toBe('succeeded')
  expect(live.stripe.intents.known.size).toBe(1)

  const back = startedWith(portal)
  await back.start()
  expect(await back.client.payments.cards()).toMatchObject([{ last4: '4242' }])
  expect(
    await back.client.payments.quickPay(card((await back.client.payments.cards())[0]?.id ?? '')),
  ).toMatchObject({
    status: 'succeeded',
  })
})

test('other keys of the same account and mode change nothing', async () => {
  const portal = await setUpStripe()
  await startedWith(portal).start()
  await portal.client.payments.addCard(card('pm_card_visa'))
  const config = { stripe: { ...portal.config.stripe, secretKey: 'rk_test_rolled' } }
  const rolled = startedWith({ ...portal, config })
  await rolled.start()
  expect(await rolled.client.payments.cards()).toHaveLength(1)
  portal.stripe.denied = ['GET /v1/account']
  const restricted = startedWith({ ...portal, config })
  await restricted.start()
  expect(await restricted.client.payments.cards()).toHaveLength(1)
})

test('cards are back with restricted keys that may not read their account, and with full keys after those', async () => {
  const portal = await setUpStripe()
  await startedWith(portal).start()
  await portal.client.payments.addCard(card('pm_card_visa'))
  for (const denied of [['GET /v1/account'], []]) {
    portal.stripe.denied = []
    const live = await withLiveKeys(portal)
    await live.start()
    expect(await live.client.payments.cards()).toEqual([])
    portal.stripe.denied = denied
    const back = startedWith(portal)
    await back.start()
    expect(await back.client.payments.cards()).toMatchObject([{ last4: '4242' }])
  }
})

test('payments of the former account stay: refunds are only recorded, and a pending one no longer blocks its invoice', async () => {
  const portal = await setUpStripe()
  const testing = startedWith(portal)
  await testing.start()
  const paid = await testing.client.payments.quickPay(card('pm_card_visa'))
  const pay = { invoice_id: portal.invoiceId }
  const waiting = await testing.client.payments.payInvoice({
    ...pay,
    ...card('pm_card_authenticationRequired'),
  })
  expect(waiting.status).toBe('requires_action')

  const live = await withLiveKeys(portal)
  await live.start()
  const { items } = await live.client.payments.list({})
  expect(items.find(({ id }) => id === waiting.payment_id)).toMatchObject({ status: 'failed' })
  expect(await live.client.payments.payInvoice({ ...pay, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
  const refund = { id: paid.payment_id, amount: 100, reason: 'Wrong', request_id: crypto.randomUUID() }
  await expect(live.owner.payments.refund(refund)).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { reason: 'provider_gone' } },
  })
  const byHand = { ...refund, by_hand: true }
  const stranger = callerAs(portal.db, portal.world.foreign.owner, { config: portal.config })
  await expect(stranger.payments.refund(byHand)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const _ of ['recorded', 'submitted again']) {
    expect(await live.owner.payments.refund(byHand)).toMatchObject({ refunded: 100 })
  }
  const rest = { ...byHand, amount: paid.amount, request_id: crypto.randomUUID() }
  await expect(live.owner.payments.refund(rest)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const own = (await live.client.payments.list({ status: 'succeeded' })).items.find(
    ({ invoiceId }) => invoiceId !== null,
  )
  const current = { ...byHand, id: own?.id ?? '', request_id: crypto.randomUUID() }
  await expect(live.owner.payments.refund(current)).rejects.toThrow('Refund it here')
  expect(await reconcilePayments(live.ctxAt(addDays(TEST_NOW, 1)))).toBe(0)
  expect(await getReceipt(live.ctxAt(TEST_NOW), paid.payment_id)).toMatchObject({ test_mode: true })
})

/** 1.00 of a payment at the former account was refunded in its dashboard, then recorded here, by default at once. */
async function recordRefund(recorded: readonly number[] = [100]) {
  const portal = await setUpStripe()
  const { db, stripe, deliver } = portal
  await startedWith(portal).start()
  const { payment_id: id } = await portal.client.payments.quickPay(card('pm_card_visa'))
  const live = await withLiveKeys(portal)
  await live.start()
  const [intent] = stripe.intents.known.values()
  const refundAtStripe = (amount = 100) => {
    stripe.refunds.create(new URLSearchParams({ payment_intent: intent?.id ?? '', amount: `${amount}` }))
    return { ...stripe.refunds.made[0], created: stripe.clock.now }
  }
  const made = refundAtStripe()
  for (const amount of recorded) {
    await live.owner.payments.refund({ id, ...refundForm(amount), by_hand: true })
  }
  const back = startedWith(portal)
  await back.start()
  const report = async (type: string, refund: object | undefined) => {
    await deliver(eventOf(`evt_${crypto.randomUUID()}`, type, { ...refund }))
    const { items } = await back.owner.payments.list({})
    return items.find((item) => item.id === id)?.refunded
  }
  return { db, stripe, made, refundAtStripe, report }
}

test('a recorded refund that Stripe reports once the former keys are back is the same one', async () => {
  const { stripe, made, refundAtStripe, report } = await recordRefund()
  for (const type of ['refund.created', 'refund.updated']) expect(await report(type, made)).toBe(100)
  stripe.clock.now = (stripe.clock.now ?? 0) + 60
  expect(await report('refund.created', refundAtStripe())).toBe(200)
  expect(await report('refund.failed', { ...made, status: 'failed' })).toBe(100)
})

test('a refund that was recorded in two parts, or together with another one, is still the same one', async () => {
  const parts = await recordRefund([60, 50])
  expect(await parts.report('refund.created', parts.made)).toBe(110)
  // What was replaced stays on record, and its reason and person are those of the provider's refund.
  const rows = await parts.db
    .selectFrom('payment_refunds')
    .select(['amount', 'status', 'reason', 'requested_by'])
    .orderBy('amount')
    .execute()
  const byHand = { reason: 'Mistake', requested_by: expect.any(String) }
  expect(rows).toEqual([
    { ...byHand, amount: 10, status: 'succeeded' },
    { ...byHand, amount: 60, status: 'failed' },
    { ...byHand, amount: 100, status: 'succeeded' },
  ])
  expect(await parts.report('refund.failed', { ...parts.made, status: 'failed' })).toBe(10)

  const together = await recordRefund([160])
  const other = together.refundAtStripe(60)
  for (const refund of [together.made, other, together.made]) {
    expect(await together.report('refund.updated', refund)).toBe(160)
  }
  expect(await together.report('refund.failed', { ...other, status: 'failed' })).toBe(100)

  const less = await recordRefund([40])
  expect(await less.report('refund.created', less.made)).toBe(100)
})

test.each([
  ['in full', undefined],
  ['in part', 100],
])('a refund that was being processed when the keys changed can be recorded %s', async (_, recorded) => {
  const portal = await setUpStripe()
  await startedWith(portal).start()
  const { stripe } = portal
  const { payment_id: id, amount } = await portal.client.payments.quickPay(card('pm_card_visa'))
  stripe.broken = ['POST /v1/refunds']
  await expect(portal.owner.payments.refund({ id, ...refundForm() })).rejects.toThrow()
  stripe.broken = []
  const live = await withLiveKeys(portal)
  await live.start()
  const byHand = { id, ...refundForm(recorded ?? amount), by_hand: true }
  const stranger = callerAs(portal.db, portal.world.foreign.owner, { config: portal.config })
  await expect(stranger.payments.refund(byHand)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await live.owner.payments.refund(byHand)).toMatchObject({ refunded: recorded ?? amount })

  const back = startedWith(portal)
  await back.start()
  const report = async (type: string, change: object = {}) => {
    const made = { ...stripe.refunds.made[0], created: stripe.clock.now, ...change }
    await portal.deliver(eventOf(`evt_${crypto.randomUUID()}`, type, made))
    const { items } = await back.owner.payments.list({})
    return items.find((item) => item.id === id)?.refunded
  }
  for (const type of ['refund.created', 'refund.updated']) expect(await report(type)).toBe(amount)
  expect(await report('refund.failed', { status: 'failed' })).toBe(0)
})

test('a refund that is only recorded doesn’t tell the payer to wait for the bank', async () => {
  const { db } = await recordRefund()
  const notices = db.selectFrom('notifications').select('title').where('event', '=', 'payment_refunded')
  expect(await notices.execute()).toEqual([])
})

test('cards of an agency that moved here return with the first keys, if those are of their account', async () => {
  const portal = await setUpStripe()
  const { db } = portal
  await startedWith(portal).start()
  await portal.client.payments.addCard(card('pm_card_visa'))
  const { stripe_identity: identity } = await db
    .selectFrom('platform_settings')
    .select('stripe_identity')
    .executeTakeFirstOrThrow()
  for (const table of ['payment_customers', 'saved_cards'] as const) {
    await db
      .updateTable(table)
      .set({ account: `instance:${identity}` })
      .execute()
  }
  await db.updateTable('platform_settings').set({ stripe_identity: null }).execute()
  expect(await portal.client.payments.cards()).toEqual([])
  const first = startedWith(portal)
  await first.start()
  expect(await first.client.payments.cards()).toMatchObject([{ last4: '4242' }])
})

test('an account that does not respond at the start is compared by the job', async () => {
  const portal = await setUpStripe()
  await startedWith(portal).start()
  await portal.client.payments.addCard(card('pm_card_visa'))
  const live = await withLiveKeys(portal)
  live.stripe.fail = { status: 500, message: 'Down' }
  await expect(live.start()).rejects.toThrow('Down')
  live.stripe.fail = null
  await reconcilePayments(live.ctxAt(TEST_NOW))
  expect(await live.client.payments.cards()).toEqual([])
})

test('a plan paid at the former account becomes overdue with its period, and continues with the former keys', async () => {
  const billing = await setUpBilling()
  const { db, world, stripe } = billing
  const portal = { db, world, config: { stripe: { ...TEST_KEYS, apiBase: stripe.apiBase } } }
  const testing = startedWith(portal)
  await testing.start()
  await billing.owner.packages.subscribe({ ...billing.on('Professional'), ...billing.fill('pm_card_visa') })
  const live = await withLiveKeys(portal)
  await live.start()
  expect(await live.owner.packages.subscription()).toMatchObject({ status: 'active' })
  await renewSubscriptions(live.ctxAt(NEXT_MONTH))
  expect(await live.owner.packages.subscription()).toMatchObject({ status: 'past_due' })
  expect(live.stripe.calls.filter((call) => call.includes('subscriptions'))).toEqual([])

  const back = startedWith(portal)
  await back.start()
  billing.stripe.clock.now = NEXT_MONTH.getTime() / 1000
  await renewSubscriptions(back.ctxAt(NEXT_MONTH))
  expect(await back.owner.packages.subscription()).toMatchObject({ status: 'active' })
})

test.each([
  ['full', []],
  ['restricted', ['GET /v1/account']],
])(
  'connected accounts are disconnected with other keys, their owners are notified, and they return with %s ones',
  async (_, denied) => {
    const { db, world, config, as, stripes } = await setUpAccounts()
    const stripe = config.stripe ?? { ...TEST_KEYS, apiBase: null }
    const portal = { db, world, config: { stripe: { ...stripe, apiBase: stripes.portal.apiBase } } }
    await startedWith(portal).start()
    await as(world.admin).platform.savePayments({
      share_keys: false,
      connect: true,
      connect_fee_bps: 0,
      ...PROOF,
    })
    await as(world.home.owner).payments.startOnboarding(PROOF)

    const live = await withLiveKeys(portal)
    await live.start()
    expect(await live.owner.payments.account()).toMatchObject({ account: null, takes: 'none' })
    const notices = await db
      .selectFrom('notifications')
      .select('title')
      .where('event', '=', 'owners')
      .execute()
    expect(notices.at(-1)?.title).toContain('no longer receives card payments')

    stripes.portal.denied = denied
    await startedWith(portal).start()
    expect(await as(world.home.owner).payments.account()).toMatchObject({ account: { kind: 'connect' } })
  },
)
