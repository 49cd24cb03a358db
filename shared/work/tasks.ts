import type { MessageAttachment } from './messages.ts'

export const MAX_TASK_TITLE = 300
export const MAX_TASK_DESCRIPTION = 10_000
export const MAX_COMMENT_FILES = 10

export const TASK_STATUSES = ['todo', 'in_progress', 'review', 'done'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const TASK_STATUS_LABELS: Record<TaskStatus, string> = {
  todo: 'To Do',
  in_progress: 'In Progress',
  review: 'Review',
  done: 'Done',
}

export const TASK_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

export const TASK_RECURRENCES = ['daily', 'weekly', 'monthly'] as const
export type TaskRecurrence = (typeof TASK_RECURRENCES)[number]

export const TASK_DUE_FILTERS = ['overdue', 'today', 'week', 'none'] as const
/** By a column of the table; tasks without a date or assignee come last in either direction. */
export const TASK_SORTS = ['title', 'status', 'priority', 'project', 'assignee', 'due'] as const
export type TaskSort = (typeof TASK_SORTS)[number]
/** `timeline`: by project, and within it by the first day. */
export const TASK_ORDERS = ['newest', 'board', 'timeline', ...TASK_SORTS] as const

/** The result of a bulk change; `undo` reverts it within a minute. */
export interface TasksChanged {
  changed: number
  undo: string
}

export interface CommentDto {
  id: string
  task_id: string
  author_id: string | null
  author_name: string
  text: string
  /** Whether the project's client sees it; others are internal. */
  shared: boolean
  /** Whether its author is one of the client's people. */
  by_client: boolean
  mentions: { user_id: string; name: string }[]
  attachments: MessageAttachment[]
  created_at: string
  edited_at: string | null
  /** The caller's permissions. */
  can_edit: boolean
  can_delete: boolean
}

export interface SubtaskDto {
  id: string
  title: string
  completed: boolean
}

export interface TaskDto {
  id: string
  agency_id: string
  agency_name: string
  title: string
  description: string | null
  priority: TaskPriority
  status: TaskStatus
  assigned_to_id: string | null
  start_date: string | null
  due_date: string | null
  /** Decimal hours. */
  estimated_hours: number | null
  subtasks: SubtaskDto[]
  project_id: string
  order_position: number
  recurrence: TaskRecurrence | null
  /** The number of open tasks that block this one. */
  open_blockers: number
  project: { name: string; unique_id: string }
  assignee: { name: string } | null
  /** The client's person who requested it; without an id if the account is deleted. */
  requested_by: { user_id: string | null; name: string } | null
  completed_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export interface TaskLinkDto {
  id: string
  title: string
  status: TaskStatus
}

/** A task with its blockers and the tasks it blocks, as far as visible to the caller. */
export interface TaskDetailDto extends TaskDto {
  blocked_by: TaskLinkDto[]
  blocks: TaskLinkDto[]
  /** Finished time on the task, as far as visible to the caller; excludes a running timer. */
  logged_seconds: number
  /** Whether the caller requested it, and the team hasn't taken it up. */
  can_change_request: boolean
}

export type TaskCounters = Record<'total' | TaskStatus, number>

/** Percent done: by subtasks if there are any, otherwise by status. */
export function taskProgress(task: {
  status: TaskStatus
  subtasks: readonly { completed: boolean }[]
}): number {
  if (task.subtasks.length > 0) {
    const completed = task.subtasks.filter((subtask) => subtask.completed).length
    return Math.round((completed / task.subtasks.length) * 100)
  }
  if (task.status === 'done') return 100
  return task.status === 'in_progress' ? 50 : 0
}
