import type { ExpressionBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Whether a message contains the file. */
export const inMessage = (eb: ExpressionBuilder<Schema, 'files'>) =>
  eb.exists(
    eb
      .selectFrom('message_attachments as link')
      .select('link.file_id')
      .whereRef('link.agency_id', '=', 'files.agency_id')
      .whereRef('link.file_id', '=', 'files.id'),
  )

/** Whether a comment on a task contains the file. */
export const inComment = (eb: ExpressionBuilder<Schema, 'files'>) =>
  eb.exists(
    eb
      .selectFrom('task_comment_attachments as link')
      .select('link.file_id')
      .whereRef('link.agency_id', '=', 'files.agency_id')
      .whereRef('link.file_id', '=', 'files.id'),
  )
