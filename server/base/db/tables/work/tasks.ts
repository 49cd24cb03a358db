import type { ColumnType } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskPriority, TaskRecurrence, TaskStatus } from '#shared/work/tasks.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    tasks: TaskTable
    task_tallies: TaskTallyTable
    assignee_tallies: AssigneeTallyTable
    subtasks: SubtaskTable
    task_dependencies: TaskDependencyTable
    task_comments: TaskCommentTable
    task_comment_mentions: TaskCommentMentionTable
    task_comment_attachments: TaskCommentAttachmentTable
  }
}

/** Has a default in the database. */
type Optional<Value> = ColumnType<Value, Value | undefined, Value>

interface TaskTable {
  agency_id: AgencyId
  id: string
  project_id: string
  title: string
  description: string | null
  priority: TaskPriority
  status: TaskStatus
  /** An employee of the agency. */
  assigned_to_id: string | null
  /** Calendar date, YYYY-MM-DD, on or before the due date. */
  start_date: string | null
  /** Calendar date, YYYY-MM-DD. */
  due_date: string | null
  /** Estimate in minutes, so that fractions of an hour are exact. */
  estimated_minutes: number | null
  order_position: number
  completed_at: string | null
  recurrence: TaskRecurrence | null
  /** The day of the month of a monthly task, remembered through shorter months. */
  recurrence_day: number | null
  /** The task created when this recurring task was first completed. */
  next_task_id: string | null
  /** One of the client's people; null if the account is deleted, or the team created the task. */
  requested_by_id: Optional<string | null>
  requested_by_name: Optional<string | null>
  version: number
  created_at: string
  updated_at: string
}

/** A contributor's number of open tasks, maintained by triggers. */
interface AssigneeTallyTable {
  agency_id: AgencyId
  employee_id: string
  open_tasks: number
}

/** A project's number of tasks by status, maintained by triggers; projects without tasks may have no row. */
interface TaskTallyTable {
  agency_id: AgencyId
  project_id: string
  todo: number
  in_progress: number
  review: number
  done: number
}

interface SubtaskTable {
  agency_id: AgencyId
  id: string
  task_id: string
  position: number
  title: string
  completed: number
}

/** The task can't start until `blocked_by_id` is done. */
interface TaskDependencyTable {
  agency_id: AgencyId
  task_id: string
  blocked_by_id: string
}

interface TaskCommentTable {
  agency_id: AgencyId
  id: string
  task_id: string
  author_id: string | null
  author_name: string
  text: string
  /** Whether the project's client sees it; others are internal. */
  shared: Optional<number>
  /** Whether its author is one of the client's people. */
  by_client: Optional<number>
  created_at: string
  edited_at: string | null
}

/** A file of the task, attached to a comment. */
interface TaskCommentAttachmentTable {
  agency_id: AgencyId
  comment_id: string
  file_id: string
  position: number
}

interface TaskCommentMentionTable {
  agency_id: AgencyId
  comment_id: string
  user_id: string
}
