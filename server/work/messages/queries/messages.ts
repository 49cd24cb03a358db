import { sql } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { MessageDto } from '#shared/work/messages.ts'
import type { messageListInput } from '#shared/work/schemas/messages.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { afterCursor, afterKeys, type Cursor, decodeCursor, toPage } from '../../../base/core/rows/paging.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { requireThread } from './threads.ts'

/**
 * A page of messages of a project, or of all the caller's projects, in ascending order; following pages are
 * older.
 */
export async function listMessages(
  ctx: UserCtx,
  input: z.output<typeof messageListInput>,
): Promise<Page<MessageDto>> {
  const { limit, project_id } = input
  const before = decodeCursor(input.cursor)
  const query = project_id ? await ofThread(ctx, project_id, before) : ofAll(ctx, before)
  const rows = await query.limit(limit + 1).execute()
  const cursorOf = (row: MessageRow): Cursor =>
    project_id ? [String(row.position)] : [row.created_at, row.id]
  const page = toPage(rows, limit, cursorOf, (row) => row)
  return { items: await toMessages(ctx, page.items.reverse()), nextCursor: page.nextCursor }
}

async function ofThread(ctx: UserCtx, projectId: string, before: Cursor | null) {
  const thread = await requireThread(ctx, projectId)
  const messages = selectMessages(ctx)
    .where('agency_id', '=', thread.agency_id)
    .where('project_id', '=', thread.id)
  return afterKeys(messages, [{ by: sql.ref('position'), direction: 'desc', numeric: true }], before)
}

const ofAll = (ctx: UserCtx, before: Cursor | null) =>
  afterCursor(selectMessages(ctx), ['created_at', 'id'], before, 'desc')

/** One message as shown to its readers. */
export async function getMessage(ctx: UserCtx, agencyId: AgencyId, id: string): Promise<MessageDto> {
  const row = await selectMessages(ctx)
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [message] = await toMessages(ctx, [row])
  return message as MessageDto
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

const selectMessages = (ctx: Ctx) =>
  selectFrom(ctx, 'messages').select([
    'agency_id',
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

async function toMessages(ctx: UserCtx, rows: MessageRow[]): Promise<MessageDto[]> {
  if (rows.length === 0) return []
  const agencyIds = [...new Set(rows.map((row) => row.agency_id))]
  const projectIds = [...new Set(rows.map((row) => row.project_id))]
  const ids = rows.map((row) => row.id)
  const [marks, mentions, attachments] = await Promise.all([
    selectMarks(ctx, agencyIds, projectIds),
    selectMentions(ctx, agencyIds, ids),
    selectAttachments(ctx, agencyIds, ids),
  ])
  return rows.map((row) => {
    const readers = marks
      .filter(
        (mark) =>
          mark.project_id === row.project_id &&
          mark.last_position >= row.position &&
          // Newcomers haven't read what was written before, but it isn't unread for them.
          (mark.joined_position < row.position || mark.user_id === shownUserId(ctx)),
      )
      .map((mark) => mark.user_id)
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

/** The read marks of the agency's people and of administrators; those of people who left name nobody. */
const selectMarks = (ctx: Ctx, agencyIds: AgencyId[], projectIds: string[]) =>
  selectFrom(ctx, 'message_marks')
    .innerJoin('profiles', 'profiles.user_id', 'message_marks.user_id')
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .select([
      'message_marks.project_id',
      'message_marks.user_id',
      'message_marks.last_position',
      'message_marks.joined_position',
    ])
    .where('message_marks.agency_id', 'in', agencyIds)
    .where('message_marks.project_id', 'in', projectIds)
    .where((eb) =>
      eb.or([
        eb('profiles.role', '=', 'super_admin'),
        eb('profiles.agency_id', '=', eb.ref('message_marks.agency_id')),
      ]),
    )
    .where('employees.deactivated_at', 'is', null)
    .orderBy('message_marks.user_id')
    .execute()

const selectMentions = (ctx: Ctx, agencyIds: AgencyId[], ids: string[]) =>
  selectFrom(ctx, 'message_mentions')
    .select(['message_id', 'user_id'])
    .where('agency_id', 'in', agencyIds)
    .where('message_id', 'in', ids)
    .orderBy('user_id')
    .execute()

const selectAttachments = (ctx: Ctx, agencyIds: AgencyId[], ids: string[]) =>
  selectFrom(ctx, 'message_attachments as attachment')
    .innerJoin('files', (join) =>
      join.onRef('files.agency_id', '=', 'attachment.agency_id').onRef('files.id', '=', 'attachment.file_id'),
    )
    .select(['attachment.message_id', 'files.id', 'files.name', 'files.content_type', 'files.size'])
    .where('attachment.agency_id', 'in', agencyIds)
    .where('attachment.message_id', 'in', ids)
    .orderBy('attachment.position')
    .execute()
