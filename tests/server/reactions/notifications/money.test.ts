import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { record } from '#server/base/core/events.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { EventName, PayloadOf } from '#shared/reactions/events.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { addProject } from '#tests/support/work.ts'
import { addContact, createWorld } from '#tests/support/world.ts'

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

test('the client is notified of a sent invoice, the owner when it is viewed', async () => {
  const { db, home, invoice, titles, happens } = await setUp()
  await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  await happens(home.client, 'invoice.viewed', { ...invoice, clientName: home.client.name })
  expect(await titles()).toEqual({
    client: ['Invoice INV-1001 was sent to you'],
    owner: ['Invoice INV-1 was viewed'],
  })
})

test('both sides are notified once of an overdue invoice', async () => {
  const { invoice, titles, happens } = await setUp()
  for (let run = 0; run < 2; run++)
    await happens(null, 'invoice.overdue', { ...invoice, instalment: null, restartedOn: null })
  expect(await titles()).toEqual({
    client: ['Invoice INV-1 is overdue'],
    owner: ['Invoice INV-1 is overdue'],
  })
})

test("the payee is notified of payments, also partial ones; the payer isn't", async () => {
  const { home, payment, titles, happens } = await setUp()
  const invoice = { number: 'INV-1', status: 'paid' }
  await happens(home.client, 'payment.succeeded', { ...payment, invoice })
  await happens(home.owner, 'payment.succeeded', {
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

test('a failed payment notifies payer and payee, one to the platform only the payer', async () => {
  const { payment, titles, happens } = await setUp()
  await happens(null, 'payment.failed', payment)
  const failed = 'A payment of $3,600.00 USD by Home Client failed'
  expect(await titles()).toEqual({ owner: [failed], client: [failed] })
  await happens(null, 'payment.failed', { ...payment, payee: 'supplier', amount: 100 })
  const after = await titles()
  expect(after.owner).toEqual([failed])
  expect(after.client?.toSorted()).toEqual(['A payment of $1.00 USD by Home Client failed', failed])
  expect(Object.keys(after).sort()).toEqual(['client', 'owner'])
})

test('a transfer marked as not received notifies no one', async () => {
  const { home, payment, titles, happens } = await setUp()
  await happens(home.owner, 'payment.failed', { ...payment, by: undefined, transfer: true })
  expect(await titles()).toEqual({})
})

test('platform payments notify its administrators', async () => {
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

test('a payout notifies its contributor', async () => {
  const { home, titles, happens } = await setUp()
  await happens(home.owner, 'payout.sent', {
    id: 'payout',
    employeeId: home.employee.employeeId,
    amount: 432_000,
    currency: 'USD',
  })
  expect(await titles()).toEqual({ employee: ['Payout of $4,320.00 USD was recorded as paid'] })
})

test("a client's contacts are notified of invoices and projects by their permissions", async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const paying = await addContact(db, home.client, 'Bea Billing', { seesProjects: false, seesBilling: true })
  const working = await addContact(db, home.client, 'Paul Projects', {
    seesProjects: true,
    seesBilling: false,
  })
  const owner = callerAs(db, home.owner)
  await sendInvoiceTo(owner, home.client.clientId)
  const { id: project_id } = await addProject(db, home)
  await owner.messages.send({ project_id, content: 'Hello' })
  const newsOf = async (person: SeedPerson) =>
    (await callerAs(db, person).notifications.list({})).items.map(({ event }) => event).sort()
  expect(await newsOf(paying)).toEqual(['invoice_sent'])
  expect(await newsOf(working)).toEqual(['message'])
  expect(await newsOf(home.client)).toEqual(['invoice_sent', 'message'])
})
