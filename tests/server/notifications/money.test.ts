import { expect, test } from 'vitest'
import { transact } from '#server/db/transaction.ts'
import {
  notifyInvoiceOverdue,
  notifyInvoiceSent,
  notifyInvoiceViewed,
  notifyPaid,
  notifyPaymentFailed,
  notifyPayoutSent,
} from '#server/notifications/commands/about-money.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home, admin } = await createWorld(db)
  const invoice = {
    id: 'invoice',
    name: 'INV-1',
    agency_id: home.agencyId,
    client_id: home.client.clientId,
  }
  const payment = {
    purpose: 'invoice' as const,
    payee: 'agency' as const,
    agency_id: home.agencyId,
    client_id: home.client.clientId,
    invoice_id: 'invoice',
    payer_user_id: home.client.userId,
    payer_name: home.client.name,
    amount: 360_000,
    currency: 'USD',
  }
  const titles = async () => {
    const people = { owner: home.owner, employee: home.employee, client: home.client, admin }
    const told: Record<string, string[]> = {}
    for (const [role, scope] of Object.entries(people)) {
      const { items } = await callerAs(db, scope).notifications.list({})
      if (items.length > 0) told[role] = items.map((item) => item.title)
    }
    return told
  }
  return { db, home, invoice, payment, titles }
}

test('the client hears of a sent invoice, the owner of its being viewed', async () => {
  const { db, home, invoice, titles } = await setUp()
  await transact(db, async (trx) => {
    await notifyInvoiceSent(trx, home.owner, invoice)
    await notifyInvoiceViewed(trx, home.client, invoice)
  })
  expect(await titles()).toEqual({
    client: ['Invoice INV-1 was sent to you'],
    owner: ['Invoice INV-1 was viewed'],
  })
})

test('an overdue invoice is told to both sides once', async () => {
  const { db, invoice, titles } = await setUp()
  for (let run = 0; run < 2; run++) await transact(db, (trx) => notifyInvoiceOverdue(trx, TEST_NOW, invoice))
  expect(await titles()).toEqual({
    client: ['Invoice INV-1 is overdue'],
    owner: ['Invoice INV-1 is overdue'],
  })
})

test('who pays is not told of it, the other side is, also of a part', async () => {
  const { db, home, payment, titles } = await setUp()
  const invoice = { number: 'INV-1', status: 'paid' }
  await transact(db, async (trx) => {
    await notifyPaid(trx, home.client, payment, invoice)
    await notifyPaid(trx, home.owner, { ...payment, invoice_id: 'other' }, { ...invoice, status: 'sent' })
  })
  expect(await titles()).toEqual({
    owner: ['Invoice INV-1 was paid'],
    client: ['$3,600.00 USD of invoice INV-1 was paid'],
  })
})

test('a failed payment reaches payer and payee, and a supplier’s reaches the payer alone', async () => {
  const { db, payment, titles } = await setUp()
  await transact(db, (trx) => notifyPaymentFailed(trx, TEST_NOW, payment))
  const failed = 'A payment of $3,600.00 USD by Home Client failed'
  expect(await titles()).toEqual({ owner: [failed], client: [failed] })
  await transact(db, (trx) =>
    notifyPaymentFailed(trx, TEST_NOW, { ...payment, payee: 'supplier', agency_id: null, amount: 100 }),
  )
  expect(Object.keys(await titles()).sort()).toEqual(['client', 'owner'])
})

test('money of the platform is told to its people', async () => {
  const { db, home, payment, titles } = await setUp()
  const toPlatform = {
    ...payment,
    payee: 'platform' as const,
    agency_id: null,
    client_id: null,
    invoice_id: null,
  }
  await transact(db, (trx) => notifyPaid(trx, home.owner, { ...toPlatform, payer_name: 'Home Agency' }, null))
  expect(await titles()).toEqual({ admin: ['Home Agency paid $3,600.00 USD'] })
})

test('a payout is told to its contributor', async () => {
  const { db, home, titles } = await setUp()
  const payout = { employee_id: home.employee.employeeId, amount: 432_000, currency: 'USD' }
  const by = { ...home.owner, agencyId: home.agencyId }
  await transact(db, (trx) => notifyPayoutSent(trx, by, payout))
  expect(await titles()).toEqual({ employee: ['Payout of $4,320.00 USD was sent'] })
})
