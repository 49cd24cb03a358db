import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#shared/reactions/webhooks.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, depositOf, draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

const TOTAL = 360_000

/** An agency whose webhook gets every event, and an invoice of 3,600.00. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  await owner.webhooks.save({ url: 'https://hooks.example.test/', events: [...WEBHOOK_EVENTS] })
  const clientId = world.home.client.clientId
  const invoiceId = await sendInvoiceTo(owner, clientId)
  /** The bodies queued since the last call, by event. */
  const received = async (): Promise<Record<string, unknown[]>> => {
    const rows = await db.deleteFrom('webhook_deliveries').returning(['event', 'body']).execute()
    const bodies: [string, unknown][] = rows.map(({ event, body }) => {
      const { id: _, event: __, created_at: ___, summary: ____, ...facts } = JSON.parse(body)
      return [event, facts]
    })
    return Object.fromEntries(
      [...Map.groupBy(bodies, ([event]) => event)].map(([event, all]) => [
        event,
        all.map(([, facts]) => facts),
      ]),
    )
  }
  const pay = (amount: number) =>
    owner.payments.recordManual({
      ...{ invoice_id: invoiceId, amount, method: 'bank' },
      request_id: crypto.randomUUID(),
    })
  return { db, world, owner, client, clientId, invoiceId, received, pay }
}

const paid = (invoiceId: string, payment_id: string | null = null, amount = TOTAL) => ({
  subject_id: invoiceId,
  ...{ invoice_id: invoiceId, payment_id, amount, currency: 'USD', status: 'paid' },
})

test('each payment is sent, and the invoice once it is paid', async () => {
  const { invoiceId, received, pay } = await setUp()
  expect(await received()).toEqual({
    'invoice.sent': [
      { subject_id: invoiceId, invoice_id: invoiceId, amount: TOTAL, currency: 'USD', status: 'sent' },
    ],
  })
  const bodyOf = (payment_id: string, amount: number) => ({
    subject_id: payment_id,
    ...{ invoice_id: invoiceId, payment_id, amount, currency: 'USD', status: 'succeeded' },
  })
  const part = await pay(1000)
  expect(await received()).toEqual({ 'payment.succeeded': [bodyOf(part.id, 1000)] })
  const rest = await pay(TOTAL - 1000)
  expect(await received()).toEqual({
    'payment.succeeded': [bodyOf(rest.id, TOTAL - 1000)],
    'invoice.paid': [paid(invoiceId, rest.id)],
  })
})

test('credit of a client is sent when it is applied and removed, with the status after it', async () => {
  const { owner, clientId, invoiceId, received } = await setUp()
  await owner.payments.recordManual(depositOf(clientId, TOTAL + 1000))
  await received()
  await owner.invoices.applyCredit({ id: invoiceId, amount: 1000 })
  const credit = (amount: number, status: string) => ({
    subject_id: invoiceId,
    ...{ invoice_id: invoiceId, amount, currency: 'USD', status },
  })
  expect(await received()).toEqual({ 'invoice.credit-applied': [credit(1000, 'sent')] })
  await owner.invoices.applyCredit({ id: invoiceId })
  expect(await received()).toEqual({
    'invoice.credit-applied': [credit(TOTAL - 1000, 'paid')],
    'invoice.paid': [paid(invoiceId)],
  })
  await owner.invoices.removeCredit({ id: invoiceId })
  expect(await received()).toEqual({ 'invoice.credit-removed': [credit(TOTAL, 'sent')] })
})

test('a final invoice that was entirely paid in advance is sent as paid', async () => {
  const { owner, clientId, received } = await setUp()
  const advance = await owner.invoices.save({ ...draftFor(clientId), stage: 'advance' })
  await owner.invoices.send({ id: advance.id })
  await owner.payments.recordManual({
    ...{ invoice_id: advance.id, amount: TOTAL, method: 'bank' },
    request_id: crypto.randomUUID(),
  })
  const final = await owner.invoices.save({
    ...draftFor(clientId),
    stage: 'final',
    advance_ids: [advance.id],
  })
  await received()
  await owner.invoices.send({ id: final.id })
  expect(await received()).toMatchObject({
    'invoice.sent': [{ invoice_id: final.id, amount: 0, status: 'paid' }],
    'invoice.paid': [{ invoice_id: final.id, amount: 0, status: 'paid' }],
  })
})

test('a written-off invoice is sent as paid only when the money arrives', async () => {
  const { owner, invoiceId, received, pay } = await setUp()
  await received()
  await owner.invoices.writeOff({ id: invoiceId, reason: 'Insolvent' })
  expect(await received()).toMatchObject({ 'invoice.written-off': [{ invoice_id: invoiceId }] })
  const { id } = await pay(TOTAL)
  expect(await received()).toMatchObject({ 'invoice.paid': [paid(invoiceId, id)] })
})

test('a write-off and undoing it are sent with the status of the invoice after it', async () => {
  const { owner, invoiceId, received } = await setUp()
  await received()
  const loss = { subject_id: invoiceId, invoice_id: invoiceId, amount: TOTAL, currency: 'USD' }
  await owner.invoices.writeOff({ id: invoiceId, reason: 'Insolvent' })
  expect(await received()).toEqual({ 'invoice.written-off': [{ ...loss, status: 'paid' }] })
  await owner.invoices.undoWriteOff({ id: invoiceId })
  expect(await received()).toEqual({ 'invoice.write-off-undone': [{ ...loss, status: 'sent' }] })
})

test('a payment that was recorded by mistake is sent as refunded, with a status of its own', async () => {
  const { owner, invoiceId, received, pay } = await setUp()
  const { id } = await pay(1000)
  await received()
  await owner.payments.reverse({ id })
  const facts = { invoice_id: invoiceId, payment_id: id, amount: 1000, currency: 'USD', status: 'reversed' }
  expect(await received()).toEqual({ 'payment.refunded': [{ subject_id: id, ...facts }] })
})

test('refunds, credit notes and voided invoices are sent with their invoice', async () => {
  const { owner, clientId, invoiceId, received, pay } = await setUp()
  const { id } = await pay(TOTAL)
  await received()
  await owner.payments.refund({ id, ...refundForm(1000), credit: true })
  expect(await received()).toEqual({
    'payment.refunded': [
      {
        subject_id: id,
        ...{ invoice_id: invoiceId, payment_id: id, amount: 1000, currency: 'USD', status: 'succeeded' },
      },
    ],
    'invoice.credited': [
      { subject_id: invoiceId, invoice_id: invoiceId, amount: 1000, currency: 'USD', status: 'paid' },
    ],
  })
  const other = await sendInvoiceTo(owner, clientId)
  await received()
  await owner.invoices.void({ id: other })
  expect(await received()).toEqual({
    'invoice.voided': [{ subject_id: other, invoice_id: other, status: 'void' }],
  })
})

test('what the agency or its people pay to others is not sent', async () => {
  const { world, db, owner, received } = await setUp()
  await received()
  await owner.payments.quickPay(card())
  await callerAs(db, world.home.employee).payments.quickPay(card())
  await owner.payments.quickPay(card('mock_card_declined')).catch(() => null)
  const { items } = await owner.payments.list({})
  expect(items.length).toBeGreaterThan(1)
  expect(await received()).toEqual({})
})

test('people are notified of a payment once', async () => {
  const { owner, client, invoiceId } = await setUp()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  const { items } = await owner.notifications.list({})
  expect(items.filter(({ event }) => event === 'invoice_paid')).toHaveLength(1)
  const feed = await owner.activity.list({ invoice_id: invoiceId })
  expect(feed.items.map(({ summary }) => summary).filter((text) => text.endsWith(' paid'))).toHaveLength(1)
})
