import type { AgencyId } from '#shared/base/roles.ts'
import type { WorkKindName } from '#shared/overview/stopped-work.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    failing_work: FailingWorkTable
  }
}

/** Items that a job failed at; a success deletes the row. */
interface FailingWorkTable {
  work: WorkKindName
  /** The record's id, unique within the kind of work. */
  item: string
  /** The agency it belongs to; null for the platform. */
  agency_id: AgencyId | null
  name: string
  /** Path and query within the portal. */
  link: string
  failures: number
  reason: string
  failed_at: string
  retry_at: string
  /** From then on, it is only processed on request. */
  stopped_at: string | null
}
