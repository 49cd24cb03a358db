import { dateInZone } from '#shared/base/dates.ts'
import type { About } from '#shared/base/events/kind.ts'
import type { SubscriptionStatus } from '#shared/money/plans/packages.ts'
import type { IntentState, ProviderName } from '../../base/adapters/payments/payment-provider.ts'
import type { SubscriptionState } from '../../base/adapters/payments/subscription-provider.ts'

/** A subscription's state at the provider, and what was known before querying it. */
export interface SubscriptionAnswer {
  provider: ProviderName
  state: SubscriptionState
  /** The state of the charges of unsettled bills. */
  charges: ReadonlyMap<string, IntentState>
  /** Our row's version before the query; null if it has another subscription. */
  seen: number | null
  /** Who requested it; the agency itself if it happened automatically. */
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

/** The event and message for a change of a subscription, in the agency's zone; null if users needn't be notified. */
export function subscriptionEvent(
  before: PlanView | null,
  after: PlanView,
  { planName, zone }: { planName: string; zone: string },
): { name: SubscriptionEvent; summary: string } | null {
  if (after.status === 'canceled') {
    return before === null || before.status === 'canceled'
      ? null
      : { name: 'subscription.cancelled', summary: 'Subscription canceled' }
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
      ? `Subscription ends on ${dateInZone(new Date(after.period_end), zone)}`
      : 'Subscription continues',
  }
}
