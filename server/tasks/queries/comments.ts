import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { CommentDto, commentListInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import { decodeCursor, toPage } from '../../db/cursor.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { notFound } from '../../errors.ts'
import { getTask } from '../queries.ts'

/** The task's comments, newest first. */
export async function listComments(
  db: Db,
  scope: Scope,
  input: z.output<typeof commentListInput>,
): Promise<Page<CommentDto>> {
  const task = await getTask(db, scope, input.task_id)
  const after = decodeCursor(input.cursor)
  const rows = await visibleComments(db, scope)
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const mentions = await loadMentions(
    db,
    rows.map((row) => row.id),
  )
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => toComment(row, mentions),
  )
}

/** One comment; NOT_FOUND when it is missing or foreign. */
export async function getComment(db: Db, scope: Scope, id: string): Promise<CommentDto> {
  const row = await requireComment(db, scope, id)
  return toComment(row, await loadMentions(db, [id]))
}

/** The comment's row with its agency vouched for, so that commands may write to it. */
export async function requireComment(db: Db, scope: Scope, id: string): Promise<CommentRow> {
  const row = await visibleComments(db, scope).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This comment')
  return row
}

function visibleComments(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('task_comments')
    .select(['agency_id', 'id', 'task_id', 'author_id', 'author_name', 'text', 'created_at', 'edited_at'])
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
}

type CommentRow = Awaited<ReturnType<ReturnType<typeof visibleComments>['executeTakeFirstOrThrow']>>
type Mentions = Map<string, CommentDto['mentions']>

async function loadMentions(db: Db, commentIds: string[]): Promise<Mentions> {
  const mentions: Mentions = new Map(commentIds.map((id) => [id, []]))
  if (commentIds.length === 0) return mentions
  const rows = await db
    .selectFrom('task_comment_mentions as mention')
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

const toComment = (row: CommentRow, mentions: Mentions): CommentDto => ({
  id: row.id,
  task_id: row.task_id,
  author_id: row.author_id,
  author_name: row.author_name,
  text: row.text,
  mentions: mentions.get(row.id) ?? [],
  created_at: row.created_at,
  edited_at: row.edited_at,
})
