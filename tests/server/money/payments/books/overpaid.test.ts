import { expect, test } from 'vitest'
import { receiptInvoiceRows, receiptRows, receiptSums } from '#shared/money/payments/receipt-paper.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, depositOf, draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const transfer = (amount: number, received: boolean) =>
    owner.payments.recordManual({
      invoice_id: invoiceId,
      amount,
      method: 'bank',
      received,
      request_id: crypto.randomUUID(),
    })
  return { db, owner, client, clientId: world.home.client.clientId, invoiceId, transfer }
}

test('announced payments count: neither a second transfer nor a card pays again', async () => {
  const { client, owner, invoiceId, transfer } = await setUp()
  const announced = await transfer(360_000, false)
  const words = /\$3,600.00 USD (of|for) this invoice/
  await expect(transfer(360_000, false)).rejects.toThrow(words)
  await expect(transfer(1, true)).rejects.toThrow(words)
  await expect(client.payments.payInvoice({ invoice_id: invoiceId, ...card() })).rejects.toThrow(words)
  await owner.payments.settleManual({ id: announced.id, received: true })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_paid: 360_000 })
})

test("a transfer can't be recorded for money awaiting card authentication", async () => {
  const { db, client, owner, invoiceId, transfer } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  await expect(transfer(360_000, true)).rejects.toThrow('is already being paid')
  await answerBank(db, charge)
  await client.payments.confirm({ id: charge.payment_id })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_paid: 360_000 })
})

test('a surplus that arrives anyway is booked as such', async () => {
  const { db, owner, clientId, invoiceId, transfer } = await setUp()
  const announced = await transfer(360_000, false)
  // As if the transfer was announced before announcements counted.
  await db.updateTable('invoices').set({ amount_paid: 300_000 }).where('id', '=', invoiceId).execute()
  await owner.payments.settleManual({ id: announced.id, received: true })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_paid: 660_000,
    amount_applied: -300_000,
  })
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['amount', 'direction', 'description'])
    .execute()
  expect(entries.toSorted((a, b) => a.amount - b.amount)).toEqual([
    { amount: 60_000, direction: 'income', description: 'INV-1001 Milestone 2' },
    { amount: 300_000, direction: 'liability', description: 'Overpayment: INV-1001 Milestone 2' },
  ])
  const credit = await owner.invoices.clientCredit({ client_id: clientId })
  expect(credit.balances).toEqual([{ amount: 300_000, currency: 'USD' }])
  // Refunding it doesn't change the invoice, because it was never due.
  await owner.payments.refund({ id: announced.id, ...refundForm(300_000) })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
})

test('a transfer above the amount due is recorded as one payment, and the rest becomes credit', async () => {
  const { db, owner, clientId, invoiceId } = await setUp()
  const form = {
    invoice_id: invoiceId,
    amount: 400_000,
    method: 'bank' as const,
    request_id: crypto.randomUUID(),
  }
  await expect(owner.payments.recordManual(form)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The amount exceeds the amount due. Keep the rest as credit, or correct the amount.',
  })
  const received = { ...form, keep_surplus: true }
  for (let times = 0; times < 2; times++) await owner.payments.recordManual(received)
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_paid: 400_000,
  })
  const { balances } = await owner.invoices.clientCredit({ client_id: clientId })
  expect(balances).toEqual([{ amount: 40_000, currency: 'USD' }])
  const entries = await db.selectFrom('ledger_entries').select(['amount', 'direction']).execute()
  expect(entries.toSorted((a, b) => a.amount - b.amount)).toEqual([
    { amount: 40_000, direction: 'liability' },
    { amount: 360_000, direction: 'income' },
  ])
})

test('the surplus of a reported transfer is preserved once it arrives', async () => {
  const { owner, clientId, invoiceId } = await setUp()
  const reported = await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 400_000,
    method: 'bank',
    received: false,
    keep_surplus: true,
    request_id: crypto.randomUUID(),
  })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
  await owner.payments.settleManual({ id: reported.id, received: true })
  const { balances } = await owner.invoices.clientCredit({ client_id: clientId })
  expect(balances).toEqual([{ amount: 40_000, currency: 'USD' }])
})

test('a surplus that became credit beside applied credit is refunded from that credit', async () => {
  const { owner, clientId } = await setUp()
  await owner.payments.recordManual(depositOf(clientId, 30_00))
  const { id } = await owner.invoices.save({
    ...draftFor(clientId),
    items: [{ description: 'Design', quantity: 1, rate: 100_00, tax_bps: 1900 }],
  })
  await owner.invoices.send({ id, apply_credit: true })
  const payment = await owner.payments.recordManual({
    invoice_id: id,
    amount: 119_00,
    method: 'bank',
    keep_surplus: true,
    request_id: crypto.randomUUID(),
  })
  const balances = async () => (await owner.invoices.clientCredit({ client_id: clientId })).balances
  expect(await balances()).toEqual([{ amount: 30_00, currency: 'USD' }])
  await owner.payments.refund({ id: payment.id, ...refundForm(30_00), credit: true })
  expect(await balances()).toEqual([])
  expect(await owner.invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_credited: 0,
    amount_paid: 89_00,
    amount_applied: 30_00,
  })
})

test('a receipt says what a payment was applied to and what became credit', async () => {
  const { owner, client, clientId } = await setUp()
  await owner.payments.recordManual(depositOf(clientId, 30_00))
  const { id } = await owner.invoices.save({
    ...draftFor(clientId),
    items: [{ description: 'Design', quantity: 1, rate: 100_00, tax_bps: 0 }],
  })
  const { number } = await owner.invoices.send({ id, apply_credit: true })
  const payment = await owner.payments.recordManual({
    invoice_id: id,
    amount: 120_00,
    method: 'bank',
    keep_surplus: true,
    request_id: crypto.randomUUID(),
  })
  const receipt = await client.payments.receipt({ id: payment.id })
  expect(receiptRows(receipt)[0]?.[1]).toBe('$120.00 USD')
  expect(receiptSums(receipt)).toEqual([
    [`For invoice ${number}`, '$70.00 USD'],
    ['Kept as credit', '$50.00 USD'],
  ])
  const [paid, ...others] = receiptInvoiceRows(receipt.invoice ?? expect.fail()).slice(-3)
  expect([paid?.[1], ...others]).toEqual([
    '-$120.00 USD',
    ['Credit applied', '-$30.00 USD'],
    ['Kept as credit', '$50.00 USD'],
  ])
  expect(await client.invoices.get({ id })).toMatchObject({ amount_applied: -20_00, amount_kept: 50_00 })
  await owner.payments.refund({ id: payment.id, ...refundForm(20_00) })
  expect(receiptSums(await client.payments.receipt({ id: payment.id })).slice(-2)).toEqual([
    [`For invoice ${number}`, '$70.00 USD'],
    ['Kept as credit', '$30.00 USD'],
  ])
})
