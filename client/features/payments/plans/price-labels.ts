import { formatCard } from '#shared/money.ts'
import type { BillingInterval, PlanDto } from '#shared/packages.ts'

/** "$99 / month"; a plan without a price is agreed on request. */
export const priceOf = (plan: Pick<PlanDto, 'price' | 'currency' | 'interval'>): string =>
  plan.price === null ? 'Custom' : `${formatCard(plan.price, plan.currency)} / ${plan.interval}`

export const perInterval = (amount: number, currency: string, interval: BillingInterval): string =>
  `${formatCard(amount, currency)} / ${interval}`
