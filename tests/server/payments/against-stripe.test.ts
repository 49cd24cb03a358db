import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe-portal.ts'

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
  [49, 'USD', 'Cards are charged $0.50 USD or more. Please pay $0.49 USD another way.'],
  [
    10_000_000_000,
    'ISK',
    'Cards are charged ISK 9,999,999,999 ISK at most. Please pay ISK 10,000,000,000 ISK another way.',
  ],
  [49, 'ZAR', 'Cards are charged R 0.50 ZAR or more. Please pay R 0.49 ZAR another way.'],
  [49, 'KRW', 'Cards are charged ₩50 KRW or more. Please pay ₩49 KRW another way.'],
  [49, 'JPY', 'Cards are charged ¥50 JPY or more. Please pay ¥49 JPY another way.'],
  [17_400, 'HUF', 'Cards are charged Ft 175.00 HUF or more. Please pay Ft 174.00 HUF another way.'],
  [1005, 'KWD', 'Please pay 1.005 KWD another way.'],
])(
  '%i %s is told when the invoice is sent, and refused before anything is stored',
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
    expect(portal.stripe.intents.size).toBe(0)
    expect((await portal.client.payments.list({})).items).toEqual([])
  },
)

test('what a debit can’t be charged settles as failed in Stripe’s words; a card can', async () => {
  const portal = await setUpStripe()
  const { id } = await invoiceOver(portal, 100_000_000, 'EUR')
  const { client, stripe } = portal
  const debit = await client.payments.payInvoice({
    invoice_id: id,
    ...card(stripe.tokens.collect('sepa_debit')),
  })
  expect(debit).toMatchObject({ status: 'failed', failure: expect.stringContaining('no more than') })
  const paid = await client.payments.payInvoice({ invoice_id: id, ...card('pm_card_visa') })
  expect(paid).toMatchObject({ status: 'succeeded', amount: 100_000_000 })
})

test('what Stripe finds wrong with a charge settles it as failed, and the invoice can be paid again', async () => {
  const { client, stripe, invoiceId } = await setUpStripe()
  // A card that another customer has: the answer is a 400.
  const taken = stripe.saved.methodFor('pm_card_visa')
  taken.customer = 'cus_somebody'
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(taken.id) })
  expect(charge).toMatchObject({ status: 'failed', failure: expect.stringContaining('does not have') })
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed' }])
  expect(await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
})

test('card testing through a pay link stops within ten declines; an honest payer gets through later', async () => {
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
  // A quarter of an hour goes by.
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
])('somebody signed in who tries cards by %s is stopped, too', async (_how, attempt) => {
  const { client } = await setUpStripe()
  const answers = []
  for (let count = 0; count < 15; count++) answers.push(...(await Promise.allSettled([attempt(client)])))
  const tried = answers.filter((answer) => answer.status === 'fulfilled').length
  expect(tried).toBeLessThanOrEqual(10)
  expect(tried).toBeGreaterThan(3)
})

test('charges that succeed never use up the tries', async () => {
  const { client } = await setUpStripe()
  for (let count = 0; count < 12; count++) {
    expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
  }
})

test.each([
  ['another amount', { amount: 100 }],
  ['another currency', { currency: 'jpy' }],
])(
  'an event that names %s than was charged is refused, and the administrator is told',
  async (_what, lie) => {
    const { db, config, world, client, invoiceId, stripe, deliver, incomes } = await setUpStripe()
    await client.payments.payInvoice({ invoice_id: invoiceId, ...card(ASKS) })
    const [intent] = stripe.intents.values()
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

test('a form sent again after a lost answer, with its card entered anew, finds the charge', async () => {
  const { db, client, invoiceId, stripe } = await setUpStripe()
  const form = { invoice_id: invoiceId, request_id: crypto.randomUUID() }
  await client.payments.payInvoice({ ...form, method: 'pm_card_visa' })
  // The answer never arrived, and nothing of it was written.
  await db.deleteFrom('ledger_entries').execute()
  await db.updateTable('payments').set({ status: 'pending', provider_payment_id: null }).execute()
  await db.updateTable('invoices').set({ status: 'sent', amount_paid: 0 }).execute()
  const again = await client.payments.payInvoice({ ...form, method: 'pm_card_mastercard' })
  expect(again.status).toBe('succeeded')
  expect(stripe.intents.size).toBe(1)
})

test('opening a payment by link leaves somebody else’s authentication alone', async () => {
  const { client, invoiceId, token, anybody, stripe } = await withLink()
  const waiting = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(ASKS) })
  await expect(anybody.payments.payByLink({ token, ...card('pm_card_visa') })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const [intent] = stripe.intents.values()
  expect(intent?.status).toBe('requires_action')
  if (intent !== undefined) stripe.succeed(intent)
  expect((await client.payments.confirm({ id: waiting.payment_id })).status).toBe('succeeded')
})

test('one’s own authentication gives way at once, an abandoned one of others after a while', async () => {
  const { db, config, client, world, invoiceId, token, anybody, stripe } = await withLink()
  await anybody.payments.payByLink({ token, ...card(ASKS) })
  await anybody.payments.payByLink({ token, ...card(ASKS) })
  expect([...stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled', 'requires_action'])
  const pay = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await expect(client.payments.payInvoice(pay)).rejects.toMatchObject({ code: 'CONFLICT' })
  const later = callerAs(db, world.home.client, { config, now: new Date(TEST_NOW.getTime() + 16 * 60_000) })
  expect(await later.payments.payInvoice(pay)).toMatchObject({ status: 'succeeded' })
})

test('a charge that succeeded but could not be written says so in the specified words', async () => {
  const { db, client, invoiceId } = await setUpStripe()
  await db.schema.alterTable('ledger_entries').renameTo('ledger_entries_away').execute()
  await expect(
    client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') }),
  ).rejects.toMatchObject({
    message: 'Failed to update invoice status. Please contact support.',
    cause: { details: { title: 'Error', reason: 'not_booked' } },
  })
})
