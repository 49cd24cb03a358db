import type { ColumnType } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { BudgetKind } from '#shared/time/timesheets.ts'
import type { ProjectCategory, ProjectStatus } from '#shared/work/projects.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    projects: ProjectTable
    project_assignees: ProjectAssigneeTable
    project_requirements: ProjectTextTable
    project_deliverables: ProjectTextTable
  }
}

/** A column with a default, optional in inserts. */
type Optional<Value> = ColumnType<Value, Value | undefined, Value>

interface ProjectTable {
  agency_id: AgencyId
  id: string
  /** `PRJ-` and a timestamp in milliseconds; unique across the platform. */
  unique_id: string
  name: string
  description: string | null
  category: ProjectCategory
  assigned_client_id: string
  /** The day of the books on which the project was given to its client; null if it has always been theirs. */
  client_since: Optional<string | null>
  /** Minor units, in the agency's currency. */
  total_price: number
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string
  delivery_date: string
  status: ProjectStatus
  /** Percentage set manually; null computes it from the tasks. */
  progress_override: number | null
  /** 1 if the client can see the project's hours. */
  share_hours: Optional<number>
  /** Minor units per hour; null uses the contributor's rate. */
  billing_rate: Optional<number | null>
  budget_kind: Optional<BudgetKind | null>
  /** Minutes for `hours`, minor units for `money`. */
  budget_amount: Optional<number | null>
  /** 1 marks the sample project. */
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
