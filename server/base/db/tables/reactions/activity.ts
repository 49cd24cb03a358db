import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    activity: ActivityTable
  }
}

/** Append-only: one row per change, written in the change's transaction. */
interface ActivityTable {
  id: string
  /** Null for events of the platform itself. */
  agency_id: AgencyId | null
  actor_id: string | null
  actor_name: string
  /** `domain.verb`, for example `project.created`. */
  action: string
  subject_type: string
  subject_id: string
  /** The sentence shown, for example "Spring campaign completed". */
  summary: string
  project_id: string | null
  client_id: string | null
  created_at: string
}
