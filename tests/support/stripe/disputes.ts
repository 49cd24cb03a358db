import { card } from '../money/money.ts'
import { eventOf, setUpStripe } from './stripe-portal.ts'

/** A card payment that `tell` disputes. */
export async function setUpDispute() {
  const portal = await setUpStripe()
  const { client, invoiceId, stripe, db, deliver } = portal
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.known.values()
  let count = 0
  const tell = (status: string, type = 'updated', amount = 360_000) =>
    deliver(
      eventOf(`evt_${count++}`, `charge.dispute.${type}`, {
        id: 'dp_1',
        object: 'dispute',
        amount,
        currency: 'usd',
        payment_intent: intent?.id,
        reason: 'fraudulent',
        status,
        evidence_details: { due_by: Date.parse('2026-03-20T00:00:00Z') / 1000 },
      }),
    )
  const withdrawn = async () =>
    (
      await db
        .selectFrom('ledger_entries')
        .select(['amount', 'direction'])
        .where('category', '=', 'disputes')
        .execute()
    ).reduce((sum, entry) => sum + (entry.direction === 'expense' ? entry.amount : -entry.amount), 0)
  const told = async () =>
    (await portal.owner.notifications.list({})).items
      .filter((item) => item.event === 'payment_disputed')
      .map((item) => item.title)
  return { ...portal, tell, withdrawn, told }
}

/** A dispute as Stripe sends it, with the movements of the balance. */
export function disputeOf(intentId: string | null, more: object = {}) {
  const dispute = {
    id: 'dp_3',
    object: 'dispute',
    amount: 360_000,
    currency: 'usd',
    charge: 'ch_1',
    created: 1_772_618_400,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence: {},
    evidence_details: { due_by: Date.parse('2026-03-20T00:00:00Z') / 1000 },
    balance_transactions: [] as object[],
    ...more,
  }
  return dispute
}

export const movement = (amount: number, currency: string) => ({
  id: `txn_${amount}`,
  object: 'balance_transaction',
  type: 'adjustment',
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  amount,
  currency,
  fee: 1500,
  net: amount - 1500,
})

/** The same, with the amounts in the books by currency. */
export async function setUpDisputeBooks() {
  const portal = await setUpDispute()
  const { stripe, db, deliver } = portal
  const [intent] = stripe.intents.known.values()
  let count = 0
  const send = async (type: string, more: object, of: string | null = intent?.id ?? '') => {
    const event = eventOf(`evt_d${count++}`, `charge.dispute.${type}`, disputeOf(of, more))
    return (await deliver(event)).json()
  }
  const booked = async () => {
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['amount', 'currency'])
      .where('category', '=', 'disputes')
      .execute()
    const sums = new Map<string, number>()
    for (const { amount, currency } of entries) sums.set(currency, (sums.get(currency) ?? 0) + amount)
    return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))
  }
  return { ...portal, intent, send, booked }
}
