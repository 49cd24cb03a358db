/**
 * The project's client can view and approve deliverables. Attachments are internal to the team, unless a shared
 * comment contains them. Message files are sent with messages, and with clients' comments on tasks, and visible to
 * everyone in the project's conversation.
 */
export const FILE_KINDS = ['deliverable', 'attachment', 'message'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_REVIEWS = ['approved', 'changes_requested'] as const
export type FileReview = (typeof FILE_REVIEWS)[number]

/** Bytes. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024

/** Why more files can't be attached to a message or comment. */
export const tooManyFiles = (limit: number): string => `Attach at most ${limit} files.`

/** The multipart field of an upload. */
export const UPLOAD_FIELD = 'file'

/** What is wrong with a stored file: different bytes, or none. */
export type FileTrouble = 'damaged' | 'missing'

export interface FileDto {
  id: string
  project_id: string
  task_id: string | null
  kind: FileKind
  name: string
  content_type: string
  /** Bytes. */
  size: number
  uploaded_by: string | null
  uploaded_by_name: string
  review: FileReview | null
  reviewed_at: string | null
  reviewed_by_name: string | null
  review_comment: string | null
  created_at: string
  /** Set if the stored bytes were found damaged or missing. */
  trouble: FileTrouble | null
}

export const fileAddress = (id: string): string => `/files/${id}`

/** All deliverables of a project as one zip. */
export const deliverablesAddress = (projectId: string): string => `/files/projects/${projectId}.zip`
