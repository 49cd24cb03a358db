import type { AgencyId } from '#shared/roles.ts'

export interface ActivityTables {
  activity: ActivityTable
}

/** Append-only: one row for each change, written in the change's own transaction. */
interface ActivityTable {
  id: string
  /** Null for events of the platform itself. */
  agency_id: AgencyId | null
  actor_id: string | null
  actor_name: string
  /** `domain.verb`, for instance `project.created`. */
  action: string
  subject_type: string
  subject_id: string
  /** The sentence people read, for instance “Spring campaign completed”. */
  summary: string
  project_id: string | null
  client_id: string | null
  created_at: string
}
