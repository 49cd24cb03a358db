export interface ActivityDto {
  id: string
  /** `domain.verb`, for example `project.created`. */
  action: string
  summary: string
  actor_name: string
  subject: { type: string; id: string }
  project_id: string | null
  /** Null for platform events. */
  agency_name: string | null
  /** For an invitation: the role and client. */
  invited: { role: string; client_id: string | null } | null
  created_at: string
}
