import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const ASKS = 'pm_card_authenticationRequired'

/** A sent invoice over one amount. */
async function invoiceOver(portal: Awaited<ReturnType<typeof setUpStripe>>, rate: number, currency: string) {
  const { owner, world } = portal
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency,
    ...(currency !== 'USD' && { booking_rate: '1.1' }),
    items: [{ description: 'Design', quantity: 1, rate }],
  })
  return { id, sent: await owner.invoices.send({ id }) }
}

async function withLink() {
  const portal = await setUpStripe()
  const { url } = await portal.owner.invoices.createPayLink({ id: portal.invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  return { ...portal, token, anybody: callerAs(portal.db, null, { config: portal.config }) }
}

test.each([
  [49, 'USD', 'Card payments must be at least $0.50 USD. Please pay $0.49 USD another way.'],
  [
    1_000_000,
    'ISK',
    'Card payments can be at most ISK 999,999 ISK. Please pay ISK 1,000,000 ISK another way.',
  ],
  [
    100_000_000,
    'USD',
    'Card payments can be at most $999,999.99 USD. Please pay $1,000,000.00 USD another way.',
  ],
  [49, 'ZAR', 'Card payments must be at least R 0.50 ZAR. Please pay R 0.49 ZAR another way.'],
  [49, 'KRW', 'Card payments must be at least ₩50 KRW. Please pay ₩49 KRW another way.'],
  [49, 'JPY', 'Card payments must be at least ¥50 JPY. Please pay ¥49 JPY another way.'],
  [17_400, 'HUF', 'Card payments must be at least Ft 175.00 HUF. Please pay Ft 174.00 HUF another way.'],
  [1005, 'KWD', 'Please pay 1.005 KWD another way.'],
])(
  '%i %s is reported when the invoice is sent, and rejected before anything is stored',
  async (rate, currency, words) => {
    const portal = await setUpStripe()
    const { id, sent } = await invoiceOver(portal, rate, currency)
    const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\s]/g, ' ')
    expect(plain(sent.card_notice)).toContain(words.slice(-24))
    await expect(
      portal.client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: sent.card_notice,
    })
    expect(portal.stripe.intents.known.size).toBe(0)
    expect((await portal.client.payments.list({})).items).toEqual([])
  },
)

test("an amount a voucher can't be for fails with Stripe's message; a card can", async () => {
  const portal = await setUpStripe()
  const { id } = await invoiceOver(portal, 300_001, 'JPY')
  const { client, stripe } = portal
  const voucher = await client.payments.payInvoice({
    invoice_id: id,
    ...card(stripe.tokens.collect('konbini')),
  })
  expect(voucher).toMatchObject({ status: 'failed', failure: expect.stringContaining('no more than') })
  const paid = await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })
  expect(paid).toMatchObject({ status: 'succeeded', amount: 300_001 })
})

test('a Stripe error marks the charge failed, and the invoice can be paid again', async () => {
  const { client, stripe, invoiceId } = await setUpStripe()
  // A card of another customer: Stripe returns a 400.
  const taken = stripe.methods.methodFor('pm_card_visa')
  taken.customer = 'cus_somebody'
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(taken.id) })
  expect(charge).toMatchObject({ status: 'failed', failure: expect.stringContaining('does not have') })
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed' }])
  expect(await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
})

test('card testing through a pay link stops within ten declines; a real payer can pay later', async () => {
  const { db, token, anybody } = await withLink()
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      anybody.payments.payByLink({ token, ...card('pm_card_chargeDeclined') }),
    ),
  )
  for (let count = 0; count < 20; count++) {
    answers.push(
      ...(await Promise.allSettled([
        anybody.payments.payByLink({ token, ...card('pm_card_chargeDeclined') }),
      ])),
    )
  }
  const declined = await db.selectFrom('payments').select('id').where('status', '=', 'failed').execute()
  expect(declined.length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } })
  await expect(anybody.payments.payByLink({ token, ...card('pm_card_visa') })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  // Fifteen minutes pass.
  await sql`update rate_limits set expire = 1 where key like 'card-%'`.execute(db)
  expect(await anybody.payments.payByLink({ token, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
})

test.each([
  [
    'paying',
    (client: ReturnType<typeof callerAs>) => client.payments.quickPay(card('pm_card_chargeDeclined')),
  ],
  [
    'saving cards',
    (client: ReturnType<typeof callerAs>) => client.payments.addCard(card('pm_card_chargeDeclined')),
  ],
])('card testing by a signed-in user by %s is stopped as well', async (_how, attempt) => {
  const { client } = await setUpStripe()
  const answers = []
  for (let count = 0; count < 15; count++) answers.push(...(await Promise.allSettled([attempt(client)])))
  const tried = answers.filter((answer) => answer.status === 'fulfilled').length
  expect(tried).toBeLessThanOrEqual(10)
  expect(tried).toBeGreaterThan(3)
})

test('successful charges never use up attempts', async () => {
  const { client } = await setUpStripe()
  for (let count = 0; count < 12; count++) {
    expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
  }
})

test.each([
  ['another amount', { amount: 100 }],
  ['another currency', { currency: 'jpy' }],
])(
  'an event that names %s than was charged is rejected, and the administrator is notified',
  async (_what, lie) => {
    const { db, config, world, client, invoiceId, stripe, deliver, incomes } = await setUpStripe()
    await client.payments.payInvoice({ invoice_id: invoiceId, ...card(ASKS) })
    const [intent] = stripe.intents.known.values()
    const event = eventOf('evt_lie', 'payment_intent.succeeded', { ...intent, status: 'succeeded', ...lie })
    expect(await (await deliver(event)).json()).toMatchObject({ applied: false })
    expect(await incomes()).toEqual([])
    expect((await client.payments.list({})).items).toMatchObject([{ status: 'pending' }])
    const admin = callerAs(db, world.admin, { config })
    expect((await admin.notifications.list({})).items).toMatchObject([
      { event: 'platform', title: expect.stringContaining('instead of $3,600.00 USD') },
    ])
  },
)

test('a form resent after a lost response with a new card token finds the charge', async () => {
  const { db, client, invoiceId, stripe } = await setUpStripe()
  const form = { invoice_id: invoiceId, request_id: crypto.randomUUID() }
  await client.payments.payInvoice({ ...form, method: 'pm_card_visa' })
  // The response was lost, and nothing was stored.
  await rewriteBooks(db, () => db.deleteFrom('ledger_entries').execute())
  await db.updateTable('payments').set({ status: 'pending', provider_payment_id: null }).execute()
  await db.updateTable('invoices').set({ status: 'sent', amount_paid: 0 }).execute()
  const again = await client.payments.payInvoice({ ...form, method: 'pm_card_mastercard' })
  expect(again.status).toBe('succeeded')
  expect(stripe.intents.known.size).toBe(1)
})

test("paying by link doesn't cancel someone else's authentication", async () => {
  const { client, invoiceId, token, anybody, stripe } = await withLink()
  const waiting = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(ASKS) })
  await expect(anybody.payments.payByLink({ token, ...card('pm_card_visa') })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const [intent] = stripe.intents.known.values()
  expect(intent?.status).toBe('requires_action')
  if (intent !== undefined) stripe.intents.succeed(intent)
  expect((await client.payments.confirm({ id: waiting.payment_id })).status).toBe('succeeded')
})

test("a payer's own authentication is replaced immediately, abandoned ones of others after a while", async () => {
  const { db, config, client, world, invoiceId, token, anybody, stripe } = await withLink()
  await anybody.payments.payByLink({ token, ...card(ASKS) })
  await anybody.payments.payByLink({ token, ...card(ASKS) })
  expect([...stripe.intents.known.values()].map((intent) => intent.status)).toEqual([
    'canceled',
    'requires_action',
  ])
  const pay = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await expect(client.payments.payInvoice(pay)).rejects.toMatchObject({ code: 'CONFLICT' })
  const later = callerAs(db, world.home.client, { config, now: new Date(TEST_NOW.getTime() + 16 * 60_000) })
  expect(await later.payments.payInvoice(pay)).toMatchObject({ status: 'succeeded' })
})

test("a successful charge that couldn't be stored shows the specified message", async () => {
  const { db, client, invoiceId } = await setUpStripe()
  await db.schema.alterTable('ledger_entries').renameTo('ledger_entries_away').execute()
  await expect(
    client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') }),
  ).rejects.toMatchObject({
    message: 'Failed to update invoice status. Please contact support.',
    cause: { details: { title: 'Error', reason: 'not_booked' } },
  })
})
