import type { z } from 'zod'
import type { MessageDto } from '#shared/work/messages.ts'
import type { messageEditInput } from '#shared/work/schemas/messages.ts'
import type { FileStorage } from '../../../base/adapters/storage/file-storage.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { discardUploads } from '../../files/commands.ts'
import { getMessage } from '../queries/messages.ts'
import { requireThread } from '../queries/threads.ts'
import { aboutThread, mayStillChange } from '../rules.ts'
import { replaceMentions } from './replace-mentions.ts'

/** Replaces the text and mentions of the caller's own recent message and marks it as edited. */
export const editMessage = (
  ctx: UserCtx,
  { id, content, mentions }: z.output<typeof messageEditInput>,
): Promise<MessageDto> =>
  transact(ctx, (tx) => changeOwn(tx, id, { content, edited_at: toInstant(ctx.now) }, mentions))

/** Deletes the text and the uploaded files of the caller's own recent message, leaving a placeholder. */
export const deleteMessage = (
  ctx: UserCtx,
  input: { id: string },
  storage: FileStorage,
): Promise<MessageDto> =>
  transact(ctx, async (tx) => {
    const message = await changeOwn(tx, input.id, {
      content: '',
      deleted_at: toInstant(ctx.now),
    })
    const attached = await deleteFrom(tx, 'message_attachments')
      .where('message_id', '=', input.id)
      .returning('file_id')
      .execute()
    const ids = attached.map(({ file_id }) => file_id)
    await discardUploads(tx, { ids, kinds: ['message'] }, storage)
    await deleteFrom(tx, 'message_mentions').where('message_id', '=', input.id).execute()
    return { ...message, mentions: [], attachments: [] }
  })

async function changeOwn(
  tx: Tx<UserCtx>,
  id: string,
  changes: { content: string; edited_at?: string; deleted_at?: string },
  mentions?: string[],
): Promise<MessageDto> {
  const message = await selectFrom(tx, 'messages')
    .select(['project_id', 'sender_id', 'created_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (message === undefined) throw notFound('This message')
  const thread = await requireThread(tx, message.project_id).catch(() => {
    throw notFound('This message')
  })
  if (message.sender_id !== tx.actor.userId) {
    throw new AppError('FORBIDDEN', 'You can only change your own messages.')
  }
  if (message.deleted_at !== null) throw new AppError('CONFLICT', 'This message was deleted.')
  if (!mayStillChange(message.created_at, tx.now)) {
    throw new AppError('CONFLICT', 'Messages can be changed for 15 minutes after sending.')
  }
  await updateTable(tx, 'messages').set(changes).where('id', '=', id).execute()
  const about = { id, ...aboutThread(thread) }
  if (changes.deleted_at === undefined) {
    const { added, removed } =
      mentions === undefined
        ? { added: [], removed: [] }
        : await replaceMentions(tx, thread, { id, mentions })
    const mentioned = { mentioned: added, unmentioned: removed }
    await record(tx, 'message.edited', { ...about, projectName: thread.name, ...mentioned })
    return getMessage(tx, thread.agency_id, id)
  }
  const changed = await getMessage(tx, thread.agency_id, id)
  await record(tx, 'message.deleted', {
    ...about,
    projectName: thread.name,
    mentioned: await mentionedIn(tx, id),
    sentAt: message.created_at,
    files: changed.attachments.map(({ name }) => name),
  })
  return changed
}

async function mentionedIn(tx: Tx, id: string): Promise<string[]> {
  const rows = await selectFrom(tx, 'message_mentions')
    .select('user_id')
    .where('message_id', '=', id)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
