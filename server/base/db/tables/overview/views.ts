import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { ViewedList } from '#shared/overview/schemas/views.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    saved_views: SavedViewTable
  }
}

/** A list's saved filters, order, and layout, for one person or shared with the team. */
interface SavedViewTable {
  id: string
  /** Null for the platform's administrators and people without an agency. */
  agency_id: AgencyId | null
  user_id: string
  list: ViewedList
  name: string
  /** JSON, in the format of the version that saved it. */
  state: string
  /** 1 if the agency's team can see it. */
  shared: Generated<number>
  version: number
  created_at: string
  updated_at: string
}
