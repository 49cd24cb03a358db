import { expect, test } from 'vitest'
import { card } from '#tests/support/money/money.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

test("provider failures don't use up attempts", async () => {
  const { client, invoiceId, stripe } = await setUpStripe()
  stripe.broken = ['POST /v1/payment_intents']
  const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
  for (let times = 0; times < 10; times++) {
    await expect(client.payments.payInvoice(form)).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  stripe.broken = []
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
})
