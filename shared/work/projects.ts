export const MAX_PROJECT_NAME = 200

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

/** By a column of the table. */
export const PROJECT_SORTS = ['name', 'client', 'status', 'progress', 'due'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

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
  /** Minor units of the agency's currency; null for people who can't see client prices. */
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
  /** Whether it is the sample project. */
  sample: boolean
  archived_at: string | null
  version: number
  created_at: string
}
