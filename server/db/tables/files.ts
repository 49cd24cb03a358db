import type { FileKind, FileReview } from '#shared/files.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface FileTables {
  files: FileTable
}

/** A file of a project; its bytes are in the storage under `storage_key`. */
interface FileTable {
  agency_id: AgencyId
  id: string
  project_id: string
  /** Set when the file belongs to one task of the project. */
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
  /** The client's answer to a deliverable. */
  review: FileReview | null
  reviewed_at: string | null
  reviewed_by_name: string | null
  review_comment: string | null
  created_at: string
}
