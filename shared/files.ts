import { z } from 'zod'
import { pageInput } from './paging.ts'
import { optionalText } from './text.ts'

/**
 * Deliverables are for the project's client to see and approve, attachments stay with the team, and
 * files of messages belong to everyone in the project's conversation.
 */
export const FILE_KINDS = ['deliverable', 'attachment', 'message'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_REVIEWS = ['approved', 'changes_requested'] as const
export type FileReview = (typeof FILE_REVIEWS)[number]

/** Bytes. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024

/** The multipart field that carries an upload. */
export const UPLOAD_FIELD = 'file'

/** The query parameters of `POST /files`. */
export const fileUploadQuery = z.strictObject({
  project_id: z.uuid(),
  task_id: z.uuid().optional(),
  kind: z.enum(FILE_KINDS).default('deliverable'),
})

export const fileListInput = z.strictObject({
  ...pageInput,
  project_id: z.uuid(),
  task_id: z.uuid().nullish(),
  kind: z.enum(FILE_KINDS).nullish(),
})

export const fileRef = z.strictObject({ id: z.uuid() })

/** The client's answer to a deliverable; asking for changes says which. */
export const fileReviewInput = fileRef
  .extend({ review: z.enum(FILE_REVIEWS), comment: optionalText(2000) })
  .refine((answer) => answer.review === 'approved' || answer.comment !== null, {
    error: 'Please say what should change',
    path: ['comment'],
  })

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
}

export const fileAddress = (id: string): string => `/files/${id}`

/** All deliverables of a project as one zip. */
export const deliverablesAddress = (projectId: string): string => `/files/projects/${projectId}.zip`
