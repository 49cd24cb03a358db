import { z } from 'zod'
import { MAX_AMOUNT } from './invoices.ts'
import { multiplyRatio } from './money.ts'
import { requiredText, textList } from './text.ts'

export const PLAN_KINDS = ['subscription', 'package'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]
export const BILLING_INTERVALS = ['month', 'year'] as const
export type BillingInterval = (typeof BILLING_INTERVALS)[number]
export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'canceled'

const REQUIRED = 'Please fill in all required fields'
const limit = z.int().min(1).max(1_000_000).nullable().default(null)

export const planSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  kind: z.enum(PLAN_KINDS).default('package'),
  name: requiredText(REQUIRED, 60),
  description: requiredText(REQUIRED, 300),
  /** Minor units; null is a price on request. */
  price: z.int('Price must be a number').min(0, 'Price cannot be negative').max(MAX_AMOUNT).nullable(),
  billing_interval: z.enum(BILLING_INTERVALS).default('month'),
  member_limit: limit,
  project_limit: limit,
  storage_limit_gb: limit,
  features: textList(30, 120).default([]),
  popular: z.boolean().default(false),
})
export type PlanSaveInput = z.input<typeof planSaveInput>

export const planListInput = z.strictObject({
  kind: z.enum(PLAN_KINDS).nullish(),
  archived: z.boolean().default(false),
})

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

/** A plan as the platform's administrator sees it. */
export interface PackageDto extends PlanDto {
  /** Agencies on it, in trial or paying. */
  subscribers: number
  paying: number
  /** Minor units a month from paying agencies. */
  revenue: number
}

export interface PackageAnalyticsDto {
  subscribers: number
  paying: number
  mrr: number
  arr: number
  currency: string
  /** Percent of the agencies past their trial that pay; null before the first one is. */
  trial_conversion: number | null
  /** Percent of subscribers lost in the last 30 days; null without any. */
  churn: number | null
  plans: { id: string; name: string; kind: PlanKind; subscribers: number; paying: number; mrr: number }[]
}

/** Of the paying, its state and the usage only the owner is told. */
export interface SubscriptionDto {
  plan: PlanDto
  status: SubscriptionStatus
  /** Minor units an interval; 0 while nothing is paid. */
  price: number
  currency: string
  interval: BillingInterval
  period_end: string | null
  cancel_at_period_end: boolean
  card: { brand: string; last4: string } | null
  /** The renewal that could not be charged, in minor units and the provider's words. */
  overdue: { amount: number; failure: string | null } | null
  trial: { ends_at: string; days_left: number; ended: boolean } | null
  usage: {
    members: { used: number; limit: number | null }
    projects: { used: number; limit: number | null }
    limits_enforced: boolean
  } | null
  /** Only the owner changes the plan. */
  changeable: boolean
}

/** What choosing a plan costs, as the provider will bill it. */
export interface PlanChangePreview {
  plan: PlanDto
  /** The plan it takes the place of, where one is paid for. */
  from: string | null
  /** What is billed: in mid-period the unused old and the remaining new plan. Minor units, credits negative. */
  lines: BillLine[]
  /** Minor units taken now. */
  due_now: number
  /** What was paid for the rest of the running period, given back as credit. */
  credit: number
  /** Credit that is left for the next bills. */
  balance: number
  currency: string
  next_charge_at: string
  next_charge: number
  /** The instant the shares are computed for; sent back with the order, so that it costs exactly this. */
  proration_date: string
}

export interface BillLine {
  kind: 'unused' | 'remaining' | 'plan'
  amount: number
}

/** The part of a period's price that is not used up yet, by the second. */
export function unusedShare(price: number, start: Date, end: Date, now: Date): number {
  const length = Math.round((end.getTime() - start.getTime()) / 1000)
  const left = Math.round((end.getTime() - now.getTime()) / 1000)
  if (length <= 0 || left <= 0) return 0
  return multiplyRatio(price, Math.min(left, length), length)
}

export interface RunningPlan {
  price: number
  interval: BillingInterval
  start: Date
  end: Date
  /** Credit of earlier changes. */
  balance: number
}

export interface ChangeBill {
  lines: BillLine[]
  due: number
  balance: number
  start: Date
  end: Date
}

/**
 * What a change of plan costs: the unused share of the old one is credited. At the same interval the period
 * goes on and its rest is charged at the new price; at another one a new period begins and is charged whole.
 * Credit that exceeds the charge is kept for the next bills.
 */
export function changeBill(
  running: RunningPlan,
  next: { price: number; interval: BillingInterval },
  at: Date,
): ChangeBill {
  const { start, end } = running
  const unused: BillLine = { kind: 'unused', amount: -unusedShare(running.price, start, end, at) || 0 }
  const same = running.interval === next.interval
  const charged: BillLine = same
    ? { kind: 'remaining', amount: unusedShare(next.price, start, end, at) }
    : { kind: 'plan', amount: next.price }
  const { due, balance } = takeCredit(unused.amount + charged.amount, running.balance)
  const period = same ? { start, end } : { start: at, end: addInterval(at, next.interval) }
  return { lines: [unused, charged], due, balance, ...period }
}

/** Pays a bill from credit first; a negative bill becomes credit. */
export function takeCredit(total: number, credit: number): { due: number; balance: number } {
  const rest = total - credit
  return { due: Math.max(0, rest), balance: Math.max(0, -rest) }
}

/** The end of a billing period; the last day of a shorter month stands in for the 29th to 31st. */
export function addInterval(start: Date, interval: BillingInterval, count = 1): Date {
  const months = interval === 'month' ? count : 12 * count
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return end
}

/** Minor units a month of a price. */
export const monthlyPrice = (price: number, interval: BillingInterval): number =>
  interval === 'month' ? price : multiplyRatio(price, 1, 12)
