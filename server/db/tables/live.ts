import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'

export interface LiveTables {
  changes: ChangeTable
}

/** What changed, for whom: open screens refresh the queries of these domains. Kept for minutes only. */
interface ChangeTable {
  id: Generated<number>
  /** Null reaches the platform's administrators only, unless `user_id` names someone. */
  agency_id: AgencyId | null
  /** Router names whose queries to refresh, comma separated. */
  domains: string
  /** Set when the change concerns one project or client, so that only their people hear of it. */
  project_id: string | null
  client_id: string | null
  /** Set when the change concerns one person alone. */
  user_id: string | null
  created_at: string
}
