export const TIMESHEET_STATUSES = ['submitted', 'approved', 'rejected'] as const
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number]

export const TIMESHEET_STATUS_LABELS: Record<TimesheetStatus, string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
}

export interface TimesheetDto {
  id: string
  agency_id: string
  agency_name: string
  user_id: string
  user_name: string
  /** The Monday, YYYY-MM-DD. */
  week_start: string
  /** The agency's time zone, in which the week starts and ends. */
  timezone: string
  status: TimesheetStatus
  submit_note: string | null
  review_note: string | null
  submitted_at: string
  reviewed_at: string | null
  reviewer_name: string | null
  total_seconds: number
  billable_seconds: number
  version: number
}

export const INVOICE_GROUPINGS = ['task', 'person', 'one'] as const
export type InvoiceGrouping = (typeof INVOICE_GROUPINGS)[number]

export interface UnbilledLine {
  description: string
  project_id: string | null
  /** Thousandths of an hour, rounded; the amount is that of the seconds. */
  quantity: number
  seconds: number
  /** Minor units per hour. */
  rate: number
  /** Whether time on it was recorded without a rate; not on projects whose own rate is 0. */
  rate_missing: boolean
  /** Minor units. */
  amount: number
  entry_ids: string[]
}

/** A submitted week with billable time of the client that awaits review. */
export interface AwaitingWeek {
  /** The timesheet's id and version, for approving it. */
  id: string
  version: number
  user_name: string
  week_start: string
  /** The part that would be billed. */
  seconds: number
}

/** A contributor's past week with time that isn't awaiting review. */
export interface UnsubmittedWeek {
  user_id: string
  user_name: string
  /** The Monday, in the agency's time zone. */
  week_start: string
  seconds: number
  /** Whether it was submitted before and rejected. */
  rejected: boolean
}

export interface Unbilled {
  lines: UnbilledLine[]
  total_seconds: number
  awaiting: AwaitingWeek[]
  /** Billable time that isn't submitted yet or was rejected. */
  unsubmitted_seconds: number
  /** Minor units of `currency`. */
  amount: number
  currency: string
}

export const BUDGET_KINDS = ['hours', 'money'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]
export const BUDGET_WARNING_PERCENT = 80
/** Budget thresholds, each notified once. */
export const BUDGET_THRESHOLDS = [BUDGET_WARNING_PERCENT, 100] as const

/** Their ids fit into the URL of one request. */
export const BUDGETS_AT_ONCE = 25

export interface ProjectBudgetDto {
  project_id: string
  project_name: string
  share_hours: boolean
  billing_rate: number | null
  budget: { kind: BudgetKind; amount: number } | null
  total_seconds: number
  billable_seconds: number
  /** In the budget's unit; 0 without a budget. */
  used: number
  used_percent: number
  warning: 'none' | 'near' | 'over'
  currency: string
  /** Minor units: the value of all time that is billable or was billed elsewhere, and of what isn't invoiced yet. */
  value: number
  unbilled: number
}

/** The amount an agency owes a contributor for approved, unpaid hours. */
export interface PayableHours {
  employee_id: string
  employee_name: string
  seconds: number
  /** Seconds by rate, in minor units per hour. */
  rates: { rate: number; seconds: number }[]
  /** Minor units of the agency's currency. */
  amount: number
  entry_ids: string[]
}
