import { text } from 'node:stream/consumers'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { renderReceiptPdf } from '#server/base/adapters/documents/documents.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays } from '#server/base/db/values.ts'
import { openAgencyExport } from '#server/identity/agencies/queries/export.ts'
import { getReceipt } from '#server/money/payments/charge/queries/receipt.ts'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import {
  receiptFacts,
  receiptInvoiceRows,
  receiptInvoiceSums,
  receiptRows,
  receiptSums,
} from '#shared/money/payments/receipt-paper.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { card, draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { atProvider } from '#tests/support/money/provider.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { createWorld } from '#tests/support/world.ts'

const PAID = 360_000

/** An invoice of 3,600.00 paid by card with the test provider. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const { payment_id: id } = await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  return { db, world, owner, client, invoiceId, id }
}

const incomeOf = async (db: Db) => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('direction', '=', 'income')
    .orderBy('occurred_at')
    .execute()
  return rows.map((row) => row.amount).toSorted((a, b) => b - a)
}

test('a partial refund keeps the payment succeeded and reopens that part of the invoice', async () => {
  const { db, owner, client, invoiceId, id } = await setUp()
  const refunded = await owner.payments.refund({ id, ...refundForm(60_000) })
  expect(refunded).toMatchObject({ status: 'succeeded', amount: PAID, refunded: 60_000, refundable: true })
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded', refunded: 60_000 }])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'sent',
    amount_paid: 300_000,
    amount_due: 60_000,
  })
  expect(await incomeOf(db)).toEqual([PAID, -60_000])
})

test('refunds add up; the last one marks the payment refunded', async () => {
  const { db, owner, invoiceId, id } = await setUp()
  for (const amount of [100_000, 200_000]) await owner.payments.refund({ id, ...refundForm(amount) })
  const last = await owner.payments.refund({ id, ...refundForm() })
  expect(last).toMatchObject({ status: 'refunded', refunded: PAID, refundable: false })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'sent', amount_due: PAID })
  expect(await incomeOf(db)).toEqual([PAID, -60_000, -100_000, -200_000])
  await expect(owner.payments.refund({ id, ...refundForm(1) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This payment has already been refunded in full.',
  })
})

test("refunds can't exceed what is left, also from two concurrent forms", async () => {
  const { db, owner, id } = await setUp()
  await expect(owner.payments.refund({ id, ...refundForm(PAID + 1) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Only $3,600.00 USD of this payment can still be refunded.',
  })
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => owner.payments.refund({ id, ...refundForm(200_000) })),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await incomeOf(db)).toEqual([PAID, -200_000])
  const refunded = await atProvider(db, ({ intents }) =>
    [...intents.known.values()].map(({ latest_charge }) => latest_charge?.amount_refunded),
  )
  expect(refunded).toEqual([200_000])
})

test('a form sent twice, concurrently or later, refunds once', async () => {
  const { db, owner, id } = await setUp()
  const form = { id, ...refundForm(50_000) }
  await Promise.all([1, 2, 3].map(() => owner.payments.refund(form)))
  expect((await owner.payments.refund(form)).refunded).toBe(50_000)
  expect(await incomeOf(db)).toEqual([PAID, -50_000])
  const rows = await db.selectFrom('payment_refunds').select(['amount', 'status', 'reason']).execute()
  expect(rows).toEqual([{ amount: 50_000, status: 'succeeded', reason: 'Mistake' }])
})

test('a refunded invoice past its due date is overdue again', async () => {
  const { db, world, invoiceId, id } = await setUp()
  const later = callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 60) })
  await later.payments.refund({ id, ...refundForm(1000) })
  expect(await later.invoices.get({ id: invoiceId })).toMatchObject({ status: 'overdue', amount_due: 1000 })
})

test('manual payments are refunded without a provider', async () => {
  const { db, world, owner } = await setUp()
  const deposit = await owner.payments.recordManual({
    client_id: world.home.client.clientId,
    amount: 20_000,
    method: 'cash',
    request_id: crypto.randomUUID(),
  })
  const refunded = await owner.payments.refund({ id: deposit.id, ...refundForm(5000) })
  expect(refunded).toMatchObject({ status: 'succeeded', refunded: 5000 })
  const credit = await owner.invoices.clientCredit({ client_id: world.home.client.clientId })
  expect(credit.balances).toEqual([{ amount: 15_000, currency: 'USD' }])
  expect(await incomeOf(db)).not.toContain(-5000)
})

test("unreceived and other agencies' payments can't be refunded", async () => {
  const { db, world, owner, client } = await setUp()
  const failed = await client.payments.quickPay(card('mock_card_declined'))
  await expect(owner.payments.refund({ id: failed.payment_id, ...refundForm() })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const own = await owner.payments.quickPay(card())
  for (const caller of [owner, callerAs(db, world.foreign.owner)]) {
    await expect(caller.payments.refund({ id: own.payment_id, ...refundForm() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
})

test('statement, ledger and client show what is left after refunds', async () => {
  const { world, owner, id } = await setUp()
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const statement = await owner.invoices.statement({
    client_id: world.home.client.clientId,
    from: '2026-03-01',
    to: '2026-03-31',
  })
  expect(statement.lines.map((line) => [line.kind, line.amount])).toEqual([
    ['invoice', PAID],
    ['payment', -PAID],
    ['refund', 60_000],
  ])
  expect(statement.closing_balance).toBe(60_000)
  const summary = await owner.finance.summary({})
  expect(summary.current.revenue).toBe(300_000)
  expect(summary.outstanding.total).toBe(60_000)
  const { items } = await owner.finance.transactions({ search: 'refund' })
  expect(items).toMatchObject([{ direction: 'income', amount: -60_000 }])
  expect((await owner.clients.list({})).items).toMatchObject([
    { total_paid: 300_000, outstanding_amount: 60_000 },
  ])
})

test('the receipt lists each refund and what is left', async () => {
  const { db, world, owner, id } = await setUp()
  const textOf = async () => {
    const pdf = await renderReceiptPdf(await getReceipt(ctxFor(db, world.home.client), id), null)
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }
  expect(await textOf()).toMatch(/Status Paid Paid to .* \$3,600\.00 USD/)
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const partly = await textOf()
  expect(partly).toContain('Status Paid, partly refunded')
  expect(partly).toContain('Refund of Mar 04, 2026 -$600.00 USD')
  expect(partly).toContain('Paid after refunds $3,000.00 USD')
  await owner.payments.refund({ id, ...refundForm() })
  const whole = await textOf()
  expect(whole).toContain('Status Refunded')
  expect(whole).toContain('-$3,000.00 USD')
  expect(whole).toContain('Paid after refunds $0.00 USD')
})

test("an invoice's receipt includes both parties, the tax by rate, each payment and the amount still due", async () => {
  const { db, world, owner, client } = await setUp()
  const { agencyId } = world.home
  await db
    .insertInto('billing_profiles')
    .values({
      agency_id: agencyId,
      address: 'Speicherstraße 12',
      postal_code: '20457',
      city: 'Hamburg',
      country: 'DE',
      tax_id: 'DE123456788',
      version: 1,
      updated_at: '2026-03-04',
    })
    .execute()
  const rate = await owner.letterhead.saveTaxRate({ name: 'VAT 19%', bps: 1900, category: 'standard' })
  const { id: invoice_id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    items: [{ description: 'Work', quantity: 1, rate: 100_000, tax_rate_id: rate.id }],
    part_minimum: 1_000,
  })
  await owner.invoices.send({ id: invoice_id })
  const first = await client.payments.payInvoice({ invoice_id, amount: 40_000, ...card() })
  const second = await client.payments.payInvoice({ invoice_id, amount: 50_000, ...card() })
  await owner.payments.refund({ id: first.payment_id, ...refundForm(10_000) })

  const receipt = await getReceipt(ctxFor(db, world.home.client), second.payment_id)
  const { invoice } = receipt
  if (invoice === null) throw new Error('The receipt has no invoice')
  const rows = receiptInvoiceRows(invoice)
  expect(rows.slice(0, 3)).toEqual([
    ['Subtotal', '$1,000.00'],
    ['VAT 19% on $1,000.00', '$190.00'],
    ['Total', '$1,190.00 USD'],
  ])
  // Both at the same moment.
  expect(rows.slice(3).toSorted()).toEqual([
    ['Paid on Mar 04, 2026, Visa ending in 4242', '-$500.00 USD'],
    ['Paid on Mar 04, 2026, Visa', '-$300.00 USD'],
  ])
  expect(receiptInvoiceSums(invoice)).toEqual([['Still due', '$390.00 USD']])
  const { text } = await extractText(new Uint8Array(await renderReceiptPdf(receipt, null)), {
    mergePages: true,
  })
  const printed = text.replace(/\s+/g, ' ')
  const words = [
    'Speicherstraße 12',
    '20457 Hamburg',
    'Tax ID DE123456788',
    'VAT 19% on $1,000.00',
    'Still due',
  ]
  for (const word of [...words, receipt.payment.payer_name, '$390.00 USD']) expect(printed).toContain(word)
})

test("a receipt's page matches its PDF for everyone who may see it", async () => {
  const { db, world, owner, client, id } = await setUp()
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const sheet = await client.payments.receipt({ id })
  const pdf = await renderReceiptPdf(await getReceipt(ctxFor(db, world.home.client), id), null)
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  const printed = text.replace(/\s+/g, ' ')
  const words = [receiptFacts(sheet), receiptRows(sheet), receiptSums(sheet)].flat(2)
  expect(words).toContain('Paid, partly refunded')
  for (const word of [...words, sheet.payee, sheet.payment.payer_name]) expect(printed).toContain(word)

  expect(await owner.payments.receipt({ id })).toEqual(sheet)
  for (const other of [callerAs(db, world.home.employee), callerAs(db, world.foreign.owner)])
    await expect(other.payments.receipt({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("an agency's export includes its refunds without their form keys", async () => {
  const { db, world, owner, id } = await setUp()
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const archive = await openAgencyExport(ctxFor(db, world.home.owner), world.home.agencyId)
  expect(archive.tables).toContain('payment_refunds')
  const [row] = JSON.parse(await text(archive.read('payment_refunds')))
  expect(row).toMatchObject({ amount: 60_000, reason: 'Mistake', status: 'succeeded' })
  expect(Object.keys(row).join()).not.toMatch(/key|provider/)
  const other = await openAgencyExport(ctxFor(db, world.foreign.owner), world.foreign.agencyId)
  expect(JSON.parse(await text(other.read('payment_refunds')))).toEqual([])
})

test('a refund with a lost response is found again; one that was never made fails', async () => {
  const { db, owner, client, id } = await setUp()
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const other = await client.payments.quickPay(card())
  await owner.payments.refund({ id: other.payment_id, ...refundForm(4000) })
  // The state when the process died: both requested, nothing booked; the second never reached the provider.
  await rewriteBooks(db, () => db.deleteFrom('ledger_entries').where('amount', '<', 0).execute())
  await db.updateTable('payments').set({ refunded: 0, refunds_reported: 0 }).execute()
  await db.updateTable('payment_refunds').set({ status: 'pending', provider_refund_id: null }).execute()
  await atProvider(db, ({ intents, refunds }) => {
    const lost = refunds.known.find(({ amount }) => amount === 4000)
    refunds.known.delete(lost?.id ?? '')
    const charge = intents.known.get(lost?.payment_intent ?? '')?.latest_charge
    if (charge) charge.amount_refunded = 0
  })
  const later = new Date(TEST_NOW.getTime() + 3_600_000)
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(2)
  const { items } = await owner.payments.list({})
  expect(Object.fromEntries(items.map((item) => [item.id, item.refunded]))).toEqual({
    [id]: 60_000,
    [other.payment_id]: 0,
  })
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(0)
})

test('Stripe is called once per refund, with our refund id', async () => {
  const { db, stripe, owner, client, invoiceId } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  const form = { id, ...refundForm(60_000) }
  await Promise.all([owner.payments.refund(form), owner.payments.refund(form)])
  await owner.payments.refund({ id, ...refundForm(40_000) })
  const ours = await db.selectFrom('payment_refunds').select('id').execute()
  expect(stripe.refunds.made.map((refund) => refund.amount)).toEqual([40_000, 60_000])
  expect(new Set(stripe.refunds.made.map((refund) => refund.metadata.refund_id))).toEqual(
    new Set(ours.map((refund) => refund.id)),
  )
})

test('a refund Stripe rejects changes nothing, and its corrections are applied', async () => {
  const { stripe, owner, client, invoiceId, incomes } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  const [intentId = ''] = stripe.intents.known.keys()
  stripe.refunds.create(new URLSearchParams({ payment_intent: intentId, amount: '300000' }))
  await expect(owner.payments.refund({ id, ...refundForm(100_000) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Refund amount is greater than unrefunded amount on charge.',
  })
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -300_000])
  expect((await owner.payments.refund({ id, ...refundForm() })).status).toBe('refunded')
})

test('a refund that fails later is reversed in the ledger', async () => {
  const { stripe, owner, client, invoiceId, deliver, incomes } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  await owner.payments.refund({ id, ...refundForm() })
  const failed = { ...stripe.refunds.made[0], status: 'failed', failure_reason: 'lost_or_stolen_card' }
  await deliver(eventOf('evt_f', 'refund.failed', failed))
  await deliver(eventOf('evt_u', 'refund.updated', { ...stripe.refunds.made[0] }))
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -360_000, 360_000])
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded', refunded: 0 }])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
})

test('a partial refund made at Stripe is booked once, reported as a total, individually or both', async () => {
  const { stripe, owner, client, invoiceId, deliver, incomes } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.known.values()
  stripe.refunds.create(new URLSearchParams({ payment_intent: intent?.id ?? '', amount: '60000' }))
  const news = [
    eventOf('evt_c', 'charge.refunded', { ...intent?.latest_charge }),
    eventOf('evt_r', 'refund.created', { ...stripe.refunds.made[0] }),
    eventOf('evt_u', 'refund.updated', { ...stripe.refunds.made[0] }),
  ]
  await Promise.all([...news, ...news.toReversed(), ...news].map((event) => deliver(event)))
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -60_000])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 60_000 })
})

test('a refund reported late is dated when it was made, and its failure when it failed', async () => {
  for (const [closed, day] of [
    [null, '2026-03-06'],
    ['2026-03-07', '2026-03-13'],
  ] as const) {
    const { stripe, db, world, client, config, invoiceId, services } = await setUpStripe()
    await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
    const later = callerAs(db, world.home.owner, { config, now: addDays(TEST_NOW, 8) })
    if (closed !== null) await later.finance.setLocks({ soft_until: null, hard_until: closed, version: 0 })
    const [intent] = stripe.intents.known.values()
    stripe.refunds.create(new URLSearchParams({ payment_intent: intent?.id ?? '', amount: '60000' }))
    const after = (days: number) => addDays(TEST_NOW, days)
    const tell = (days: number, on: number, type: string, object: object) => {
      const event = { ...eventOf(`evt_${days}_${type}`, type, object), created: after(on).getTime() / 1000 }
      return applyStripeEvent(ctxFor(services, null, after(days)), {
        account: 'instance',
        event: event as never,
      })
    }
    const made = { ...stripe.refunds.made[0], created: after(2).getTime() / 1000 }
    const charge = { ...intent?.latest_charge }
    if (closed === null) await tell(9, 2, 'charge.refunded', charge)
    await tell(9, 3, 'refund.created', made)
    await tell(12, 10, 'refund.failed', { ...made, status: 'failed', failure_reason: 'lost_or_stolen_card' })
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['amount', 'occurred_on'])
      .where('direction', '=', 'income')
      .orderBy('recorded_at')
      .execute()
    expect(entries.map(({ amount, occurred_on }) => [amount, occurred_on])).toEqual([
      [360_000, '2026-03-04'],
      [-60_000, day],
      [60_000, '2026-03-14'],
    ])
    const { refunded_at } = await db
      .selectFrom('payment_refunds')
      .select('refunded_at')
      .executeTakeFirstOrThrow()
    expect(refunded_at).toBe(after(2).toISOString())
  }
})
