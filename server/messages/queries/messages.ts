import type { z } from 'zod'
import type { MessageDto, messageListInput } from '#shared/messages.ts'
import type { Page } from '#shared/paging.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { decodeCursor, toPage } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { requireThread } from './threads.ts'

/** A page of a project's messages in ascending order; the next page holds older ones. */
export async function listMessages(
  ctx: UserCtx,
  input: z.output<typeof messageListInput>,
): Promise<Page<MessageDto>> {
  const thread = await requireThread(ctx, input.project_id)
  const before = decodeCursor(input.cursor)
  const rows = await selectMessages(ctx, thread.agency_id)
    .where('project_id', '=', thread.id)
    .$if(before !== null, (query) => query.where('position', '<', Number(before?.key)))
    .orderBy('position', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = toPage(
    rows,
    input.limit,
    (row) => ({ key: String(row.position), id: row.id }),
    (row) => row,
  )
  return { items: await toMessages(ctx, thread.agency_id, page.items.reverse()), nextCursor: page.nextCursor }
}

/** One message as its readers see it. */
export async function getMessage(ctx: Ctx, agencyId: AgencyId, id: string): Promise<MessageDto> {
  const row = await selectMessages(ctx, agencyId).where('id', '=', id).executeTakeFirstOrThrow()
  const [message] = await toMessages(ctx, agencyId, [row])
  return message as MessageDto
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

const selectMessages = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'messages')
    .select([
      'id',
      'project_id',
      'position',
      'sender_id',
      'sender_name',
      'sender_role',
      'content',
      'created_at',
      'edited_at',
      'deleted_at',
    ])
    .where('agency_id', '=', agencyId)

async function toMessages(ctx: Ctx, agencyId: AgencyId, rows: MessageRow[]): Promise<MessageDto[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = rows.map((row) => row.id)
  const [marks, mentions, attachments] = await Promise.all([
    selectMarks(ctx, agencyId, first.project_id),
    selectMentions(ctx, agencyId, ids),
    selectAttachments(ctx, agencyId, ids),
  ])
  return rows.map((row) => {
    const readers = marks.filter((mark) => mark.last_position >= row.position).map((mark) => mark.user_id)
    return {
      id: row.id,
      project_id: row.project_id,
      sender_id: row.sender_id,
      sender_name: row.sender_name,
      sender_role: row.sender_role,
      content: row.content,
      read_by: [...new Set([row.sender_id, ...readers])],
      timestamp: row.created_at,
      edited_at: row.edited_at,
      deleted: row.deleted_at !== null,
      mentions: mentions.filter((mention) => mention.message_id === row.id).map((mention) => mention.user_id),
      attachments: attachments
        .filter((file) => file.message_id === row.id)
        .map(({ message_id: _message, ...file }) => file),
    }
  })
}

const selectMarks = (ctx: Ctx, agencyId: AgencyId, projectId: string) =>
  selectFrom(ctx, 'message_marks')
    .select(['user_id', 'last_position'])
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .execute()

const selectMentions = (ctx: Ctx, agencyId: AgencyId, ids: string[]) =>
  selectFrom(ctx, 'message_mentions')
    .select(['message_id', 'user_id'])
    .where('agency_id', '=', agencyId)
    .where('message_id', 'in', ids)
    .orderBy('user_id')
    .execute()

const selectAttachments = (ctx: Ctx, agencyId: AgencyId, ids: string[]) =>
  selectFrom(ctx, 'message_attachments as attachment')
    .innerJoin('files', (join) =>
      join.onRef('files.agency_id', '=', 'attachment.agency_id').onRef('files.id', '=', 'attachment.file_id'),
    )
    .select(['attachment.message_id', 'files.id', 'files.name', 'files.content_type', 'files.size'])
    .where('attachment.agency_id', '=', agencyId)
    .where('attachment.message_id', 'in', ids)
    .orderBy('attachment.position')
    .execute()
