import type { z } from 'zod'
import type { MessageDto } from '#shared/work/messages.ts'
import type { messageSendInput } from '#shared/work/schemas/messages.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getMessage } from '../queries/messages.ts'
import { requireThread, type Thread } from '../queries/threads.ts'
import { aboutThread } from '../rules.ts'
import { moveMark } from './mark-read.ts'
import { replaceMentions } from './replace-mentions.ts'

type MessageSend = z.output<typeof messageSendInput>

/** Adds a message to the project's conversation. Idempotent by id. */
export async function sendMessage(ctx: UserCtx, input: MessageSend): Promise<MessageDto> {
  const id = input.id ?? newId()
  try {
    return await transact(ctx, (tx) => send(tx, { ...input, id }))
  } catch (error) {
    // A concurrent request with the same message was first.
    if (isUniqueViolation(error) && !ctx.db.isTransaction)
      return transact(ctx, (tx) => send(tx, { ...input, id }))
    throw error
  }
}

async function send(tx: Tx<UserCtx>, input: MessageSend & { id: string }): Promise<MessageDto> {
  const thread = await requireThread(tx, input.project_id)
  // The id comes from the sender's browser, so any agency may have used it.
  const earlier = await selectFrom(acrossAgencies(tx), 'messages')
    .select(['agency_id', 'project_id', 'sender_id'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (earlier !== undefined) {
    if (earlier.project_id !== thread.id || earlier.sender_id !== tx.actor.userId)
      throw new AppError('CONFLICT', 'This message id is already in use.')
    return getMessage(tx, thread.agency_id, input.id)
  }
  const position = await insertMessage(tx, thread, input)
  await insertAttachments(tx, thread, input)
  await moveMark(tx, thread, position)
  const mentioned = input.mentions.length === 0 ? [] : (await replaceMentions(tx, thread, input)).added
  await record(tx, 'message.sent', {
    id: input.id,
    projectName: thread.name,
    mentioned,
    ...aboutThread(thread),
  })
  return getMessage(tx, thread.agency_id, input.id)
}

/** Numbers the message by updating the thread's row, whose lock serializes senders. */
async function insertMessage(
  tx: Tx<UserCtx>,
  thread: Thread,
  { id, content }: { id: string; content: string },
): Promise<number> {
  const now = toInstant(tx.now)
  const place = await insertInto(tx, 'message_threads')
    .values({ agency_id: thread.agency_id, project_id: thread.id, last_position: 1, last_message_at: now })
    .onConflict((conflict) =>
      conflict.columns(['agency_id', 'project_id']).doUpdateSet((eb) => ({
        last_position: eb('message_threads.last_position', '+', 1),
        last_message_at: eb
          .case()
          .when('message_threads.last_message_at', '>', now)
          .then(eb.ref('message_threads.last_message_at'))
          .else(now)
          .end(),
      })),
    )
    .returning(['last_position', 'last_message_at'])
    .executeTakeFirstOrThrow()
  await insertInto(tx, 'messages')
    .values({
      agency_id: thread.agency_id,
      id,
      project_id: thread.id,
      position: place.last_position,
      sender_id: tx.actor.userId,
      sender_name: tx.actor.name,
      sender_role: tx.actor.role ?? '',
      content,
      created_at: place.last_message_at,
      edited_at: null,
      deleted_at: null,
    })
    .execute()
  return place.last_position
}

async function insertAttachments(tx: Tx, thread: Thread, input: MessageSend & { id: string }): Promise<void> {
  const ids = [...new Set(input.file_ids)]
  if (ids.length === 0) return
  const files = await selectFrom(tx, 'files')
    .select('id')
    .where('agency_id', '=', thread.agency_id)
    .where('project_id', '=', thread.id)
    .where('id', 'in', ids)
    .execute()
  if (files.length < ids.length) throw notFound('This file')
  await insertInto(tx, 'message_attachments')
    .values(
      ids.map((file_id, position) => ({
        agency_id: thread.agency_id,
        message_id: input.id,
        file_id,
        position,
      })),
    )
    .execute()
}
