import type { ColumnType } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    employees: EmployeeTable
    employee_skills: EmployeeSkillTable
  }
}

interface EmployeeTable {
  agency_id: AgencyId
  id: string
  name: string
  email: string
  /** With its domain in Unicode, for searches; null if its domain is ASCII. */
  unicode_email: ColumnType<string | null, string | null | undefined>
  /** The contributor's profession, for example `senior_developer`; not the account role. */
  role: string
  /** Minor units per hour, in the agency's currency. */
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
