import type { ProjectCategory, ProjectStatus } from '#shared/projects.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface ProjectTables {
  projects: ProjectTable
  project_assignees: ProjectAssigneeTable
  project_requirements: ProjectTextTable
  project_deliverables: ProjectTextTable
}

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
