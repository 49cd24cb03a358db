import type { SubscriptionStatus } from '#shared/packages.ts'

/** Routers whose queries a change of a subscription touches. */
export const PLAN_TOUCHES = ['packages', 'agencies', 'auth']

interface PlanView {
  plan_id: string
  status: SubscriptionStatus
  period_end: string
  cancelAtPeriodEnd: boolean
}

/** What became of a subscription, in words; null where nothing people would notice. */
export function planNews(
  before: PlanView | null,
  after: PlanView,
  planName: string,
): { action: string; summary: string } | null {
  if (after.status === 'canceled') {
    return before === null || before.status === 'canceled'
      ? null
      : { action: 'subscription.cancelled', summary: 'Subscription cancelled' }
  }
  if (before === null || before.status === 'canceled') {
    return { action: 'subscription.changed', summary: `Subscribed to ${planName}` }
  }
  if (before.plan_id !== after.plan_id) {
    return { action: 'subscription.changed', summary: `Plan changed to ${planName}` }
  }
  if (before.status !== after.status) {
    return after.status === 'past_due'
      ? { action: 'subscription.past_due', summary: `The payment for the ${planName} plan is overdue` }
      : { action: 'subscription.changed', summary: `The ${planName} plan is paid again` }
  }
  if (before.cancelAtPeriodEnd === after.cancelAtPeriodEnd) return null
  return {
    action: 'subscription.cancelled',
    summary: after.cancelAtPeriodEnd
      ? `Subscription ends on ${after.period_end.slice(0, 10)}`
      : 'Subscription goes on',
  }
}
