import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { pageInput } from './paging.ts'
import { optionalText } from './text.ts'

export const TIMESHEET_STATUSES = ['submitted', 'approved', 'rejected'] as const
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number]

export const TIMESHEET_STATUS_LABELS: Record<TimesheetStatus, string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Any day of the week. */
export const timesheetSubmitInput = z.strictObject({ date: calendarDate, note: optionalText(500) })
export const timesheetWithdrawInput = z.strictObject({ id: z.uuid(), version: z.int() })
export const timesheetReviewInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  decision: z.enum(['approved', 'rejected']),
  note: optionalText(500),
})
export const timesheetListInput = z.strictObject({
  ...pageInput,
  status: z.enum(TIMESHEET_STATUSES).nullish(),
  /** Only the week starting on this Monday. */
  week_start: calendarDate.nullish(),
  whose: z.enum(['own', 'agency']).default('own'),
})

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

/** The approved, billable, uninvoiced time to bill; `from` and `to` are inclusive. */
export const unbilledInput = z.strictObject({
  client_id: z.uuid(),
  project_id: z.uuid().nullish(),
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  group_by: z.enum(INVOICE_GROUPINGS).default('task'),
})

export interface UnbilledLine {
  description: string
  project_id: string | null
  /** Thousandths of an hour. */
  quantity: number
  /** Minor units per hour. */
  rate: number
  /** Minor units. */
  amount: number
  entry_ids: string[]
}

export interface Unbilled {
  lines: UnbilledLine[]
  total_seconds: number
  /** Minor units of `currency`. */
  amount: number
  currency: string
}

export const BUDGET_KINDS = ['hours', 'money'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]
export const BUDGET_WARNING_PERCENT = 80
/** Budget thresholds, each notified once. */
export const BUDGET_THRESHOLDS = [BUDGET_WARNING_PERCENT, 100] as const

export const projectTimeInput = z.strictObject({
  project_id: z.uuid(),
  version: z.int().optional(),
  share_hours: z.boolean(),
  /** Minor units per hour; null uses the contributor's rate. */
  billing_rate: z.int().min(0, 'Hourly rate cannot be negative').max(1_000_000_000).nullable(),
  /** `amount` is minutes of `hours`, minor units of `money`. */
  budget: z
    .strictObject({
      kind: z.enum(BUDGET_KINDS),
      amount: z.int().min(1, 'Budget must be more than 0').max(100_000_000_000),
    })
    .nullable(),
})

export interface ProjectBudgetDto {
  project_id: string
  project_name: string
  share_hours: boolean
  billing_rate: number | null
  budget: { kind: BudgetKind; amount: number } | null
  total_seconds: number
  billable_seconds: number
  /** In the unit of the budget; 0 without a budget. */
  used: number
  used_percent: number
  warning: 'none' | 'near' | 'over'
  currency: string
  /** Minor units: invoiced time, uninvoiced billable time, the cost of the hours and the margin. */
  billed: number
  unbilled: number
  cost: number
  margin: number
}

/** The amount an agency owes a contributor for approved, unpaid hours. */
export interface PayableHours {
  employee_id: string
  employee_name: string
  seconds: number
  /** Seconds at each rate, in minor units an hour. */
  rates: { rate: number; seconds: number }[]
  /** Minor units of the agency's currency. */
  amount: number
  entry_ids: string[]
}
