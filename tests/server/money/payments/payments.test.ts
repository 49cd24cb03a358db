import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { TEST_CARDS } from '#shared/money/payments/payments.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, depositOf, sendInvoiceTo } from '#tests/support/money/money.ts'
import { chargedAmounts } from '#tests/support/money/provider.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  return { db, world, owner, client, invoiceId }
}

const incomeOf = async (db: Db, agencyId: string | null) => {
  const rows = await db.selectFrom('ledger_entries').selectAll().where('direction', '=', 'income').execute()
  return rows.filter((row) => row.agency_id === agencyId).reduce((sum, row) => sum + row.amount, 0)
}

test('paying an invoice updates payment, invoice, ledger and activity together', async () => {
  const { db, world, owner, client, invoiceId } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  expect(charge).toMatchObject({ status: 'succeeded', amount: 360_000, currency: 'USD' })
  expect(await client.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
  expect((await client.payments.list({})).items).toMatchObject([
    { status: 'succeeded', amount: 360_000, invoiceId, receiptUrl: expect.stringContaining('receipts') },
  ])
  expect((await owner.payments.list({})).items).toHaveLength(1)
  expect(await incomeOf(db, world.home.agencyId)).toBe(360_000)
  const stored = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect(stored.provider_payment_id).toMatch(/^mock/)
})

test("a paid invoice can't be paid again", async () => {
  const { client, invoiceId } = await setUp()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  await expect(client.payments.payInvoice({ invoice_id: invoiceId, ...card() })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This invoice has already been paid in full.',
  })
})

test('a form sent twice, concurrently or later, charges once', async () => {
  const { db, world, client, invoiceId } = await setUp()
  const form = { invoice_id: invoiceId, ...card() }
  const charges = await Promise.all([1, 2, 3].map(() => client.payments.payInvoice(form)))
  charges.push(await client.payments.payInvoice(form))
  expect(new Set(charges.map((charge) => charge.payment_id)).size).toBe(1)
  expect(await chargedAmounts(db)).toEqual([360_000])
  expect(await incomeOf(db, world.home.agencyId)).toBe(360_000)
})

test('the id of a submitted form answers only the same amount and invoice', async () => {
  const { db, world, owner, client, invoiceId } = await setUp()
  const other = await sendInvoiceTo(owner, world.home.client.clientId)
  const reused = { code: 'CONFLICT', details: { reason: 'idempotency_key_reused' } }
  const transfer = {
    ...{ invoice_id: invoiceId, amount: 100_00, method: 'bank' as const },
    request_id: crypto.randomUUID(),
  }
  const recorded = await owner.payments.recordManual(transfer)
  expect(await owner.payments.recordManual(transfer)).toEqual(recorded)
  for (const changed of [{ amount: 50_00 }, { invoice_id: other }, { method: 'cash' as const }]) {
    await expect(owner.payments.recordManual({ ...transfer, ...changed })).rejects.toMatchObject(
      cause(reused),
    )
  }
  const deposit = depositOf(world.home.client.clientId, 100_00)
  await owner.payments.recordManual(deposit)
  await expect(owner.payments.recordManual({ ...deposit, amount: 1 })).rejects.toMatchObject(cause(reused))

  const form = { id: recorded.id, amount: 30_00, reason: 'Mistake', request_id: crypto.randomUUID() }
  const refunded = await owner.payments.refund(form)
  expect(await owner.payments.refund(form)).toEqual(refunded)
  for (const changed of [
    { amount: 20_00 },
    { id: (await owner.payments.recordManual({ ...transfer, request_id: crypto.randomUUID() })).id },
    { credit_lines: [{ position: 0, quantity: 1 }] },
  ]) {
    await expect(owner.payments.refund({ ...form, ...changed })).rejects.toMatchObject(cause(reused))
  }
  const sums = await db.selectFrom('payments').select(['amount', 'refunded']).orderBy('created_at').execute()
  expect(sums.reduce((sum, { refunded: back }) => sum + back, 0)).toBe(30_00)

  const paid = { invoice_id: other, ...card() }
  await client.payments.payInvoice(paid)
  await expect(client.payments.payInvoice({ ...paid, invoice_id: invoiceId })).rejects.toMatchObject(
    cause(reused),
  )
  await expect(client.payments.payInvoice({ ...paid, amount: 1 })).rejects.toMatchObject(cause(reused))
})

/** As tRPC wraps the application's errors. */
const cause = ({ code, details }: { code: string; details: object }) => ({ code, cause: { details } })

test('two concurrent tabs charge once', async () => {
  const { db, world, client, invoiceId } = await setUp()
  const tries = [1, 2, 3, 4].map(() => client.payments.payInvoice({ invoice_id: invoiceId, ...card() }))
  const results = await Promise.allSettled(tries)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await incomeOf(db, world.home.agencyId)).toBe(360_000)
})

test.each([
  ['mock_card_declined', 'Your card was declined.'],
  ['mock_card_insufficient', 'Your card has insufficient funds.'],
])("%s leaves everything unpaid with the provider's message", async (method, words) => {
  const { db, world, client, invoiceId } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(method) })
  expect(charge).toMatchObject({ status: 'failed', failure: words })
  expect(await client.invoices.get({ id: invoiceId })).toMatchObject({ status: 'pending', amount_paid: 0 })
  expect(await incomeOf(db, world.home.agencyId)).toBe(0)
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed', failure: words }])
  const retry = await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  expect(retry.status).toBe('succeeded')
})

test('a card that requires authentication pays only after approval', async () => {
  const { db, client, invoiceId } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  expect(charge.status).toBe('requires_action')
  expect((await client.invoices.get({ id: invoiceId })).status).toBe('pending')
  await answerBank(db, charge)
  const done = await client.payments.confirm({ id: charge.payment_id })
  expect(done.status).toBe('succeeded')
  expect((await client.invoices.get({ id: invoiceId })).status).toBe('paid')
})

test('a failed or abandoned authentication allows another card', async () => {
  const { db, client, invoiceId } = await setUp()
  const first = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  await answerBank(db, first, false)
  const refused = await client.payments.confirm({ id: first.payment_id })
  expect(refused).toMatchObject({ status: 'failed', failure: expect.stringContaining('authenticate') })
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  expect((await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })).status).toBe('succeeded')
})

test("a rejected payment doesn't affect the payer's pending authentication", async () => {
  const { db, owner, client, invoiceId } = await setUp()
  const { url } = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  await expect(owner.payments.payInvoice({ invoice_id: invoiceId, ...card() })).rejects.toThrow(
    'Only the recipient',
  )
  const setStatus = (status: 'sent' | 'draft') =>
    db.updateTable('invoices').set({ status }).where('id', '=', invoiceId).execute()
  await setStatus('draft')
  await expect(callerAs(db, null).payments.payByLink({ token, ...card() })).rejects.toThrow()
  await setStatus('sent')
  await answerBank(db, charge)
  const done = await client.payments.confirm({ id: charge.payment_id })
  expect(done.status).toBe('succeeded')
})

test("no one can confirm someone else's payment", async () => {
  const { db, world, client, invoiceId } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  for (const other of [world.foreign.client, world.home.employee]) {
    await expect(callerAs(db, other).payments.confirm({ id: charge.payment_id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
})

test("another client's invoice can't be paid, and owners can't pay their own", async () => {
  const { db, world, owner, invoiceId } = await setUp()
  await expect(
    callerAs(db, world.foreign.client).payments.payInvoice({ invoice_id: invoiceId, ...card() }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(owner.payments.payInvoice({ invoice_id: invoiceId, ...card() })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a changed amount or a card number instead of a token is rejected', async () => {
  const { client, invoiceId } = await setUp()
  const form = { invoice_id: invoiceId, ...card() }
  await expect(client.payments.payInvoice({ ...form, amount: 1 } as typeof form)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (const { number } of Object.values(TEST_CARDS)) {
    await expect(client.payments.payInvoice({ ...form, method: number })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('a pay link pays without a session', async () => {
  const { db, owner, invoiceId } = await setUp()
  const { url } = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  const visitor = callerAs(db, null)
  const charge = await visitor.payments.payByLink({ token, ...card('mock_card_3ds') })
  await answerBank(db, charge)
  const done = await visitor.payments.confirmByLink({ token, id: charge.payment_id })
  expect(done.status).toBe('succeeded')
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
})

test('Quick Pay charges 100 USD from client to agency and from owner to platform', async () => {
  const { db, world, client, owner } = await setUp()
  expect(await client.payments.quickPay(card())).toMatchObject({ amount: 10_000, currency: 'USD' })
  expect(await incomeOf(db, world.home.agencyId)).toBe(10_000)
  await owner.payments.quickPay(card())
  expect(await incomeOf(db, null)).toBe(10_000)
  for (const scope of [world.home.employee, world.admin]) {
    const caller = callerAs(db, scope)
    await caller.payments.quickPay(card())
    expect((await caller.payments.list({ limit: 1 })).items).toMatchObject([{ amount: 10_000 }])
  }
})

test('the owner records part payments; the last one marks the invoice paid', async () => {
  const { owner, invoiceId } = await setUp()
  const part = { invoice_id: invoiceId, method: 'bank' as const }
  await owner.payments.recordManual({ ...part, amount: 100_000, request_id: crypto.randomUUID() })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 260_000, status: 'sent' })
  await expect(
    owner.payments.recordManual({ ...part, amount: 260_001, request_id: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await owner.payments.recordManual({ ...part, amount: 260_000, request_id: crypto.randomUUID() })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 0, status: 'paid' })
})

test('an announced transfer counts only once received', async () => {
  const { db, world, owner } = await setUp()
  const announced = await owner.payments.recordManual({
    client_id: world.home.client.clientId,
    amount: 25_000,
    method: 'bank',
    received: false,
    request_id: crypto.randomUUID(),
  })
  expect(announced.status).toBe('pending')
  const creditOf = () => owner.invoices.clientCredit({ client_id: world.home.client.clientId })
  expect((await creditOf()).balances).toEqual([])
  expect((await owner.payments.settleManual({ id: announced.id, received: true })).status).toBe('succeeded')
  // A deposit is a liability until it is applied to an invoice.
  expect((await creditOf()).balances).toEqual([{ amount: 25_000, currency: 'USD' }])
  expect(await incomeOf(db, world.home.agencyId)).toBe(0)
})

test('reconciliation resolves a payment with a lost response, charged or not', async () => {
  const { db, client, invoiceId } = await setUp()
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  const { payment_id } = charge
  await answerBank(db, charge)
  await db.updateTable('payments').set({ provider_payment_id: null }).where('id', '=', payment_id).execute()
  const later = new Date(TEST_NOW.getTime() + 3_600_000)
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(1)
  expect((await client.invoices.get({ id: invoiceId })).status).toBe('paid')
  expect(await reconcilePayments(ctxFor(testServices(db), null, later))).toBe(0)
})

test('no card number reaches the database', async () => {
  const { db, client, invoiceId } = await setUp()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  const dump = JSON.stringify([
    await db.selectFrom('payments').selectAll().execute(),
    await db.selectFrom('simulated_objects').selectAll().execute(),
    await db.selectFrom('activity').selectAll().execute(),
    await db.selectFrom('mail_outbox').selectAll().execute(),
  ])
  for (const { number } of Object.values(TEST_CARDS)) expect(dump).not.toContain(number)
})
