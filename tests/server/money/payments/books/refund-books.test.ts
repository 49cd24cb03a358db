import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { INSTANCE } from '#server/money/payments/rules.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { card, refundForm } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const RUNS = 12

/** Which of the two payments, by whom, and the share of what is left in tenths. */
const step = fc.record({
  target: fc.integer({ min: 0, max: 1 }),
  by: fc.constantFrom('owner', 'provider', 'bank refuses'),
  tenths: fc.integer({ min: 1, max: 10 }),
  /** Whether some pending events are delivered right after. */
  told: fc.boolean(),
})
const story = fc.record({
  steps: fc.array(step, { maxLength: 7 }),
  /** The order of the events delivered at the end. */
  order: fc.infiniteStream(fc.nat()),
})

type Portal = Awaited<ReturnType<typeof setUpStripe>>

/** What happens at Stripe and which events it sends. */
function createNews({ stripe }: Portal) {
  const events: object[] = []
  const tell = (type: string, object: object) =>
    events.push(eventOf(`evt_${events.length}`, type, structuredClone(object)))
  const [first, second] = [...stripe.intents.known.values()]
  const intentOf = (target: number) => {
    const intent = target === 0 ? first : second
    if (intent?.latest_charge == null) throw new Error('nothing was charged')
    return { ...intent, latest_charge: intent.latest_charge }
  }
  const told = new Set<string>()
  const reportNewest = (target: number) => {
    const [newest] = stripe.refunds.made
    if (newest === undefined || told.has(newest.id)) return
    told.add(newest.id)
    tell('refund.created', newest)
    tell('charge.refunded', intentOf(target).latest_charge)
    tell('refund.updated', newest)
  }
  return {
    events,
    leftOf: (target: number) => {
      const intent = intentOf(target)
      return intent.amount - intent.latest_charge.amount_refunded
    },
    refundThere(target: number, amount: number) {
      const form = { payment_intent: intentOf(target).id, amount: String(amount) }
      stripe.refunds.create(new URLSearchParams(form))
      reportNewest(target)
    },
    reportNewest,
    /** The newest settled refund fails at the bank. */
    failNewest(target: number) {
      const { id, latest_charge: charge } = intentOf(target)
      const refund = stripe.refunds.made.find(
        (entry) => entry.payment_intent === id && entry.status === 'succeeded',
      )
      if (refund === undefined) return
      refund.status = 'failed'
      charge.amount_refunded -= refund.amount
      tell('refund.failed', refund)
    },
  }
}

test('the ledger shows paid less refunded for any sequence of payments and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ steps, order }) => {
      const portal = await setUpStripe()
      const { db, owner, client, invoiceId, stripe } = portal
      const paid = [
        await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') }),
        await client.payments.quickPay(card('pm_card_visa')),
      ]
      const news = createNews(portal)
      const apply = (event: object) =>
        applyStripeEvent(ctxFor(db, null, TEST_NOW), { account: INSTANCE, event: event as Stripe.Event })
      for (const { target, by, tenths, told } of steps) {
        const left = news.leftOf(target)
        const amount = Math.max(1, Math.floor((left * tenths) / 10))
        if (by === 'bank refuses') news.failNewest(target)
        else if (left > 0 && by === 'provider') news.refundThere(target, amount)
        else if (left > 0) {
          // Rejected if our ledger or Stripe has less left.
          await owner.payments
            .refund({ id: paid[target]?.payment_id ?? '', ...refundForm(amount) })
            .catch((error) => expect(['CONFLICT', 'BAD_REQUEST']).toContain(error.code))
          news.reportNewest(target)
        }
        const newest = news.events.at(-1)
        if (told && newest !== undefined) await apply(newest)
      }
      const deliveries = [...news.events, ...news.events]
        .map((event) => ({ event, key: order.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
      await Promise.all(deliveries.map(({ event }) => apply(event)))

      const intents = [...stripe.intents.known.values()]
      for (const [index, charge] of paid.entries()) {
        const intent = intents[index]
        const refunded = intent?.latest_charge?.amount_refunded ?? 0
        const payment = await db
          .selectFrom('payments')
          .select(['refunded', 'status', 'amount'])
          .where('id', '=', charge.payment_id)
          .executeTakeFirstOrThrow()
        expect(payment).toEqual({
          refunded,
          amount: charge.amount,
          status: refunded === charge.amount ? 'refunded' : 'succeeded',
        })
        const ledger = await db
          .selectFrom('ledger_entries')
          .select((eb) => eb.fn.sum<number>('amount').as('sum'))
          .where('payment_id', '=', charge.payment_id)
          .executeTakeFirstOrThrow()
        expect(ledger.sum).toBe(charge.amount - refunded)
      }
      const invoice = await owner.invoices.get({ id: invoiceId })
      expect(invoice.amount_paid).toBe(360_000 - (intents[0]?.latest_charge?.amount_refunded ?? 0))
    }),
    { numRuns: casesHere(RUNS) },
  )
})
