import type { z } from 'zod'
import type { MessageDto, messageEditInput } from '#shared/messages.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { getMessage } from '../queries/messages.ts'
import { requireThread } from '../queries/threads.ts'
import { mayStillChange } from '../rules.ts'

/** Replaces the words of the caller's own recent message, and marks it as edited. */
export const editMessage = (
  db: Db,
  scope: Scope,
  input: z.output<typeof messageEditInput>,
): Promise<MessageDto> =>
  transact(db, (trx) =>
    changeOwn(trx, scope, input.id, { content: input.content, edited_at: toInstant(scope.now) }),
  )

/** Takes the words of the caller's own recent message away; that there was one stays visible. */
export const deleteMessage = (db: Db, scope: Scope, input: { id: string }): Promise<MessageDto> =>
  transact(db, async (trx) => {
    const message = await changeOwn(trx, scope, input.id, {
      content: '',
      deleted_at: toInstant(scope.now),
    })
    await trx.deleteFrom('message_attachments').where('message_id', '=', input.id).execute()
    await trx.deleteFrom('message_mentions').where('message_id', '=', input.id).execute()
    return { ...message, mentions: [], attachments: [] }
  })

async function changeOwn(
  trx: Trx,
  scope: Scope,
  id: string,
  changes: { content: string; edited_at?: string; deleted_at?: string },
): Promise<MessageDto> {
  const message = await trx
    .selectFrom('messages')
    .select(['project_id', 'sender_id', 'created_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (message === undefined) throw notFound('This message')
  const thread = await requireThread(trx, scope, message.project_id).catch(() => {
    throw notFound('This message')
  })
  if (message.sender_id !== scope.userId)
    throw new AppError('FORBIDDEN', 'You can only change your own messages.')
  if (message.deleted_at !== null) throw new AppError('CONFLICT', 'This message was deleted.')
  if (!mayStillChange(message.created_at, scope.now))
    throw new AppError('CONFLICT', 'Messages can be changed for 15 minutes after sending.')
  await trx.updateTable('messages').set(changes).where('id', '=', id).execute()
  await publishChange(trx, scope, {
    domains: ['messages'],
    agencyId: thread.agency_id,
    projectId: thread.id,
    clientId: thread.assigned_client_id,
  })
  return getMessage(trx, thread.agency_id, id)
}
