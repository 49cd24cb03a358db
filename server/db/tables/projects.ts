import type { ColumnType } from 'kysely'
import type { ProjectCategory, ProjectStatus } from '#shared/projects.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { BudgetKind } from '#shared/timesheets.ts'

export interface ProjectTables {
  projects: ProjectTable
  project_assignees: ProjectAssigneeTable
  project_requirements: ProjectTextTable
  project_deliverables: ProjectTextTable
}

/** A column with a default: inserts may leave it out. */
type Optional<Value> = ColumnType<Value, Value | undefined, Value>

interface ProjectTable {
  agency_id: AgencyId
  id: string
  /** `PRJ-` and a timestamp in milliseconds; unique over the platform. */
  unique_id: string
  name: string
  description: string | null
  category: ProjectCategory
  assigned_client_id: string
  /** Minor units, in the agency's currency. */
  total_price: number
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string
  delivery_date: string
  status: ProjectStatus
  /** Percent set by hand; null means it is computed from the tasks. */
  progress_override: number | null
  /** 1 shows the hours of the project to its client. */
  share_hours: Optional<number>
  /** Minor units an hour; null bills the contributor's rate. */
  billing_rate: Optional<number | null>
  budget_kind: Optional<BudgetKind | null>
  /** Minutes for `hours`, minor units for `money`. */
  budget_amount: Optional<number | null>
  /** 1 for the one to look around in. */
  sample: Optional<number>
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface ProjectAssigneeTable {
  agency_id: AgencyId
  project_id: string
  employee_id: string
}

interface ProjectTextTable {
  agency_id: AgencyId
  project_id: string
  position: number
  text: string
}
