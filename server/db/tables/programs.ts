import type { AgencyId } from '#shared/roles.ts'

export interface ProgramTables {
  audit_log: AuditLogTable
  api_tokens: ApiTokenTable
  webhooks: WebhookTable
  webhook_events: WebhookEventTable
  webhook_deliveries: WebhookDeliveryTable
}

/** Append-only by trigger: security events and what the platform's administrators do. */
interface AuditLogTable {
  id: string
  agency_id: AgencyId | null
  actor_id: string | null
  actor_name: string
  actor_role: string | null
  /** `area.event`, for instance `session.sign-in`. */
  action: string
  subject_type: string
  subject_id: string
  detail: string
  created_at: string
}

interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The token's last characters, so that its owner can tell it apart. */
  hint: string
  /** Separated by spaces, for instance `clients:read time:write`. */
  scopes: string
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_used_over: 'IPv4' | 'IPv6' | null
}

interface WebhookTable {
  agency_id: AgencyId
  id: string
  url: string
  /** Signs the bodies; encrypted with the instance's key. */
  secret: string
  enabled: number
  /** When the first of the attempts failed of which none has been delivered since. */
  failing_since: string | null
  version: number
  created_at: string
  updated_at: string
}

interface WebhookEventTable {
  agency_id: AgencyId
  webhook_id: string
  event: string
}

interface WebhookDeliveryTable {
  agency_id: AgencyId
  id: string
  webhook_id: string
  event: string
  body: string
  status: 'queued' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: string
  response_status: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
}
