import { text } from 'node:stream/consumers'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { renderReceiptPdf } from '#server/adapters/documents.ts'
import { openAgencyExport } from '#server/agencies/queries/export.ts'
import type { Db } from '#server/db/schema.ts'
import { addDays } from '#server/db/values.ts'
import { reconcilePayments } from '#server/payments/commands/reconcile.ts'
import { getReceipt } from '#server/payments/queries/receipt.ts'
import { receiptFacts, receiptRows, receiptSums } from '#shared/receipt-paper.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { card, refundForm, sendInvoiceTo } from '#tests/support/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe-portal.ts'
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

test('part of a payment is given back: it stays succeeded and its invoice owes the part again', async () => {
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

test('several refunds add up; the last one turns the payment to refunded', async () => {
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

test('no more is given back than is left, also by two forms at once', async () => {
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
  const { refunded } = await db.selectFrom('test_intents').select('refunded').executeTakeFirstOrThrow()
  expect(refunded).toBe(200_000)
})

test('a form sent twice, at once or again later, gives back once', async () => {
  const { db, owner, id } = await setUp()
  const form = { id, ...refundForm(50_000) }
  await Promise.all([1, 2, 3].map(() => owner.payments.refund(form)))
  expect((await owner.payments.refund(form)).refunded).toBe(50_000)
  expect(await incomeOf(db)).toEqual([PAID, -50_000])
  const rows = await db.selectFrom('payment_refunds').select(['amount', 'status', 'reason']).execute()
  expect(rows).toEqual([{ amount: 50_000, status: 'succeeded', reason: 'Mistake' }])
})

test('an invoice past its due date is overdue again', async () => {
  const { db, world, invoiceId, id } = await setUp()
  const later = callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 60) })
  await later.payments.refund({ id, ...refundForm(1000) })
  expect(await later.invoices.get({ id: invoiceId })).toMatchObject({ status: 'overdue', amount_due: 1000 })
})

test('money that came by hand is given back without a provider', async () => {
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

test('what is not received, or not the agency’s, is not given back', async () => {
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

test('statement, books and client show what is left after refunds', async () => {
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

test('the receipt names each refund and what is left', async () => {
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
  expect(partly).toContain('Refund of 4 Mar 2026 -$600.00 USD')
  expect(partly).toContain('Paid after refunds $3,000.00 USD')
  await owner.payments.refund({ id, ...refundForm() })
  const whole = await textOf()
  expect(whole).toContain('Status Refunded')
  expect(whole).toContain('-$3,000.00 USD')
  expect(whole).toContain('Paid after refunds $0.00 USD')
})

test('the sheet of a receipt says what its PDF says, to those who may see it', async () => {
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

test('an agency’s export holds its refunds, without the keys of their forms', async () => {
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

test('a refund whose answer was lost is found again, one that was never made has failed', async () => {
  const { db, owner, client, id } = await setUp()
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const other = await client.payments.quickPay(card())
  await owner.payments.refund({ id: other.payment_id, ...refundForm(4000) })
  // As it was when the process died: both asked for, nothing booked yet; the second never got through.
  await db.deleteFrom('ledger_entries').where('amount', '<', 0).execute()
  await db.updateTable('payments').set({ refunded: 0 }).execute()
  await db.updateTable('payment_refunds').set({ status: 'pending', provider_refund_id: null }).execute()
  await db.deleteFrom('test_refunds').where('amount', '=', 4000).execute()
  const later = new Date(TEST_NOW.getTime() + 3_600_000)
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(2)
  const { items } = await owner.payments.list({})
  expect(Object.fromEntries(items.map((item) => [item.id, item.refunded]))).toEqual({
    [id]: 60_000,
    [other.payment_id]: 0,
  })
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(0)
})

test('Stripe is asked for each part once, and told which refund of ours it is', async () => {
  const { db, stripe, owner, client, invoiceId } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  const form = { id, ...refundForm(60_000) }
  await Promise.all([owner.payments.refund(form), owner.payments.refund(form)])
  await owner.payments.refund({ id, ...refundForm(40_000) })
  const ours = await db.selectFrom('payment_refunds').select('id').execute()
  expect(stripe.saved.refunds.map((refund) => refund.amount)).toEqual([40_000, 60_000])
  expect(new Set(stripe.saved.refunds.map((refund) => refund.metadata.refund_id))).toEqual(
    new Set(ours.map((refund) => refund.id)),
  )
})

test('a refund Stripe refuses leaves the books alone, and what it knows better is taken in', async () => {
  const { stripe, owner, client, invoiceId, incomes } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  const [intentId = ''] = stripe.intents.keys()
  stripe.saved.createRefund(new URLSearchParams({ payment_intent: intentId, amount: '300000' }))
  await expect(owner.payments.refund({ id, ...refundForm(100_000) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Refund amount is greater than unrefunded amount on charge.',
  })
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -300_000])
  expect((await owner.payments.refund({ id, ...refundForm() })).status).toBe('refunded')
})

test('a refund that fails after all is taken back out of the books', async () => {
  const { stripe, owner, client, invoiceId, deliver, incomes } = await setUpStripe()
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  await owner.payments.refund({ id, ...refundForm() })
  const failed = { ...stripe.saved.refunds[0], status: 'failed', failure_reason: 'lost_or_stolen_card' }
  await deliver(eventOf('evt_f', 'refund.failed', failed))
  await deliver(eventOf('evt_u', 'refund.updated', { ...stripe.saved.refunds[0] }))
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -360_000, 360_000])
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'succeeded', refunded: 0 }])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
})

test('a partial refund made at Stripe is booked once, told as a sum, as itself, or both', async () => {
  const { stripe, owner, client, invoiceId, deliver, incomes } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.values()
  stripe.saved.createRefund(new URLSearchParams({ payment_intent: intent?.id ?? '', amount: '60000' }))
  const news = [
    eventOf('evt_c', 'charge.refunded', { ...intent?.latest_charge }),
    eventOf('evt_r', 'refund.created', { ...stripe.saved.refunds[0] }),
    eventOf('evt_u', 'refund.updated', { ...stripe.saved.refunds[0] }),
  ]
  await Promise.all([...news, ...news.toReversed(), ...news].map((event) => deliver(event)))
  expect((await incomes()).map((entry) => entry.amount)).toEqual([360_000, -60_000])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 60_000 })
})
