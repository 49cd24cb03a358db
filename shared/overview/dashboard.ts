import type { Money } from '../base/amounts/money.ts'
import type { InvoiceDto } from '../money/invoices/invoices.ts'
import type { TimerDto } from '../time/work-log.ts'
import type { ProjectDto } from '../work/projects.ts'
import type { TaskDto } from '../work/tasks.ts'

/** The activity feed shows this many at once. */
export const FEED_PAGE = { limit: 8 }

/** Dashboards compare this many days with the same number before them. */
export const COMPARED_DAYS = 30

/** A figure and its change “from last month”; null if there is no earlier figure. */
export interface Figure<Value = number> {
  value: Value
  change: { amount: number; unit: 'count' | 'percent' | 'points' } | null
}

export interface PlatformDashboard {
  role: 'super_admin'
  total_agencies: Figure
  /** People who signed in during the last 30 days. */
  active_users: Figure
  /** Client payments to all agencies in the last 30 days, in minor units. */
  monthly_revenue: Figure
  currency: string
  /** Revenue in currencies whose exchange rate is not known; not part of the figure. */
  other_revenue: Money[]
  /** Percent change from the previous 30 days; null if nothing was paid then. */
  growth_rate: Figure<number | null>
}

export interface AgencyDashboard {
  role: 'agency_admin'
  active_projects: number
  total_clients: Figure
  /** Client payments in the last 30 days, in minor units. */
  monthly_revenue: Figure
  currency: string
  pending_tasks: number
}

export interface ContributorDashboard {
  role: 'employee'
  /** Open tasks assigned to the caller. */
  my_tasks: number
  week_seconds: number
  /** The caller's pending payouts by currency, in minor units; never empty. */
  pending_payouts: Money[]
  currency: string
  /** The caller's open tasks due today or overdue, oldest first. */
  today_tasks: TaskDto[]
  /** This week by project, with a row for each active project of the caller. */
  weekly_breakdown: { project_id: string | null; project_name: string; seconds: number }[]
  timer: TimerDto | null
}

export interface ClientDashboard {
  role: 'client'
  active_projects: number
  /** What is due, including overdue invoices, in each currency. */
  pending_invoices: { count: number; amounts: Money[] }
  unread_messages: number
  projects: ProjectDto[]
  recent_invoices: RecentInvoice[]
}

export interface RecentInvoice extends InvoiceDto {
  /** Its status in words, and the status that gives its color. */
  badge: { status: string; label: string }
}

/** Something awaiting the caller's action. `since` is when it started waiting or was due. */
export type WaitingDto =
  | {
      kind: 'week'
      id: string
      version: number
      user_name: string
      week_start: string
      seconds: number
      since: string
    }
  | { kind: 'returned_week'; id: string; week_start: string; since: string }
  | {
      kind: 'late_invoice'
      id: string
      number: string
      client_name: string
      due: Money
      since: string
      /** When the client was last reminded, while no other reminder can be sent. */
      reminded_at: string | null
    }
  | {
      kind: 'invoice_to_pay'
      id: string
      number: string
      issuer_name: string
      due: Money
      since: string
      late: boolean
    }
  | { kind: 'announced_payment'; id: string; payer_name: string; paid: Money; since: string }
  | { kind: 'review'; id: string; name: string; project_id: string; project_name: string; since: string }
  | { kind: 'unbilled_time'; client_id: string; client_name: string; seconds: number; since: string }
  | { kind: 'unpaid_time'; employee_id: string; employee_name: string; seconds: number; since: string }
  | { kind: 'messages'; project_id: string; project_name: string; unread: number; since: string }

/** What awaits the caller's action: money first, then people; within each kind, oldest first. */
export interface WaitingListDto {
  items: WaitingDto[]
}

export type DashboardDto = PlatformDashboard | AgencyDashboard | ContributorDashboard | ClientDashboard
