import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { SearchKind } from '#shared/overview/search.ts'

declare module '../../schema.ts' {
  interface SharedSchema {
    search_entries: SearchEntryTable
  }
}

/** Written only by triggers; `server/base/db/search/search.ts` reads it. */
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
  /** All three in the form that lists search; empty for other kinds. */
  folded: Generated<string>
}
