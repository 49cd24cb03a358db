import type { ImportKind, ImportReason, ImportSource, ImportStatus, KeptReason } from '#shared/imports.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface ImportTables {
  imports: ImportTable
  import_items: ImportItemTable
}

/** A file that another product exported. */
interface ImportTable {
  agency_id: AgencyId
  id: string
  source: ImportSource
  file_name: string
  status: ImportStatus
  /** JSON: an `ImportOverview`. */
  overview: string
  /** JSON: an `ImportMapping`; null until one is saved. */
  mapping: string | null
  /** JSON: an `ImportResult`, once it is done. */
  result: string | null
  /** JSON: an `ImportUndone`, once it is undone. */
  undone: string | null
  failure: string | null
  /** Rows stored and, of these, dealt with. */
  total: number
  done: number
  /** Until then a process works on it; also what that process proves it by. */
  lease_until: string | null
  created_by: string | null
  created_by_name: string
  created_at: string
  updated_at: string
  finished_at: string | null
}

/** A row of such a file; a client, project, task, comment or time entry made of it has the same id. */
interface ImportItemTable {
  agency_id: AgencyId
  id: string
  import_id: string
  position: number
  source: ImportSource
  kind: ImportKind
  external_id: string
  line: number | null
  /** JSON: an `ImportItem`; null once it is dealt with. */
  data: string | null
  /** Null until it is dealt with. */
  outcome: 'made' | 'matched' | 'skipped' | 'removed' | 'kept' | null
  /** Why it was skipped, or kept when its import was undone. */
  reason: ImportReason | KeptReason | null
}
