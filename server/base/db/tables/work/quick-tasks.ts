import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskPriority } from '#shared/work/tasks.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    quick_tasks: QuickTaskTable
  }
}

/** A personal task, visible only to its creator and assignee. */
interface QuickTaskTable {
  id: string
  /** Null for the platform's administrators and people without an agency. */
  agency_id: AgencyId | null
  /** User ids. */
  created_by: string
  assigned_to: string
  title: string
  description: string | null
  priority: TaskPriority
  /** Calendar date, YYYY-MM-DD. */
  due_date: string | null
  completed_at: string | null
  /** Soft deletion, so that it can be undone. */
  deleted_at: string | null
  version: number
  created_at: string
  updated_at: string
}
