import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
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

test("owners are notified once of a refund that fails before it is booked, and the payer isn't", async () => {
  const { db, world, services, stripe, owner, client, invoiceId, deliver } = await setUpStripe()
  const paid = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.known.values()
  const refund = {
    id: 're_dashboard',
    object: 'refund',
    amount: 60_000,
    currency: 'usd',
    payment_intent: intent?.id,
    metadata: {},
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    charge: null,
  }
  for (const id of ['evt_1', 'evt_2']) await deliver(eventOf(id, 'refund.failed', refund))
  await owner.payments.refund({ id: paid.payment_id, ...refundForm(70_000) })
  // The state when the response was lost, and the provider never received the request.
  await rewriteBooks(db, () => db.deleteFrom('ledger_entries').where('amount', '<', 0).execute())
  await db.updateTable('payments').set({ refunded: 0, refunds_reported: 0 }).execute()
  await db
    .updateTable('payment_refunds')
    .set({ status: 'pending', provider_refund_id: null })
    .where('amount', '=', 70_000)
    .execute()
  stripe.refunds.known.clear()
  for (const times of [1, 2]) await reconcilePayments(ctxFor(services, null, addDays(TEST_NOW, times)))
  const failures = async (person: typeof world.home.owner | typeof world.home.client) =>
    (await callerAs(db, person).notifications.list({})).items.flatMap(({ event, title }) =>
      event === 'payment_failed' ? [title] : [],
    )
  expect((await failures(world.home.owner)).toSorted()).toEqual([
    'A refund of $600.00 USD to Home Client failed',
    'A refund of $700.00 USD to Home Client failed',
  ])
  expect(await failures(world.home.client)).toEqual([])
  expect(await failures(world.foreign.owner)).toEqual([])
})

test('a payer by link is told of a refund by email; a transfer returned by hand is not announced', async () => {
  const { db, owner, invoiceId, config, stripe, deliver } = await setUpStripe()
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
  await deliver(eventOf('evt_f', 'refund.failed', { ...stripe.refunds.made[0], status: 'failed' }))
  const failed = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('subject', '=', 'Your refund of $3,600.00 USD failed')
    .execute()
  expect(failed.map(({ recipient }) => recipient)).toEqual(['home.client@example.test'])
})
