import type { AgencyId } from '#shared/base/roles.ts'
import type {
  ImportKind,
  ImportNote,
  ImportReason,
  ImportSource,
  ImportStatus,
  NotRemovedReason,
} from '#shared/overview/imports.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    imports: ImportTable
    import_items: ImportItemTable
  }
}

/** An export file from another product. */
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
  /** JSON: an `ImportResult`, once finished. */
  result: string | null
  /** JSON: an `ImportUndone`, once it is undone. */
  undone: string | null
  failure: string | null
  /** The number of rows stored, and how many of them are processed. */
  total: number
  done: number
  /** Until then, the process holding the lease works on it; the value also proves ownership. */
  lease_until: string | null
  created_by: string | null
  created_by_name: string
  created_at: string
  updated_at: string
  finished_at: string | null
}

/**
 * A row of an import file; the client, project, task, comment, or time entry created from it has the same id.
 */
interface ImportItemTable {
  agency_id: AgencyId
  id: string
  import_id: string
  position: number
  source: ImportSource
  kind: ImportKind
  external_id: string
  line: number | null
  /** JSON: an `ImportItem`; null once processed. */
  data: string | null
  /** Null until processed. */
  outcome: 'made' | 'matched' | 'skipped' | 'removed' | 'kept' | null
  /** Why it was skipped, how it differs from the file, or why it wasn't deleted when the import was undone. */
  reason: ImportReason | ImportNote | NotRemovedReason | null
}
