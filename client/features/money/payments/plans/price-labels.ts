import { formatCard } from '#shared/base/amounts/money.ts'
import type { BillingInterval, PlanDto } from '#shared/money/plans/packages.ts'

/** "$99 / month", or "Custom" for plans without a price. */
export const priceOf = (plan: Pick<PlanDto, 'price' | 'currency' | 'interval'>): string =>
  plan.price === null ? 'Custom' : `${formatCard(plan.price, plan.currency)} / ${plan.interval}`

export const perInterval = (amount: number, currency: string, interval: BillingInterval): string =>
  `${formatCard(amount, currency)} / ${interval}`
