import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { commentListInput } from '#shared/work/schemas/tasks.ts'
import type { CommentDto } from '#shared/work/tasks.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { mayDeleteComment, mayEditComment } from '../policy.ts'
import { getTask } from './tasks.ts'

/** The task's comments, newest first. */
export async function listComments(
  ctx: UserCtx,
  input: z.output<typeof commentListInput>,
): Promise<Page<CommentDto>> {
  const task = await getTask(ctx, input.task_id)
  const comments = visibleComments(ctx).where('agency_id', '=', task.agency_id).where('task_id', '=', task.id)
  const page = await pageAfter(comments, ['created_at', 'id'], input, (row) => row)
  const ids = page.items.map((row) => row.id)
  const more = await moreOf(ctx, ids)
  return { ...page, items: page.items.map((row) => toComment(ctx, row, more)) }
}

/** One comment; throws NOT_FOUND if missing or not accessible. */
export async function getComment(ctx: UserCtx, id: string): Promise<CommentDto> {
  const row = await requireComment(ctx, id)
  return toComment(ctx, row, await moreOf(ctx, [id]))
}

/** The comment's row with a verified agency id, so that commands can write to it. */
export async function requireComment(ctx: UserCtx, id: string): Promise<CommentRow> {
  const row = await visibleComments(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This comment')
  return row
}

const visibleComments = (ctx: UserCtx) =>
  selectFrom(ctx, 'task_comments').select([
    'agency_id',
    'id',
    'task_id',
    'author_id',
    'author_name',
    'text',
    'shared',
    'by_client',
    'created_at',
    'edited_at',
  ])

type CommentRow = Awaited<ReturnType<ReturnType<typeof visibleComments>['executeTakeFirstOrThrow']>>
type Mentions = Map<string, CommentDto['mentions']>
type Attachments = Map<string, CommentDto['attachments']>

interface More {
  mentions: Mentions
  attachments: Attachments
}

async function moreOf(ctx: Ctx, commentIds: string[]): Promise<More> {
  const [mentions, attachments] = await Promise.all([
    mentionsByComment(ctx, commentIds),
    attachmentsByComment(ctx, commentIds),
  ])
  return { mentions, attachments }
}

async function attachmentsByComment(ctx: Ctx, commentIds: string[]): Promise<Attachments> {
  const attachments: Attachments = new Map(commentIds.map((id) => [id, []]))
  if (commentIds.length === 0) return attachments
  const rows = await selectFrom(ctx, 'task_comment_attachments as attachment')
    .innerJoin('files', (join) =>
      join.onRef('files.agency_id', '=', 'attachment.agency_id').onRef('files.id', '=', 'attachment.file_id'),
    )
    .select(['attachment.comment_id', 'files.id', 'files.name', 'files.content_type', 'files.size'])
    .where('attachment.comment_id', 'in', commentIds)
    .orderBy('attachment.position')
    .execute()
  for (const { comment_id, ...file } of rows) attachments.get(comment_id)?.push(file)
  return attachments
}

async function mentionsByComment(ctx: Ctx, commentIds: string[]): Promise<Mentions> {
  const mentions: Mentions = new Map(commentIds.map((id) => [id, []]))
  if (commentIds.length === 0) return mentions
  const rows = await selectFrom(ctx, 'task_comment_mentions as mention')
    .innerJoin('task_comments', (join) =>
      join
        .onRef('task_comments.agency_id', '=', 'mention.agency_id')
        .onRef('task_comments.id', '=', 'mention.comment_id'),
    )
    .innerJoin('profiles', 'profiles.user_id', 'mention.user_id')
    .select(['mention.comment_id', 'mention.user_id', 'profiles.name'])
    .where('task_comments.id', 'in', commentIds)
    .orderBy('profiles.name')
    .execute()
  for (const { comment_id, user_id, name } of rows) mentions.get(comment_id)?.push({ user_id, name })
  return mentions
}

const toComment = (ctx: UserCtx, row: CommentRow, { mentions, attachments }: More): CommentDto => ({
  id: row.id,
  task_id: row.task_id,
  author_id: row.author_id,
  author_name: row.author_name,
  text: row.text,
  shared: fromFlag(row.shared),
  by_client: fromFlag(row.by_client),
  mentions: mentions.get(row.id) ?? [],
  attachments: attachments.get(row.id) ?? [],
  created_at: row.created_at,
  edited_at: row.edited_at,
  can_edit: mayEditComment(ctx, row),
  can_delete: mayDeleteComment(ctx, row),
})
