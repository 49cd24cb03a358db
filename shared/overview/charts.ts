import type { ProjectHealth } from '../work/project-health.ts'
import type { ProjectStatus } from '../work/projects.ts'
import type { TaskDto } from '../work/tasks.ts'

/** The number of points in a tile's trend, oldest first; the last is the tile's current figure. */
export const TREND_POINTS = 12

/** The number of calendar months in charts, including the current one. */
export const CHART_MONTHS = 12

export type Trend = number[]

export interface CashMonth {
  /** YYYY-MM. */
  month: string
  /** Money received and spent, including tax, in minor units of the base currency. */
  cash_in: number
  cash_out: number
}

export interface PersonHours {
  user_id: string
  name: string
  seconds: number
  billable_seconds: number
  /** The weekly average of the previous four weeks. */
  usual_seconds: number
}

export interface ProjectSpan {
  id: string
  name: string
  client_name: string
  status: ProjectStatus
  /** Calendar dates. */
  start_date: string
  delivery_date: string
  /** Percent. */
  progress: number
  /** Null once it is completed or archived. */
  health: ProjectHealth | null
}

export interface AgencyCharts {
  role: 'agency_admin'
  trends: {
    total_clients: Trend
    monthly_revenue: Trend
    /** Relative to now, because only the shape is drawn; null if there are too many tasks. */
    pending_tasks: Trend | null
  }
  currency: string
  months: CashMonth[]
  week_start: string
  /** Those with the most hours this week, among people with recent hours. */
  people: PersonHours[]
  /** The number of further people. */
  other_people: number
  /** Active projects by due date. */
  projects: ProjectSpan[]
  other_projects: number
}

export interface ContributorCharts {
  role: 'employee'
  trends: { my_tasks: Trend | null; week_seconds: Trend }
  /** The current week by day. */
  days: { day: string; seconds: number }[]
  /** The caller's open tasks of the coming days, by due date. */
  coming_tasks: TaskDto[]
  /** The newest unassigned open tasks in the caller's projects. */
  free_tasks: TaskDto[]
}

export interface ClientCharts {
  role: 'client'
  trends: { pending_invoices: Trend | null }
  /** Payments to the agency by currency; null if the caller can't see bills. */
  paid: { currency: string; months: { month: string; amount: number }[] }[] | null
  /** Hours shared with the client; null if there are none. */
  hours: { month: string; seconds: number }[] | null
}

export interface PlatformCharts {
  role: 'super_admin'
  trends: {
    total_agencies: Trend
    active_users: Trend
    monthly_revenue: Trend
    /** Null if a period follows one without revenue. */
    growth_rate: Trend | null
  }
}

export type ChartsDto = AgencyCharts | ContributorCharts | ClientCharts | PlatformCharts
