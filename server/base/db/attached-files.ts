import type { ExpressionBuilder } from 'kysely'
import type { Schema } from './schema.ts'

type Files = ExpressionBuilder<Schema, 'files'>

/** Whether a message or comment contains the file. */
export const isSent = (eb: Files) => eb.or([inMessage(eb), inComment(eb)])

/** Whether a message contains the file. */
export const inMessage = (eb: Files) =>
  eb.exists(
    eb
      .selectFrom('message_attachments as link')
      .select('link.file_id')
      .whereRef('link.agency_id', '=', 'files.agency_id')
      .whereRef('link.file_id', '=', 'files.id'),
  )

const inComment = (eb: Files) =>
  eb.exists(
    eb
      .selectFrom('task_comment_attachments as link')
      .select('link.file_id')
      .whereRef('link.agency_id', '=', 'files.agency_id')
      .whereRef('link.file_id', '=', 'files.id'),
  )
