import { expect, test } from 'vitest'
import { record } from '#server/core/events.ts'
import { transact } from '#server/core/transaction.ts'
import type { EventName, PayloadOf } from '#shared/events/table.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { sendInvoiceTo } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home, admin } = await createWorld(db)
  const invoice = {
    id: 'invoice',
    name: 'INV-1',
    agencyId: home.agencyId,
    clientId: home.client.clientId,
  }
  const payment = {
    id: 'payment',
    agencyId: home.agencyId,
    clientId: home.client.clientId,
    by: { userId: home.client.userId, name: home.client.name },
    purpose: 'invoice' as const,
    payee: 'agency' as const,
    invoiceId: 'invoice',
    payerUserId: home.client.userId,
    payerName: home.client.name,
    amount: 360_000,
    currency: 'USD',
    description: 'INV-1 Milestone 2',
    surplus: 0,
  }
  const titles = async () => {
    const people = { owner: home.owner, employee: home.employee, client: home.client, admin }
    const told: Record<string, string[]> = {}
    for (const [role, person] of Object.entries(people)) {
      const { items } = await callerAs(db, person).notifications.list({})
      if (items.length > 0) told[role] = items.map((item) => item.title)
    }
    return told
  }
  const happens = <Name extends EventName>(
    person: typeof home.owner | typeof home.client | null,
    name: Name,
    payload: PayloadOf<Name>,
  ) =>
    transact(person === null ? ctxFor(db, null, TEST_NOW) : ctxFor(db, person), (tx) =>
      record(tx, name, payload),
    )
  return { db, home, invoice, payment, titles, happens }
}

test('the client hears of a sent invoice, the owner of its being viewed', async () => {
  const { db, home, invoice, titles, happens } = await setUp()
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await happens(home.client, 'invoice.viewed', { ...invoice, clientName: home.client.name })
  expect(await titles()).toEqual({
    client: ['Invoice INV-1001 was sent to you'],
    owner: ['Invoice INV-1 was viewed'],
  })
})

test('an overdue invoice is told to both sides once', async () => {
  const { invoice, titles, happens } = await setUp()
  for (let run = 0; run < 2; run++) await happens(null, 'invoice.overdue', { ...invoice, instalment: null })
  expect(await titles()).toEqual({
    client: ['Invoice INV-1 is overdue'],
    owner: ['Invoice INV-1 is overdue'],
  })
})

test('who pays is not told of it, the other side is, also of a part', async () => {
  const { home, payment, titles, happens } = await setUp()
  const invoice = { number: 'INV-1', status: 'paid' }
  await happens(home.client, 'invoice.paid', { ...payment, invoice })
  await happens(home.owner, 'invoice.paid', {
    ...payment,
    by: undefined,
    payerUserId: null,
    invoiceId: 'other',
    invoice: { ...invoice, status: 'sent' },
  })
  expect(await titles()).toEqual({
    owner: ['Invoice INV-1 was paid'],
    client: ['$3,600.00 USD of invoice INV-1 was paid'],
  })
})

test('a failed payment reaches payer and payee, and a supplier’s reaches the payer alone', async () => {
  const { payment, titles, happens } = await setUp()
  await happens(null, 'payment.failed', payment)
  const failed = 'A payment of $3,600.00 USD by Home Client failed'
  expect(await titles()).toEqual({ owner: [failed], client: [failed] })
  await happens(null, 'payment.failed', { ...payment, payee: 'supplier', amount: 100 })
  const after = await titles()
  expect(after.owner).toEqual([failed])
  expect(after.client).toEqual(['A payment of $1.00 USD by Home Client failed'])
  expect(Object.keys(after).sort()).toEqual(['client', 'owner'])
})

test('a transfer that did not arrive is told to nobody: its owner says so', async () => {
  const { home, payment, titles, happens } = await setUp()
  await happens(home.owner, 'payment.failed', { ...payment, by: undefined, transfer: true })
  expect(await titles()).toEqual({})
})

test('money of the platform is told to its people', async () => {
  const { home, payment, titles, happens } = await setUp()
  await happens(home.owner, 'payment.succeeded', {
    ...payment,
    payee: 'platform',
    purpose: 'quick_pay',
    clientId: null,
    invoiceId: null,
    invoice: null,
    payerName: 'Home Agency',
  })
  expect(await titles()).toEqual({ admin: ['Home Agency paid $3,600.00 USD'] })
})

test('a payout is told to its contributor', async () => {
  const { home, titles, happens } = await setUp()
  await happens(home.owner, 'payout.sent', {
    id: 'payout',
    employeeId: home.employee.employeeId,
    amount: 432_000,
    currency: 'USD',
  })
  expect(await titles()).toEqual({ employee: ['Payout of $4,320.00 USD was recorded as paid'] })
})
