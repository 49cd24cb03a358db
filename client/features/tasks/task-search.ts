import { z } from 'zod'
import { TASK_DUE_FILTERS, TASK_STATUSES } from '#shared/tasks.ts'

export const TASK_VIEWS = ['cards', 'board', 'list'] as const
export type TaskView = (typeof TASK_VIEWS)[number]

export const TASK_TABS = ['details', 'comments', 'files', 'activity'] as const
export type TaskTab = (typeof TASK_TABS)[number]

/** What the address of the tasks screen holds. */
export const taskSearch = z.object({
  search: z.string().catch(''),
  status: z.enum(TASK_STATUSES).nullable().catch(null),
  /** Only tasks that are not done. */
  open: z.boolean().catch(false),
  project_id: z.uuid().nullable().catch(null),
  assigned_to_id: z.uuid().nullable().catch(null),
  due: z.enum(TASK_DUE_FILTERS).nullable().catch(null),
  view: z.enum(TASK_VIEWS).catch('cards'),
  /** The task whose drawer is open. */
  task: z.uuid().nullable().catch(null),
  tab: z.enum(TASK_TABS).catch('details'),
  /** The open form of a new task. */
  new: z.boolean().catch(false),
})

export type TaskSearch = z.output<typeof taskSearch>
export type TaskFilters = Pick<
  TaskSearch,
  'search' | 'status' | 'open' | 'project_id' | 'assigned_to_id' | 'due'
>

export const NO_FILTERS: TaskFilters = {
  search: '',
  status: null,
  open: false,
  project_id: null,
  assigned_to_id: null,
  due: null,
}

/** The part of the address that narrows the list. */
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

export const CLOSED_TASK = { task: null, tab: 'details' } as const
