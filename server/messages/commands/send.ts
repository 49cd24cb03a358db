import type { z } from 'zod'
import { links } from '#shared/links.ts'
import type { MessageDto, messageSendInput } from '#shared/messages.ts'
import { recordActivity } from '../../activity/record.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { notify } from '../../notifications/commands/notify.ts'
import { projectTeam, usersOfClient } from '../../notifications/queries/recipients.ts'
import { getMessage } from '../queries/messages.ts'
import { selectPeople } from '../queries/people.ts'
import { requireThread, type Thread } from '../queries/threads.ts'
import { messageGroup } from '../rules.ts'
import { moveMark } from './mark-read.ts'

type MessageSend = z.output<typeof messageSendInput>

/** Adds a message to the project's conversation. The same id sent again is the same message. */
export async function sendMessage(db: Db, scope: Scope, input: MessageSend): Promise<MessageDto> {
  const id = input.id ?? newId()
  try {
    return await transact(db, (trx) => send(trx, scope, { ...input, id }))
  } catch (error) {
    // The same message came twice at once; the other one is stored by now.
    if (isUniqueViolation(error)) return transact(db, (trx) => send(trx, scope, { ...input, id }))
    throw error
  }
}

async function send(trx: Trx, scope: Scope, input: MessageSend & { id: string }): Promise<MessageDto> {
  const thread = await requireThread(trx, scope, input.project_id)
  const earlier = await trx
    .selectFrom('messages')
    .select(['agency_id', 'project_id', 'sender_id'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (earlier !== undefined) {
    if (earlier.project_id !== thread.id || earlier.sender_id !== scope.userId)
      throw new AppError('CONFLICT', 'This message id is taken.')
    return getMessage(trx, thread.agency_id, input.id)
  }
  const position = await insertMessage(trx, scope, thread, input)
  await insertAttachments(trx, thread, input)
  await moveMark(trx, scope, thread, position)
  const mentioned = await insertMentions(trx, thread, input)
  await announce(trx, scope, thread, { id: input.id, mentioned })
  return getMessage(trx, thread.agency_id, input.id)
}

/** Numbers the message by the thread's row, whose lock makes senders take turns. */
async function insertMessage(
  trx: Trx,
  scope: Scope,
  thread: Thread,
  { id, content }: { id: string; content: string },
): Promise<number> {
  const now = toInstant(scope.now)
  const place = await trx
    .insertInto('message_threads')
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
  await trx
    .insertInto('messages')
    .values({
      agency_id: thread.agency_id,
      id,
      project_id: thread.id,
      position: place.last_position,
      sender_id: scope.userId,
      sender_name: scope.name,
      sender_role: scope.role ?? '',
      content,
      created_at: place.last_message_at,
      edited_at: null,
      deleted_at: null,
    })
    .execute()
  return place.last_position
}

async function insertAttachments(
  trx: Trx,
  thread: Thread,
  input: MessageSend & { id: string },
): Promise<void> {
  const ids = [...new Set(input.file_ids)]
  if (ids.length === 0) return
  const files = await trx
    .selectFrom('files')
    .select('id')
    .where('agency_id', '=', thread.agency_id)
    .where('project_id', '=', thread.id)
    .where('id', 'in', ids)
    .execute()
  if (files.length < ids.length) throw notFound('This file')
  await trx
    .insertInto('message_attachments')
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

async function insertMentions(
  trx: Trx,
  thread: Thread,
  input: MessageSend & { id: string },
): Promise<string[]> {
  if (input.mentions.length === 0) return []
  const people = await selectPeople(trx, thread)
  const mentioned = people.map((person) => person.user_id).filter((id) => input.mentions.includes(id))
  if (mentioned.length === 0) return []
  await trx
    .insertInto('message_mentions')
    .values(mentioned.map((user_id) => ({ agency_id: thread.agency_id, message_id: input.id, user_id })))
    .execute()
  return mentioned
}

async function announce(
  trx: Trx,
  scope: Scope,
  thread: Thread,
  { id, mentioned }: { id: string; mentioned: string[] },
): Promise<void> {
  const about = { agencyId: thread.agency_id, projectId: thread.id, clientId: thread.assigned_client_id }
  await publishChange(trx, scope, { domains: ['messages', 'dashboard'], ...about })
  if (isPlatformAdmin(scope)) {
    await recordActivity(trx, scope, {
      ...about,
      action: 'message.sent',
      subject: { type: 'message', id },
      summary: `${scope.name} sent a message in ${thread.name}`,
      touches: ['messages'],
    })
  }
  const by = { userId: scope.userId, agencyId: thread.agency_id, now: scope.now }
  await notify(trx, by, {
    event: 'mention',
    userIds: mentioned,
    title: `${scope.name} mentioned you in ${thread.name}`,
    link: links.message(thread.id, id),
    group: messageGroup(thread.id, 'mention'),
  })
  const readers = [
    ...(await projectTeam(trx, thread.agency_id, thread.id)),
    ...(await usersOfClient(trx, thread.agency_id, thread.assigned_client_id)),
  ]
  await notify(trx, by, {
    event: 'message',
    userIds: readers.filter((userId) => !mentioned.includes(userId)),
    title: `${scope.name} sent a message`,
    link: links.thread(thread.id),
    group: messageGroup(thread.id, 'message'),
    burstTitle: (count) => `${count} new messages in ${thread.name}`,
  })
}
