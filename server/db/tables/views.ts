import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { ViewedList } from '#shared/views.ts'

export interface ViewTables {
  saved_views: SavedViewTable
}

/** A list's filters, order and layout under a name: for whoever saved it, or for a whole team. */
interface SavedViewTable {
  id: string
  /** Null for the platform's own staff and for people who belong to no agency yet. */
  agency_id: AgencyId | null
  user_id: string
  list: ViewedList
  name: string
  /** JSON, as the version that saved it knew the list. */
  state: string
  /** 1 where the agency's team sees it. */
  shared: Generated<number>
  version: number
  created_at: string
  updated_at: string
}
