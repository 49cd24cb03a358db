import type { AgencyId } from '#shared/roles.ts'
import type { TaskPriority, TaskRecurrence, TaskStatus } from '#shared/tasks.ts'

export interface TaskTables {
  tasks: TaskTable
  task_tallies: TaskTallyTable
  assignee_tallies: AssigneeTallyTable
  subtasks: SubtaskTable
  task_dependencies: TaskDependencyTable
  task_comments: TaskCommentTable
  task_comment_mentions: TaskCommentMentionTable
}

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
  /** Calendar date, YYYY-MM-DD. */
  due_date: string | null
  /** Estimate in minutes, so that halves of an hour stay exact. */
  estimated_minutes: number | null
  order_position: number
  completed_at: string | null
  recurrence: TaskRecurrence | null
  /** The day of the month a monthly task keeps to, also through shorter months. */
  recurrence_day: number | null
  /** The task created when this recurring one was first done. */
  next_task_id: string | null
  version: number
  created_at: string
  updated_at: string
}

/** How many tasks of a contributor are not done; triggers keep it. */
interface AssigneeTallyTable {
  agency_id: AgencyId
  employee_id: string
  open_tasks: number
}

/** How many tasks of each status a project has; triggers keep it, and a project without tasks may have none. */
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

/** The task waits for `blocked_by_id` to be done. */
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
  created_at: string
  edited_at: string | null
}

interface TaskCommentMentionTable {
  agency_id: AgencyId
  comment_id: string
  user_id: string
}
