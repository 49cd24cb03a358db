import type { ProjectStatus } from './projects.ts'
import type { TaskDto } from './tasks.ts'

/** So many figures lead to a tile's, the oldest first; the last is the tile's own. */
export const TREND_POINTS = 12

/** The charts look back over this many calendar months, the present one included. */
export const CHART_MONTHS = 12

export type Trend = number[]

export interface CashMonth {
  /** YYYY-MM. */
  month: string
  /** What came in and went out, tax included, in minor units of the base currency. */
  cash_in: number
  cash_out: number
}

export interface PersonHours {
  user_id: string
  name: string
  seconds: number
  billable_seconds: number
  /** Of a week, on average over the four weeks before. */
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
}

export interface AgencyCharts {
  role: 'agency_admin'
  trends: {
    total_clients: Trend
    monthly_revenue: Trend
    /** Relative to now, as its shape alone is drawn; null where there are too many. */
    pending_tasks: Trend | null
  }
  currency: string
  months: CashMonth[]
  week_start: string
  /** Those with the most hours this week, of all who logged any lately. */
  people: PersonHours[]
  /** How many more there are. */
  other_people: number
  /** Active projects, those due first. */
  projects: ProjectSpan[]
  other_projects: number
}

export interface ContributorCharts {
  role: 'employee'
  trends: { my_tasks: Trend | null; week_seconds: Trend }
  /** The present week, a figure for each day. */
  days: { day: string; seconds: number }[]
  /** The caller's open tasks of the coming days, by due date. */
  coming_tasks: TaskDto[]
  /** Open tasks that nobody has taken in the caller's projects: the newest few. */
  free_tasks: TaskDto[]
}

export interface ClientCharts {
  role: 'client'
  trends: { pending_invoices: Trend | null }
  /** What was paid to the agency, for each currency; null for whoever sees no bills. */
  paid: { currency: string; months: { month: string; amount: number }[] }[] | null
  /** The hours shared with the client; null where there are none. */
  hours: { month: string; seconds: number }[] | null
}

export interface PlatformCharts {
  role: 'super_admin'
  trends: {
    total_agencies: Trend
    active_users: Trend
    monthly_revenue: Trend
    /** Null where a span had nothing before it to compare with. */
    growth_rate: Trend | null
  }
}

export type ChartsDto = AgencyCharts | ContributorCharts | ClientCharts | PlatformCharts

/** Percent of the way from start to delivery that the project's dates have gone. */
export function elapsedShare({ start_date, delivery_date }: ProjectSpan, today: string): number {
  const [start, end, now] = [start_date, delivery_date, today].map((date) => Date.parse(date))
  if (start === undefined || end === undefined || now === undefined || now <= start) return 0
  return now >= end ? 100 : Math.round(((now - start) / (end - start)) * 100)
}

/** So many points may the work be behind the days before it is said. */
const MARGIN = 15

export type ProjectHealth = 'late' | 'behind' | 'on_track' | 'not_started'

/** How a project that is not completed stands against its own dates. */
export function projectHealth(project: ProjectSpan, today: string): ProjectHealth {
  if (today > project.delivery_date) return 'late'
  if (today < project.start_date) return 'not_started'
  return elapsedShare(project, today) - project.progress > MARGIN ? 'behind' : 'on_track'
}
