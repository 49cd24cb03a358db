import type { PortalStatus } from './clients.ts'

/** By a column of the table; people who were never active come last in either direction. */
export const EMPLOYEE_SORTS = ['name', 'role', 'tasks', 'hours', 'active'] as const
export type EmployeeSort = (typeof EMPLOYEE_SORTS)[number]

export interface EmployeeDto {
  id: string
  agency_id: string
  agency_name: string
  /** The contributor's user account; null if there is none yet. */
  user_id: string | null
  name: string
  email: string
  role: string
  /** Minor units per hour, in the agency's currency. */
  hourly_rate: number
  currency: string
  skills: string[]
  active_projects: number
  /** Tasks assigned to them that aren't done, in projects that aren't archived. */
  open_tasks: number
  /** Hours logged, decimal. */
  total_hours: number
  /** Seconds of time entries that started this week, excluding running ones. */
  week_seconds: number
  /** When they last changed something; null for never. */
  last_active_at: string | null
  performance_score: number
  /** `invited` has an open invitation, `active` an account. */
  portal_status: PortalStatus
  /** What their account signs in with; null without an account. */
  account_email: string | null
  deactivated_at: string | null
  version: number
  created_at: string
}

export interface EmployeeCounters {
  total_employees: number
  active_projects: number
  total_hours: number
  /** Rounded mean of the scores; 0 without employees. */
  avg_performance: number
}
