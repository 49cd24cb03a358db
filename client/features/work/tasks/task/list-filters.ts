import { NO_TASK_FILTERS, type TaskFilters } from '#shared/work/screens/tasks.ts'
import type { TaskSearch, TaskView } from './task-search.ts'

export const FILTER_KEYS = [
  'search',
  'status',
  'open',
  'requested',
  'project_id',
  'assigned_to_id',
  'due',
] as const

/** The search parameters that filter the list. */
export const filtersOf = ({
  search,
  status,
  open,
  requested,
  project_id,
  assigned_to_id,
  due,
}: TaskSearch): TaskFilters => ({
  search,
  status,
  open,
  requested,
  project_id,
  assigned_to_id,
  due,
})

export const isFiltered = (filters: TaskFilters): boolean =>
  JSON.stringify(filters) !== JSON.stringify(NO_TASK_FILTERS)

/** Props shared by all task views. */
export interface TaskViewProps {
  view: TaskView
  filters: TaskFilters
  onAdd: () => void
  onClearFilters: () => void
}
