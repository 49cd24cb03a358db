import type { StandInIntent } from '../payments/intents.ts'
import type { Clock, Emit } from '../wire/events.ts'
import type { Collection, Memory } from '../wire/memory.ts'
import { after, type Line, line, type StandInInvoice, type StandInSubscription } from './objects.ts'

interface Billing {
  clock: Clock
  emit: Emit
  memory: Memory
  subscriptions: Collection<StandInSubscription>
  itemOf: (subscription: StandInSubscription) => StandInSubscription['items']['data'][number]
  intentOf: (invoice: StandInInvoice) => StandInIntent | undefined
  openOf: (subscriptionId: string) => StandInInvoice[]
  bill: (
    subscription: StandInSubscription,
    reason: StandInInvoice['billing_reason'],
    lines: Line[],
  ) => StandInInvoice
  collect: (subscription: StandInSubscription, invoice: StandInInvoice, offSession: boolean) => void
  attempt: (intent: StandInIntent, methodId: string, offSession: boolean) => void
  discard: (invoice: StandInInvoice) => void
  end: (subscription: StandInSubscription) => unknown
}

/** Two weeks. */
const GIVEN_UP_AFTER = 14 * 86_400
const dayOf = (seconds: number): number => Math.floor(seconds / 86_400)
const isRunning = ({ status }: StandInSubscription) => status === 'active' || status === 'trialing'

/** Advances subscriptions as time passes. */
export function createRenewals(billing: Billing) {
  const { clock, emit, memory, subscriptions } = billing
  const { itemOf, intentOf, openOf, bill, collect, attempt, discard, end } = billing
  /** When each bill of a renewal was last tried. */
  const tries = memory.collection<number>('tries')

  /** When its period ends, or it itself before that. */
  const nextDue = (subscription: StandInSubscription): number =>
    Math.min(itemOf(subscription).current_period_end, subscription.cancel_at ?? Infinity)

  /** The next period begins with its bill, paid or not. */
  function endPeriod(subscription: StandInSubscription): void {
    const item = itemOf(subscription)
    const { cancel_at, cancel_at_period_end } = subscription
    if (cancel_at_period_end || (cancel_at != null && cancel_at <= item.current_period_end)) {
      end(subscription)
      return
    }
    for (const open of openOf(subscription.id)) discard(open)
    item.current_period_start = item.current_period_end
    item.current_period_end = after(item.current_period_start, item.price.recurring.interval)
    subscription.status = 'past_due'
    const { current_period_start: start, current_period_end: ends, price } = item
    const lines = [line(price.unit_amount, `1 × ${price.product}`, start, ends)]
    const invoice = bill(subscription, 'subscription_cycle', lines)
    tries.set(invoice.id, clock.seconds())
    collect(subscription, invoice, true)
    emit('customer.subscription.updated', subscription)
  }

  function passFor(subscription: StandInSubscription): void {
    if (subscription.status === 'past_due') tryAgain(subscription)
    while (isRunning(subscription) && nextDue(subscription) <= clock.seconds()) {
      endPeriod(subscription)
    }
  }

  /** A declined renewal is retried once a day, and ends the subscription after two weeks. */
  function tryAgain(subscription: StandInSubscription): void {
    for (const open of openOf(subscription.id)) {
      const intent = intentOf(open)
      if (intent === undefined) continue
      if (dayOf(tries.get(open.id) ?? 0) < dayOf(clock.seconds())) {
        tries.set(open.id, clock.seconds())
        attempt(intent, subscription.default_payment_method, true)
      }
      if (open.status === 'paid' || open.created + GIVEN_UP_AFTER >= clock.seconds()) continue
      discard(open)
      end(subscription)
    }
  }

  return {
    endPeriod,
    /** Processes what has come due: ends of periods, retries, and subscriptions to give up. */
    pass(): void {
      const due = subscriptions.filter((subscription) => {
        const isOver = nextDue(subscription) <= clock.seconds()
        return subscription.status === 'past_due' || (isOver && isRunning(subscription))
      })
      for (const subscription of due) passFor(subscription)
    },
  }
}
