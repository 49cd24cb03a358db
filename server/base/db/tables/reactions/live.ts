import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface SharedSchema {
    changes: ChangeTable
  }
}

/** Tells open screens which domains' queries to refresh. Deleted after a few minutes. */
interface ChangeTable {
  id: Generated<number>
  /** Null reaches only the platform's administrators, unless `user_id` is set. */
  agency_id: AgencyId | null
  /** Names of the routers whose queries to refresh, separated by commas. */
  domains: string
  /** Set if the change concerns one project or client; only people with access to it are notified. */
  project_id: string | null
  client_id: string | null
  /** Set if the change concerns only one person. */
  user_id: string | null
  created_at: string
}
