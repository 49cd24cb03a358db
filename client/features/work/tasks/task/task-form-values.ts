import {
  TASK_PRIORITIES,
  TASK_RECURRENCES,
  TASK_STATUS_LABELS,
  TASK_STATUSES,
  type TaskDto,
  type TaskPriority,
  type TaskRecurrence,
  type TaskStatus,
} from '#shared/work/tasks.ts'

/** The values of the task form; `taskSaveInput` converts them to the saved input. */
export interface TaskFormValues extends Record<string, unknown> {
  id?: string
  version?: number
  title: string
  description: string
  project_id: string | null
  priority: TaskPriority
  status: TaskStatus
  assigned_to_id: string | null
  start_date: string | null
  due_date: string | null
  estimated_hours: number | null
  recurrence: TaskRecurrence | null
  subtasks: EditedSubtask[]
}

export interface EditedSubtask {
  /** Omitted until first saved. */
  id?: string
  title: string
  completed: boolean
}

export const emptyTask = (projectId: string | null): TaskFormValues => ({
  title: '',
  description: '',
  project_id: projectId,
  priority: 'medium',
  status: 'todo',
  assigned_to_id: null,
  start_date: null,
  due_date: null,
  estimated_hours: null,
  recurrence: null,
  subtasks: [],
})

export const valuesOfTask = (task: TaskDto): TaskFormValues => ({
  id: task.id,
  version: task.version,
  title: task.title,
  description: task.description ?? '',
  project_id: task.project_id,
  priority: task.priority,
  status: task.status,
  assigned_to_id: task.assigned_to_id,
  start_date: task.start_date,
  due_date: task.due_date,
  estimated_hours: task.estimated_hours,
  recurrence: task.recurrence,
  subtasks: task.subtasks,
})

export const RECURRENCE_LABELS: Record<TaskRecurrence, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
}

export const PRIORITY_LABELS: Record<TaskPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

export const STATUS_OPTIONS = TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABELS[value] }))
export const PRIORITY_OPTIONS = TASK_PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }))
export const RECURRENCE_OPTIONS = TASK_RECURRENCES.map((value) => ({
  value,
  label: RECURRENCE_LABELS[value],
}))
