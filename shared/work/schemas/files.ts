import { z } from 'zod'
import { idInput } from '../../base/schemas/ids.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText } from '../../base/schemas/text.ts'
import { FILE_KINDS, FILE_REVIEWS } from '../files.ts'

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
  /** Only deliverables that the client hasn't reviewed yet. */
  awaiting: z.boolean().default(false),
})

/** The client's review of a deliverable; requesting changes requires a comment. */
export const fileReviewInput = idInput
  .extend({ review: z.enum(FILE_REVIEWS), comment: optionalText(2000) })
  .refine((answer) => answer.review === 'approved' || answer.comment !== null, {
    error: 'Please describe the changes you need',
    path: ['comment'],
  })
