import { hex, type NewId } from '../wire/answers.ts'

export interface Price {
  id: string
  object: 'price'
  product: string
  unit_amount: number
  currency: string
  recurring: { interval: string; interval_count: number; usage_type: 'licensed' }
}

export interface StandInSubscription {
  id: string
  object: 'subscription'
  status: 'incomplete' | 'active' | 'trialing' | 'past_due' | 'canceled'
  customer: string
  default_payment_method: string
  metadata: Record<string, string>
  /** A date that it ends on; also set if that is the period's end. Missing in those stored by earlier versions. */
  cancel_at?: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  created: number
  latest_invoice: string | null
  pending_update: { expires_at: number; subscription_items: { id: string; price: Price }[] } | null
  items: {
    object: 'list'
    data: {
      id: string
      object: 'subscription_item'
      price: Price
      current_period_start: number
      current_period_end: number
    }[]
  }
}

export interface Line {
  id: string
  object: 'line_item'
  amount: number
  description: string
  period: { start: number; end: number }
}

export interface StandInInvoice {
  id: string
  object: 'invoice'
  status: 'open' | 'paid' | 'void'
  billing_reason: 'subscription_create' | 'subscription_update' | 'subscription_cycle'
  customer: string
  currency: string
  created: number
  total: number
  starting_balance: number
  ending_balance: number | null
  amount_due: number
  amount_paid: number
  attempt_count: number
  lines: { object: 'list'; data: Line[] }
  parent: { type: string; subscription_details: { subscription: string; metadata: Record<string, string> } }
  payments: {
    object: 'list'
    data: {
      id: string
      object: 'invoice_payment'
      is_default: true
      status: 'open' | 'paid' | 'canceled'
      payment: { type: 'payment_intent'; payment_intent: string }
    }[]
  }
}

export const line = (amount: number, description: string, start: number, end: number): Line => ({
  id: `il_${hex()}`,
  object: 'line_item',
  amount,
  description,
  period: { start, end },
})

/** The same day of the next month or year, as Stripe counts billing cycles. */
export function after(start: number, interval: string): number {
  const date = new Date(1000 * start)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime() / 1000
}

/** The prorated lines of a change, by the second, each rounded to the cent. */
export function prorationLines(subscription: StandInSubscription, next: Price, at: number): Line[] {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error('no item')
  const { current_period_start: start, current_period_end: end, price } = item
  const share = (amount: number) => Math.round((amount * (end - at)) / (end - start))
  const credit = line(-share(price.unit_amount), `Unused time on ${price.product}`, at, end)
  if (price.recurring.interval !== next.recurring.interval) {
    const ends = after(at, next.recurring.interval)
    return [credit, line(next.unit_amount, `1 × ${next.product}`, at, ends)]
  }
  return [credit, line(share(next.unit_amount), `Remaining time on ${next.product}`, at, end)]
}

/** The customer's credit is stored as a negative balance and used first. */
export function newInvoice(options: {
  subscription: StandInSubscription
  reason: StandInInvoice['billing_reason']
  lines: Line[]
  balance: number
  now: number
  newId: NewId
}): StandInInvoice {
  const { subscription, lines, balance } = options
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: options.newId('in'),
    object: 'invoice',
    status: 'open',
    billing_reason: options.reason,
    customer: subscription.customer,
    currency: subscription.items.data[0]?.price.currency ?? '',
    created: options.now,
    total,
    starting_balance: balance,
    ending_balance: null,
    amount_due: Math.max(0, total + balance),
    amount_paid: 0,
    attempt_count: 0,
    lines: { object: 'list', data: lines },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payments: { object: 'list', data: [] },
  }
}
