import type { About } from '#shared/events/kind.ts'
import type { SubscriptionStatus } from '#shared/packages.ts'
import type { IntentState } from '../adapters/payment-provider.ts'
import type { SubscriptionState } from '../adapters/subscription-provider.ts'

/** What a provider says of a subscription, and what was known before it was asked. */
export interface SubscriptionAnswer {
  provider: 'test' | 'stripe'
  state: SubscriptionState
  /** How the charges stand behind the bills that are not settled yet. */
  charges: ReadonlyMap<string, IntentState>
  /** The version of our row before the provider was asked; null where it names another subscription. */
  seen: number | null
  /** Who asked for it; the agency itself where it happened of its own accord. */
  by: About['by']
  event: { id: string; type: string } | null
}

interface PlanView {
  plan_id: string
  status: SubscriptionStatus
  period_end: string
  cancelAtPeriodEnd: boolean
}

type SubscriptionEvent = 'subscription.changed' | 'subscription.past-due' | 'subscription.cancelled'

/** What became of a subscription, as an event and in words; null where nothing people would notice. */
export function subscriptionEvent(
  before: PlanView | null,
  after: PlanView,
  planName: string,
): { name: SubscriptionEvent; summary: string } | null {
  if (after.status === 'canceled') {
    return before === null || before.status === 'canceled'
      ? null
      : { name: 'subscription.cancelled', summary: 'Subscription cancelled' }
  }
  if (before === null || before.status === 'canceled') {
    return { name: 'subscription.changed', summary: `Subscribed to ${planName}` }
  }
  if (before.plan_id !== after.plan_id) {
    return { name: 'subscription.changed', summary: `Plan changed to ${planName}` }
  }
  if (before.status !== after.status) {
    return after.status === 'past_due'
      ? { name: 'subscription.past-due', summary: `The payment for the ${planName} plan is overdue` }
      : { name: 'subscription.changed', summary: `The ${planName} plan is paid again` }
  }
  if (before.cancelAtPeriodEnd === after.cancelAtPeriodEnd) return null
  return {
    name: 'subscription.cancelled',
    summary: after.cancelAtPeriodEnd
      ? `Subscription ends on ${after.period_end.slice(0, 10)}`
      : 'Subscription continues',
  }
}
