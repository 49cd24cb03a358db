import { z } from 'zod'
import type { PortalStatus } from './clients.ts'
import { pageInput } from './paging.ts'
import { requiredEmail, requiredText, searchText, textList } from './text.ts'

const REQUIRED = 'Please fill in all required fields'

export const employeeInput = z.strictObject({
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  role: requiredText(REQUIRED, 100).transform((role) => role.toLowerCase().replace(/\s+/g, '_')),
  /** Minor units per hour. */
  hourly_rate: z
    .int('Hourly rate must be a number')
    .min(0, 'Hourly rate cannot be negative')
    .max(1_000_000_000)
    .default(0),
  performance_score: z.int().min(0).max(100).default(0),
  skills: textList(30, 60).default([]),
})

/** Inserts without `id`, updates with it. `version` is the one the editor loaded. */
export const employeeSaveInput = employeeInput.extend({
  id: z.uuid().optional(),
  version: z.int().optional(),
})

/** By a column of the table; who was never active comes last in either direction. */
export const EMPLOYEE_SORTS = ['name', 'role', 'tasks', 'hours', 'active'] as const
export type EmployeeSort = (typeof EMPLOYEE_SORTS)[number]

export const employeeListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  deactivated: z.boolean().default(false),
  order: z.enum(['newest', ...EMPLOYEE_SORTS]).default('newest'),
  /** Turns the order by a column round. */
  descending: z.boolean().default(false),
})

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
  /** Tasks given to them that are not done. */
  open_tasks: number
  /** Hours logged, decimal. */
  total_hours: number
  /** Seconds of the time that began this week, without running time. */
  week_seconds: number
  /** When they last changed something; null for never. */
  last_active_at: string | null
  performance_score: number
  /** `invited` has an open invitation, `active` an account. */
  portal_status: PortalStatus
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
