import type { TaskDto } from '#shared/tasks.ts'
import type { TaskSearch } from './task-search.ts'

export type TaskFilters = Pick<TaskSearch, (typeof FILTER_KEYS)[number]>

export const FILTER_KEYS = ['search', 'status', 'open', 'project_id', 'assigned_to_id', 'due'] as const

export const NO_FILTERS: TaskFilters = {
  search: '',
  status: null,
  open: false,
  project_id: null,
  assigned_to_id: null,
  due: null,
}

/** The search parameters that filter the list. */
export const filtersOf = ({ search, status, open, project_id, assigned_to_id, due }: TaskSearch) => ({
  search,
  status,
  open,
  project_id,
  assigned_to_id,
  due,
})

export const isFiltered = (filters: TaskFilters): boolean =>
  JSON.stringify(filters) !== JSON.stringify(NO_FILTERS)

/** Props shared by all task views. */
export interface TaskViewProps {
  filters: TaskFilters
  onOpen: (task: TaskDto) => void
  onAdd: () => void
  onClearFilters: () => void
}
