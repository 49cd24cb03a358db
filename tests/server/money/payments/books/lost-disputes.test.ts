import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { refundForm } from '#tests/support/money/money.ts'
import { disputeOf, movement, setUpDispute, setUpDisputeBooks } from '#tests/support/stripe/disputes.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'

test('a dispute lost is dated by its decision, and one won afterwards gives the payment back', async () => {
  const { db, services, intent, booked, owner, invoiceId, told } = await setUpDisputeBooks()
  const after = (days: number) => addDays(TEST_NOW, days)
  const taken = { ...movement(-360_000, 'usd'), created: after(2).getTime() / 1000 }
  const back = { ...movement(360_000, 'usd'), created: after(50).getTime() / 1000 }
  const tell = (days: number, status: string, movements: object[], reported = days) => {
    const more = { status, balance_transactions: movements }
    const event = eventOf(`evt_${days}`, 'charge.dispute.closed', disputeOf(intent?.id ?? '', more))
    const created = after(reported).getTime() / 1000
    return applyStripeEvent(ctxFor(services, null, after(days)), {
      account: 'instance',
      event: { ...event, created } as never,
    })
  }
  const entries = () =>
    db
      .selectFrom('ledger_entries')
      .select(['direction', 'amount', 'occurred_on', 'description'])
      .where('occurred_on', '>', '2026-03-04')
      .orderBy('occurred_at')
      .orderBy('direction')
      .execute()
  await tell(3, 'needs_response', [taken])
  await tell(40, 'lost', [taken], 38)
  await tell(41, 'lost', [taken])
  expect(await booked()).toEqual({})
  const lost = [
    { direction: 'expense', amount: 360_000, occurred_on: '2026-03-06' },
    { direction: 'expense', amount: -360_000, occurred_on: '2026-04-11' },
    { direction: 'income', amount: -360_000, occurred_on: '2026-04-11' },
  ]
  expect(await entries()).toMatchObject(lost)
  expect((await entries()).slice(1).map(({ description }) => description.split(':')[0])).toEqual([
    'Dispute lost',
    'Dispute lost',
  ])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    amount_due: 360_000,
    reopened: 360_000,
  })
  // An earlier decision that is reported late changes nothing.
  await tell(42, 'won', [taken], 37)
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 360_000 })
  await tell(51, 'won', [taken, back])
  expect(await entries()).toMatchObject([
    ...lost,
    { direction: 'income', amount: 360_000, occurred_on: '2026-04-23' },
  ])
  expect(await booked()).toEqual({})
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    reopened: 0,
  })
  expect((await told())[0]).toBe('The dispute over $3,600.00 USD by Home Client was won')
  expect(await compareBooks(ctxFor(db, null, after(60)))).toBe(0)
})

test('only what a refund has left is taken back; the rest stays an expense', async () => {
  const { tell, withdrawn, owner, invoiceId, db } = await setUpDispute()
  const [payment] = (await owner.payments.list({})).items
  await owner.payments.refund({ id: payment?.id ?? '', ...refundForm(60_000) })
  await tell('needs_response', 'created')
  await tell('lost', 'closed')
  expect(await withdrawn()).toBe(60_000)
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 360_000 })
  const [after] = (await owner.payments.list({})).items
  expect(after).toMatchObject({ status: 'refunded', refunded: 360_000 })
  expect(await compareBooks(ctxFor(db, null, addDays(TEST_NOW, 1)))).toBe(0)
})

test('what a lost dispute makes due again is settled by a write-off', async () => {
  const { tell, owner, invoiceId } = await setUpDispute()
  await tell('lost', 'closed')
  await owner.invoices.writeOff({ id: invoiceId, reason: 'Not collectible' })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 0, reopened: 0 })
})
