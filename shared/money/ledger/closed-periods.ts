export type PeriodAct = 'set' | 'reopened' | 'year_closed'

/** The `reason` if something is dated in a closed period, or in one whose changes need a confirmation. */
export const PERIOD_CLOSED = 'period_closed'
export const PERIOD_LOCKED = 'period_locked'

export interface PeriodLocksDto {
  /** The last day whose changes need a confirmation. */
  soft_until: string | null
  /** The last day of the closed periods. */
  hard_until: string | null
  version: number
}

export interface PeriodChange extends PeriodLocksDto {
  act: PeriodAct
  reason: string | null
  set_by_name: string
  set_at: string
}

export interface PeriodsDto extends PeriodLocksDto {
  /** Newest first. */
  history: PeriodChange[]
}

/** What to settle before a year is closed. */
export const YEAR_END_CHECKS = ['drafts', 'pending_payments', 'missing_rates', 'differences'] as const
export type YearEndCheck = (typeof YEAR_END_CHECKS)[number]

/** Entries without an exchange rate would change the year's figures once it is entered. */
export const MUST_BE_SETTLED: readonly YearEndCheck[] = ['missing_rates']

export const YEAR_END_WORDS: Record<YearEndCheck, { label: string; about: string }> = {
  drafts: {
    label: 'Invoice drafts',
    about: 'Drafts from the year. Sent later, they count for the next year.',
  },
  pending_payments: {
    label: 'Payments on their way',
    about: 'Payments from the year that were announced or are being processed. They count when they arrive.',
  },
  missing_rates: {
    label: 'Missing exchange rates',
    about: 'Amounts left out of the figures. Enter their rates first.',
  },
  differences: {
    label: 'Unreconciled differences',
    about: 'The nightly comparison found that ledger, payments and documents differ. Ask your administrator.',
  },
}

export interface YearEndDto extends PeriodLocksDto {
  /** The fiscal year; null if none has ended that isn't closed. */
  year: { from: string; to: string } | null
  checks: { check: YearEndCheck; count: number }[]
  totals: YearTotals | null
}

/** Minor units of the base currency, net of tax. */
export interface YearTotals {
  currency: string
  revenue: number
  expenses: number
  profit: number
  /** By issue date. */
  tax_collected: number
  input_tax: number
}
