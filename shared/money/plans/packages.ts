import { multiplyRatio } from '../../base/amounts/money.ts'
import { shiftMonths } from '../../base/calendar.ts'

export const PLAN_KINDS = ['subscription', 'package'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]
export const BILLING_INTERVALS = ['month', 'year'] as const
export type BillingInterval = (typeof BILLING_INTERVALS)[number]
export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'canceled'

export interface PlanDto {
  id: string
  kind: PlanKind
  name: string
  description: string
  price: number | null
  currency: string
  interval: BillingInterval
  billing: string
  features: string[]
  member_limit: number | null
  project_limit: number | null
  storage_limit_gb: number | null
  popular: boolean
  status: 'active' | 'archived'
  version: number
}

/**
 * Describes a plan's limits. A plan with a price on request omits unlimited ones, and subscriptions only
 * mention a limited number of members.
 */
export function planLimits(plan: PlanLimits): string[] {
  const { kind, price, member_limit, project_limit, storage_limit_gb } = plan
  const words: [number | null, (limit: number) => string, unlimited: string | null][] = [
    [
      member_limit,
      (limit) => `Up to ${counted(limit, 'team member')}`,
      kind === 'package' ? 'Unlimited team members' : null,
    ],
    [project_limit, (limit) => `Up to ${counted(limit, 'project')}`, 'Unlimited projects'],
    [storage_limit_gb, (limit) => `${storageText(limit)} storage`, 'Unlimited storage'],
  ]
  return words.flatMap(([limit, text, unlimited]) =>
    limit !== null ? text(limit) : price === null || unlimited === null ? [] : unlimited,
  )
}

type PlanLimits = Pick<PlanDto, 'kind' | 'price' | 'member_limit' | 'project_limit' | 'storage_limit_gb'>

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const storageText = (gigabytes: number): string =>
  gigabytes % 1000 === 0 ? `${gigabytes / 1000}TB` : `${gigabytes}GB`

const PLANNED = ['white-label', 'sso']

/** Whether the feature isn't available yet, so that cards mark it. */
export const isPlanned = (feature: string): boolean => PLANNED.includes(feature.trim().toLowerCase())

/** A plan as shown to the platform's administrator. */
export interface PackageDto extends PlanDto {
  /** Agencies on it, in trial or paying. */
  subscribers: number
  paying: number
  /** Minor units per month from paying agencies. */
  revenue: number
}

export interface PackageAnalyticsDto {
  subscribers: number
  paying: number
  mrr: number
  arr: number
  currency: string
  /** Percent of agencies past their trial that pay; null if there are none. */
  trial_conversion: number | null
  /** Percent of subscribers lost in the last 30 days; null if there were none. */
  churn: number | null
  plans: { id: string; name: string; kind: PlanKind; subscribers: number; paying: number; mrr: number }[]
}

/** Billing, status and usage are visible to the owner only. */
export interface SubscriptionDto {
  plan: PlanDto
  status: SubscriptionStatus
  /** Minor units per interval; 0 while nothing is paid. */
  price: number
  currency: string
  interval: BillingInterval
  period_end: string | null
  cancel_at_period_end: boolean
  card: { brand: string; last4: string } | null
  /**
   * Who else's card it renews on, so that the caller can't change or pay it; without a name once they have left the
   * agency.
   */
  other_payer: { name: string | null } | null
  /** The failed renewal: amount in minor units and the provider's message. */
  overdue: { amount: number; failure: string | null } | null
  trial: { ends_at: string; days_left: number; ended: boolean } | null
  usage: {
    members: { used: number; limit: number | null }
    projects: { used: number; limit: number | null }
    /** Bytes of files, receipts and pictures. */
    storage: { used: number; limit: number | null }
    limits_enforced: boolean
  } | null
  /** Only the owner can change the plan. */
  changeable: boolean
}

/** The cost of choosing a plan, as the provider will bill it. */
export interface PlanChangePreview {
  plan: PlanDto
  /** The paid plan it replaces, if any. */
  from: string | null
  /**
   * The billed lines; mid-period, the unused old and the remaining new plan. Minor units, credits negative.
   */
  lines: BillLine[]
  /** Minor units charged now. */
  due_now: number
  /** Credit for the rest of the paid period. */
  credit: number
  /** Remaining credit for future bills. */
  balance: number
  currency: string
  next_charge_at: string
  next_charge: number
  /** The time of the proration, sent back with the order so that the price is the same. */
  proration_date: string
}

export interface BillLine {
  kind: 'unused' | 'remaining' | 'plan'
  amount: number
}

/** The end of a billing period; shorter months end on their last day. */
export function addInterval(start: Date, interval: BillingInterval, count = 1): Date {
  const [date = '', time = ''] = start.toISOString().split('T')
  return new Date(`${shiftMonths(date, interval === 'month' ? count : 12 * count)}T${time}`)
}

/** A price in minor units per month. */
export const monthlyPrice = (price: number, interval: BillingInterval): number =>
  interval === 'month' ? price : multiplyRatio(price, 1, 12)
