import type { AgencyId } from '#shared/base/roles.ts'
import type { FileKind, FileReview, FileTrouble } from '#shared/work/files.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    files: FileTable
  }

  interface SharedSchema {
    damaged_files: DamagedFileTable
    file_checks: FileCheckTable
  }
}

/** A stored file found damaged or missing, until a check finds it intact again. */
interface DamagedFileTable {
  /** The storage key. */
  file_key: string
  state: FileTrouble
  found_at: string
  checked_at: string
}

/** A single row: the progress of the check of all stored files. */
interface FileCheckTable {
  id: 'round'
  /** The storage key checked last; empty at the start of a round. */
  position: string
  /** Files checked in this round. */
  checked: number
  began_at: string
  /** When the last complete round ended. */
  last_round_at: string | null
}

/** A file of a project; its bytes are in the storage under `storage_key`. */
interface FileTable {
  agency_id: AgencyId
  id: string
  project_id: string
  /** Set if the file belongs to a task of the project. */
  task_id: string | null
  kind: FileKind
  name: string
  content_type: string
  /** Bytes. */
  size: number
  sha256: string
  storage_key: string
  uploaded_by: string | null
  uploaded_by_name: string
  /** The client's response to a deliverable. */
  review: FileReview | null
  reviewed_at: string | null
  reviewed_by_name: string | null
  review_comment: string | null
  created_at: string
}
