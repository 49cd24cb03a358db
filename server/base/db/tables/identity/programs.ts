import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    audit_log: AuditLogTable
    api_tokens: ApiTokenTable
    webhooks: WebhookTable
    webhook_events: WebhookEventTable
    webhook_deliveries: WebhookDeliveryTable
  }
}

/** Append-only by trigger: security events and actions of platform administrators. */
interface AuditLogTable {
  id: string
  agency_id: AgencyId | null
  actor_id: string | null
  actor_name: string
  actor_role: string | null
  /** `area.event`, for example `session.sign-in`. */
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
  /** The token's last characters, to help its owner recognize it. */
  hint: string
  /** Separated by spaces, for example `clients:read time:write`. */
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
  /** Signs webhook bodies; encrypted with the instance's key. */
  secret: string
  /** Those that it replaced, separated by spaces and encrypted, which also sign until `earlier_until`. */
  earlier_secret: Generated<string | null>
  earlier_until: Generated<string | null>
  enabled: number
  /** When the first attempt since the last successful delivery failed. */
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
