import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { card, refundForm } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

test('the payer is told of a refund, and both sides if it fails, as are the webhooks', async () => {
  const { db, world, stripe, owner, client, invoiceId, deliver } = await setUpStripe()
  const events = ['payment.refunded', 'payment.refund-failed']
  await owner.webhooks.save({ url: 'https://hooks.example.test/foyer', events })
  const { payment_id: id } = await client.payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_visa'),
  })
  await owner.payments.refund({ id, ...refundForm(60_000) })
  await deliver(eventOf('evt_f', 'refund.failed', { ...stripe.refunds.made[0], status: 'failed' }))
  const told = async (person: typeof world.home.owner | typeof world.home.client) =>
    (await callerAs(db, person).notifications.list({})).items.flatMap(({ event, title }) =>
      title.includes('efund') ? [[event, title]] : [],
    )
  const failed = ['payment_failed', 'A refund of $600.00 USD to Home Client failed']
  const refunded = '$600.00 USD of your payment for “INV-1001 Milestone 2” was refunded'
  expect((await told(world.home.client)).toSorted()).toEqual([failed, ['payment_refunded', refunded]])
  expect(await told(world.home.owner)).toEqual([failed])
  expect(await told(world.foreign.owner)).toEqual([])
  const sent = await db.selectFrom('webhook_deliveries').select('event').execute()
  expect(sent.map(({ event }) => event).toSorted()).toEqual(['payment.refund-failed', 'payment.refunded'])
})

test('a payer by link is told of a refund by email; a transfer returned by hand is not announced', async () => {
  const { db, owner, invoiceId, config } = await setUpStripe()
  const { url } = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  const form = { token, ...card('pm_card_visa') }
  const { payment_id: id } = await callerAs(db, null, { config }).payments.payByLink(form)
  const subjects = async () =>
    (await db.selectFrom('mail_outbox').select('subject').execute()).map((mail) => mail.subject)
  await owner.payments.refund({ id, ...refundForm() })
  const refunded = 'Your payment of $3,600.00 USD for “INV-1001 Milestone 2” was refunded'
  expect((await subjects()).filter((subject) => subject.includes('refunded'))).toEqual([refunded])
  const received = { invoice_id: invoiceId, amount: 1000, method: 'bank' as const }
  const manual = await owner.payments.recordManual({ ...received, request_id: crypto.randomUUID() })
  await owner.payments.refund({ id: manual.id, ...refundForm() })
  expect((await subjects()).filter((subject) => subject.includes('refunded'))).toEqual([refunded])
})
