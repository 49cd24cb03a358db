import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { SearchKind } from '#shared/search.ts'

export interface SearchTables {
  search_entries: SearchEntryTable
}

/** Written by triggers alone; see `server/db/search.ts` for how it is read. */
interface SearchEntryTable {
  entry_id: Generated<number>
  kind: SearchKind
  subject_id: string
  agency_id: AgencyId
  project_id: string | null
  client_id: string | null
  client_visible: number
  title: string
  keywords: string
  body: string
  audience: string
}
