import { flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

export const TASK_VIEWS = ['cards', 'board', 'list'] as const
export type TaskView = (typeof TASK_VIEWS)[number]

export const TASK_TABS = ['details', 'comments', 'files', 'activity'] as const
export type TaskTab = (typeof TASK_TABS)[number]

export const taskSearch = searchOf({
  search: text,
  status: oneOf(['todo', 'in_progress', 'review', 'done']),
  /** Only open tasks. */
  open: flag,
  project_id: id,
  assigned_to_id: id,
  due: oneOf(['overdue', 'today', 'week', 'none']),
  view: oneOf(TASK_VIEWS, 'cards'),
  /** The task whose drawer is open. */
  task: id,
  tab: oneOf(TASK_TABS, 'details'),
  /** The open form of a new task. */
  new: flag,
})

export type TaskSearch = typeof taskSearch.defaults
export const CLOSED_TASK = { task: null, tab: 'details' } as const
