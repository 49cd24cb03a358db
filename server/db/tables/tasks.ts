import type { AgencyId } from '#shared/roles.ts'
import type { TaskPriority, TaskStatus } from '#shared/tasks.ts'

export interface TaskTables {
  tasks: TaskTable
  subtasks: SubtaskTable
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
  version: number
  created_at: string
  updated_at: string
}

interface SubtaskTable {
  agency_id: AgencyId
  id: string
  task_id: string
  position: number
  title: string
  completed: number
}
