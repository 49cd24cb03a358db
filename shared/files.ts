import { z } from 'zod'
import { pageInput } from './paging.ts'
import { optionalText } from './text.ts'

/**
 * The project's client can view and approve deliverables. Attachments are internal to the team. Message files
 * are visible to everyone in the project's conversation.
 */
export const FILE_KINDS = ['deliverable', 'attachment', 'message'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_REVIEWS = ['approved', 'changes_requested'] as const
export type FileReview = (typeof FILE_REVIEWS)[number]

/** Bytes. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024

/** The multipart field of an upload. */
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
  /** Only deliverables that the client has not answered yet. */
  awaiting: z.boolean().default(false),
})

export const fileRef = z.strictObject({ id: z.uuid() })

/** The client's review of a deliverable; requesting changes requires a comment. */
export const fileReviewInput = fileRef
  .extend({ review: z.enum(FILE_REVIEWS), comment: optionalText(2000) })
  .refine((answer) => answer.review === 'approved' || answer.comment !== null, {
    error: 'Please describe the changes you need',
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
