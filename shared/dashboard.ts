import type { ProjectDto } from './projects.ts'
import type { TaskDto } from './tasks.ts'
import type { TimerDto } from './work-log.ts'

/** The span dashboards compare: this many days against as many before them. */
export const COMPARED_DAYS = 30

/** A figure with its change “from last month”; null where there is nothing to compare with. */
export interface Figure {
  value: number
  change: { amount: number; unit: 'count' | 'percent' } | null
}

/** Something a new agency does once. */
export interface ChecklistStep {
  key: 'client' | 'contributor' | 'project' | 'task'
  done: boolean
}

export interface PlatformDashboard {
  role: 'super_admin'
  total_agencies: Figure
  /** People who signed in during the last 30 days. */
  active_users: Figure
}

export interface AgencyDashboard {
  role: 'agency_admin'
  active_projects: number
  total_clients: Figure
  pending_tasks: number
  /** Null once every step is done. */
  checklist: ChecklistStep[] | null
}

export interface ContributorDashboard {
  role: 'employee'
  /** Open tasks assigned to the caller. */
  my_tasks: number
  week_seconds: number
  /** The caller's open tasks due today or overdue, the oldest first. */
  today_tasks: TaskDto[]
  /** This week by project, with a row for each active project of the caller. */
  weekly_breakdown: { project_id: string | null; project_name: string; seconds: number }[]
  timer: TimerDto | null
}

export interface ClientDashboard {
  role: 'client'
  active_projects: number
  unread_messages: number
  projects: ProjectDto[]
}

export type DashboardDto = PlatformDashboard | AgencyDashboard | ContributorDashboard | ClientDashboard
