import { date, flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const TASK_VIEWS = ['cards', 'board', 'list', 'timeline'] as const
export type TaskView = (typeof TASK_VIEWS)[number]

export const ZOOMS = ['week', 'month', 'quarter'] as const
export type Zoom = (typeof ZOOMS)[number]

export const taskSearch = searchOf({
  search: text,
  status: oneOf(['todo', 'in_progress', 'review', 'done']),
  /** Only open tasks. */
  open: flag,
  /** Only requests of clients that no one has taken up. */
  requested: flag,
  project_id: id,
  assigned_to_id: id,
  due: oneOf(['overdue', 'today', 'week', 'none']),
  ...tableParams(['title', 'status', 'priority', 'project', 'assignee', 'due']),
  view: oneOf(TASK_VIEWS),
  /** How much the timeline shows; null means the zoom chosen last. And the day it shows instead of today. */
  zoom: oneOf(ZOOMS),
  date,
  /** The task shown instead of the list. */
  task: id,
  /** The task previewed beside the list. */
  peek: id,
  /** The task's file that is open. */
  file: id,
  /** The open form of a new task. */
  new: flag,
})

/** Opens the task instead of the list. */
export const opensTask = (task: { id: string }) => ({ task: task.id, peek: null })

export type TaskSearch = typeof taskSearch.defaults
