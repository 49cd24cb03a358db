import { z } from 'zod'
import { calendarDate, optionalCalendarDate } from './dates.ts'
import { pageInput } from './paging.ts'
import { optionalText, requiredText, searchText } from './text.ts'

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
/** By a column of the table; what has no date or assignee comes last in either direction. */
export const TASK_SORTS = ['title', 'status', 'priority', 'project', 'assignee', 'due'] as const
export type TaskSort = (typeof TASK_SORTS)[number]
export const TASK_ORDERS = ['newest', 'board', ...TASK_SORTS] as const

export const subtaskInput = z.strictObject({
  id: z.uuid().optional(),
  title: z.string().trim().max(300),
  completed: z.boolean().default(false),
})

/** Inserts without `id`, updates with it. New tasks start as `todo` unless a status is given. */
export const taskSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  title: requiredText('Please enter a task title', 300),
  description: optionalText(10_000),
  project_id: z.uuid('Project is required to create a task'),
  priority: z.enum(TASK_PRIORITIES).default('medium'),
  status: z.enum(TASK_STATUSES).default('todo'),
  assigned_to_id: z.uuid().nullish(),
  due_date: optionalCalendarDate,
  /** Decimal hours in steps of 0.5. */
  estimated_hours: z.number().min(0, 'Estimated hours cannot be negative').max(10_000).nullish(),
  recurrence: z.enum(TASK_RECURRENCES).nullish(),
  subtasks: z
    .array(subtaskInput)
    .max(100)
    .transform((entries) => entries.filter((entry) => entry.title !== ''))
    .default([]),
  /** Completes the task even if tasks that block it are open. */
  confirm: z.boolean().default(false),
})

const taskFilters = {
  search: searchText,
  project_id: z.uuid().nullish(),
  assigned_to_id: z.uuid().nullish(),
  due: z.enum(TASK_DUE_FILTERS).nullish(),
}

export const taskListInput = z.strictObject({
  ...pageInput,
  ...taskFilters,
  status: z.enum(TASK_STATUSES).nullish(),
  /** Only open tasks. */
  open: z.boolean().default(false),
  order: z.enum(TASK_ORDERS).default('newest'),
  /** Turns the order by a column round. */
  descending: z.boolean().default(false),
})

/** The list's filters but those by status, which the counters tell apart. */
export const taskCountersInput = z.strictObject(taskFilters).prefault({})

export const taskRef = z.strictObject({ id: z.uuid() })

export const taskStatusInput = taskRef.extend({
  status: z.enum(TASK_STATUSES),
  version: z.int().optional(),
  confirm: z.boolean().default(false),
})

/** Directly before or after a task of the target column; with neither, at the top. */
export const taskMoveInput = taskStatusInput
  .extend({ before_id: z.uuid().optional(), after_id: z.uuid().optional() })
  .refine((move) => move.before_id === undefined || move.after_id === undefined, {
    error: 'Specify either the task before or the task after, not both.',
  })

export const subtaskToggleInput = taskRef.extend({ subtask_id: z.uuid(), completed: z.boolean() })

export const taskBlockersInput = taskRef.extend({ blocked_by: z.array(z.uuid()).max(50) })

const bulkIds = { ids: z.array(z.uuid()).min(1, 'Select at least one task.').max(100) }

/** A change to several tasks; all are changed, or none. */
export const taskBulkInput = z.discriminatedUnion('action', [
  z.strictObject({
    ...bulkIds,
    action: z.literal('status'),
    status: z.enum(TASK_STATUSES),
    confirm: z.boolean().default(false),
  }),
  z.strictObject({ ...bulkIds, action: z.literal('assign'), assigned_to_id: z.uuid().nullable() }),
  z.strictObject({ ...bulkIds, action: z.literal('priority'), priority: z.enum(TASK_PRIORITIES) }),
  z.strictObject({ ...bulkIds, action: z.literal('due'), due_date: calendarDate.nullable() }),
  z.strictObject({ ...bulkIds, action: z.literal('project'), project_id: z.uuid() }),
])

export const taskBulkDeleteInput = z.strictObject(bulkIds)

const commentFields = {
  text: requiredText('Please write a comment', 5000),
  /** User ids of the people mentioned. */
  mentions: z.array(z.uuid()).max(20).default([]),
}

export const commentListInput = z.strictObject({ ...pageInput, task_id: z.uuid() })
export const commentAddInput = z.strictObject({ task_id: z.uuid(), ...commentFields })
export const commentEditInput = z.strictObject({ id: z.uuid(), ...commentFields })
export const commentRef = z.strictObject({ id: z.uuid() })

export interface CommentDto {
  id: string
  task_id: string
  author_id: string | null
  author_name: string
  text: string
  mentions: { user_id: string; name: string }[]
  created_at: string
  edited_at: string | null
  /** What the caller may do with it. */
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

/** A task with its blockers and the tasks it blocks, as far as the caller may see them. */
export interface TaskDetailDto extends TaskDto {
  blocked_by: TaskLinkDto[]
  blocks: TaskLinkDto[]
  /** Finished time on the task, as far as the caller may see it; a running timer is not in it. */
  logged_seconds: number
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
