import type { AgencyId } from '#shared/roles.ts'
import type { TaskPriority } from '#shared/tasks.ts'

export interface QuickTaskTables {
  quick_tasks: QuickTaskTable
}

/** A personal errand: only its creator and its assignee ever see it. */
interface QuickTaskTable {
  id: string
  /** Null for the platform's own staff and for people who belong to no agency yet. */
  agency_id: AgencyId | null
  /** Users. */
  created_by: string
  assigned_to: string
  title: string
  description: string | null
  priority: TaskPriority
  /** Calendar date, YYYY-MM-DD. */
  due_date: string | null
  completed_at: string | null
  /** Set instead of removing the row, so that deleting can be undone. */
  deleted_at: string | null
  version: number
  created_at: string
  updated_at: string
}
