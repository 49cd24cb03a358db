import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { card, refundForm, sendInvoiceTo } from '#tests/support/money.ts'
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

test('what is announced counts: neither a second transfer nor a card pays it again', async () => {
  const { client, owner, invoiceId, transfer } = await setUp()
  const announced = await transfer(360_000, false)
  const words = '$3,600.00 USD of this invoice'
  await expect(transfer(360_000, false)).rejects.toThrow(words)
  await expect(transfer(1, true)).rejects.toThrow(words)
  await expect(client.payments.payInvoice({ invoice_id: invoiceId, ...card() })).rejects.toThrow(words)
  await owner.payments.settleManual({ id: announced.id, received: true })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_paid: 360_000 })
})

test('while a card waits for its authentication, no transfer is entered for the same money', async () => {
  const { client, owner, invoiceId, transfer } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  await expect(transfer(360_000, true)).rejects.toThrow('is already being paid')
  await client.payments.confirm({ id: charge.payment_id, test_approved: true })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_paid: 360_000 })
})

test('a surplus that arrives all the same is booked, and named as one', async () => {
  const { db, owner, clientId, invoiceId, transfer } = await setUp()
  const announced = await transfer(360_000, false)
  // As where the transfer was announced before announcements counted.
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
  // Given back, it leaves the invoice as it is: it was never owed.
  await owner.payments.refund({ id: announced.id, ...refundForm(300_000) })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
})
