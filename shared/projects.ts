import { z } from 'zod'
import { optionalCalendarDate } from './dates.ts'
import { pageInput } from './paging.ts'
import { optionalText, requiredText, searchText, textList } from './text.ts'

export const PROJECT_CATEGORIES = [
  'web-development',
  'mobile-app',
  'design',
  'marketing',
  'consulting',
] as const
export type ProjectCategory = (typeof PROJECT_CATEGORIES)[number]

export const PROJECT_STATUSES = ['planning', 'in_progress', 'review', 'completed'] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const PROJECT_STATUS_LABELS: Record<ProjectStatus, string> = {
  planning: 'Planning',
  in_progress: 'In Progress',
  review: 'Review',
  completed: 'Completed',
}

/** The API accepts `in-progress` for `in_progress`. */
export const projectStatus = z
  .literal('in-progress')
  .transform(() => 'in_progress' as const)
  .or(z.enum(PROJECT_STATUSES))

const REQUIRED = 'Please fill in all required fields'

const projectFields = {
  name: requiredText(REQUIRED),
  description: optionalText(5000),
  category: z.enum(PROJECT_CATEGORIES, REQUIRED),
  /** Minor units of the agency's currency; empty means 0. */
  total_price: z
    .int('Budget must be a number')
    .min(0, 'Budget cannot be negative')
    .max(100_000_000_000)
    .default(0),
  start_date: optionalCalendarDate,
  delivery_date: optionalCalendarDate,
  requirements: textList().default([]),
  deliverables: textList().default([]),
  assigned_employee_ids: z.array(z.uuid()).max(200).default([]),
}

/**
 * The client is given by name and must match an existing client of the agency. Other keys (status, agency)
 * are ignored: a new project always starts as planning at 0 percent.
 */
export const projectCreateInput = z.object({ ...projectFields, client: requiredText(REQUIRED) })

export const projectUpdateInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  ...projectFields,
  client: requiredText(REQUIRED),
  status: projectStatus,
  /** Manual percentage; null computes it from the tasks. */
  progress: z
    .int()
    .min(0, 'Progress must be between 0 and 100')
    .max(100, 'Progress must be between 0 and 100')
    .nullable(),
})

/** By a column of the table. */
export const PROJECT_SORTS = ['name', 'client', 'status', 'progress', 'due'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

export const projectListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  status: projectStatus.nullish(),
  client_id: z.uuid().nullish(),
  employee_id: z.uuid().nullish(),
  /** Only those not completed. */
  active: z.boolean().optional(),
  archived: z.boolean().default(false),
  order: z.enum(['newest', ...PROJECT_SORTS]).default('newest'),
  /** Turns the order by a column round. */
  descending: z.boolean().default(false),
})

export const projectRef = z.strictObject({ id: z.uuid() })

export const projectArchiveInput = projectRef.extend({ archived: z.boolean() })

export const projectStatusInput = projectRef.extend({ status: projectStatus, version: z.int().optional() })

/** Percent done, computed from the tasks or set manually. */
export function projectProgress(project: {
  status: ProjectStatus
  progress_override: number | null
  task_count: number
  done_task_count: number
}): number {
  if (project.progress_override !== null) return project.progress_override
  if (project.status === 'completed') return 100
  if (project.task_count === 0) return 0
  return Math.round((project.done_task_count / project.task_count) * 100)
}

export type ProjectCounters = Record<'total' | 'active' | 'archived' | ProjectStatus, number>

export interface ProjectDto {
  id: string
  unique_id: string
  agency_id: string
  agency_name: string
  name: string
  description: string | null
  category: ProjectCategory
  assigned_client_id: string
  client: { id: string; name: string; email: string }
  assigned_employee_ids: string[]
  team: { id: string; name: string }[]
  /** Minor units of the agency's currency; null for roles that see no client money. */
  total_price: number | null
  currency: string
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string
  delivery_date: string
  requirements: string[]
  deliverables: string[]
  status: ProjectStatus
  /** Percent, 0 to 100. */
  progress: number
  progress_is_manual: boolean
  task_count: number
  done_task_count: number
  /** Whether the caller may download all deliverables as one archive. */
  can_download_all: boolean
  /** True for the one to look around in. */
  sample: boolean
  archived_at: string | null
  version: number
  created_at: string
}
