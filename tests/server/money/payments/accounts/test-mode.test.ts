import { expect, test } from 'vitest'
import { getReceipt } from '#server/money/payments/charge/queries/receipt.ts'
import { TEST_MODE } from '#shared/money/payments/payments.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(allowTestPayments: boolean) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const config = { allowTestPayments }
  const owner = callerAs(db, world.home.owner, { config })
  const client = callerAs(db, world.home.client, { config })
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const mails = () => db.selectFrom('mail_outbox').select(['text', 'html']).execute()
  return { db, world, client, invoiceId, mails }
}

test('only emails of a portal that simulates payments say so', async () => {
  const testing = await setUp(true)
  const mails = await testing.mails()
  expect(mails.length).toBeGreaterThan(0)
  for (const { text, html } of mails)
    expect([text, html].every((part) => part.includes(TEST_MODE))).toBe(true)
  const real = await setUp(false)
  for (const { text, html } of await real.mails()) expect(text + html).not.toContain('Test mode')
})

test('receipts say if a payment was simulated, by test provider or test keys', async () => {
  const { db, world, client, invoiceId } = await setUp(true)
  const { payment_id } = await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })
  expect(await getReceipt(ctxFor(db, world.home.client), payment_id)).toMatchObject({ test_mode: true })
  const stripe = await setUpStripe()
  const charge = await stripe.client.payments.quickPay(card('pm_card_visa'))
  expect(
    await getReceipt(ctxFor(stripe.services, stripe.world.home.client), charge.payment_id),
  ).toMatchObject({ test_mode: true })
})
