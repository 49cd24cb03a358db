import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { settleRefund } from '#server/money/payments/commands/refund.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, depositOf, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let owner: Caller
let client: Caller
let invoiceId: string

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  owner = callerAs(db, world.home.owner)
  client = callerAs(db, world.home.client)
  invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
})

const transfer = (received: boolean, amount = 1000) =>
  owner.payments.recordManual({
    invoice_id: invoiceId,
    amount,
    method: 'bank',
    received,
    request_id: crypto.randomUUID(),
  })

test("payments can't be recorded on a void invoice", async () => {
  await owner.invoices.void({ id: invoiceId })
  await expect(transfer(true)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a partly credited invoice can be credited but not voided', async () => {
  await owner.invoices.credit({ id: invoiceId, amount: 1000, reason: 'Discount' })
  await expect(owner.invoices.void({ id: invoiceId })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an announced transfer is confirmed once, and card payments never manually', async () => {
  const announced = await transfer(false)
  await owner.payments.settleManual({ id: announced.id, received: false })
  await expect(owner.payments.settleManual({ id: announced.id, received: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  await db.updateTable('payments').set({ status: 'pending' }).where('id', '=', charge.payment_id).execute()
  await expect(owner.payments.settleManual({ id: charge.payment_id, received: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test("unreceived payments can't be refunded", async () => {
  const { id } = await transfer(false)
  await expect(owner.payments.refund({ id, ...refundForm() })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a settled refund keeps its outcome despite later events', async () => {
  const { id } = await owner.payments.recordManual(depositOf(world.home.client.clientId, 5000))
  await owner.payments.refund({ id, ...refundForm(1000) })
  const refund = () => db.selectFrom('payment_refunds').select(['id', 'status']).executeTakeFirstOrThrow()
  const { id: refundId } = await refund()
  await settleRefund(ctxFor(db, null), refundId, { id: null, status: 'failed', failure: 'late' })
  expect(await refund()).toMatchObject({ status: 'succeeded' })
})

test("pay links of a suspended agency don't work", async () => {
  const { url } = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  const opened = () => callerAs(db, null).invoices.byLink({ token })
  expect(await opened()).toMatchObject({ id: invoiceId })
  const agency = { suspended_at: '2026-03-04T10:00:00.000Z' }
  await db.updateTable('agencies').set(agency).where('id', '=', world.home.agencyId).execute()
  await expect(opened()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await db.updateTable('agencies').set({ suspended_at: null }).execute()
  await opened()
})

test("a card saved on one account isn't valid on another", async () => {
  await client.payments.addCard(card())
  const [saved] = await client.payments.cards()
  // With the customer as well, as in another agency's own account.
  await db.updateTable('payment_customers').set({ account: 'elsewhere' }).execute()
  await db.updateTable('saved_cards').set({ account: 'elsewhere' }).execute()
  expect(await client.payments.cards()).toEqual([])
  await expect(client.payments.removeCard({ id: saved?.id ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
