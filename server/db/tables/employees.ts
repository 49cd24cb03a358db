import type { AgencyId } from '#shared/roles.ts'

export interface EmployeeTables {
  employees: EmployeeTable
  employee_skills: EmployeeSkillTable
}

interface EmployeeTable {
  agency_id: AgencyId
  id: string
  name: string
  email: string
  /** The contributor's trade, for instance `senior_developer`; not the account role. */
  role: string
  /** Minor units an hour, in the agency's currency. */
  hourly_rate: number
  /** Percent, 0 to 100. */
  performance_score: number
  deactivated_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface EmployeeSkillTable {
  agency_id: AgencyId
  employee_id: string
  position: number
  name: string
}
