import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { CommentDto, commentAddInput, commentEditInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { notifyCommented } from '../../notifications/commands/about-work.ts'
import { mayDeleteComment, mayEditComment } from '../policy.ts'
import { getComment, requireComment } from '../queries/comments.ts'
import { getTask } from '../queries.ts'
import { recordCommentActivity } from './record.ts'

/** Adds a comment for the team; people mentioned must belong to it. */
export function addComment(
  db: Db,
  scope: Scope,
  input: z.output<typeof commentAddInput>,
): Promise<CommentDto> {
  return transact(db, async (trx) => {
    const task = await getTask(trx, scope, input.task_id)
    const id = newId()
    await trx
      .insertInto('task_comments')
      .values({
        agency_id: task.agency_id,
        id,
        task_id: task.id,
        author_id: scope.userId,
        author_name: scope.name,
        text: input.text,
        created_at: toInstant(scope.now),
        edited_at: null,
      })
      .execute()
    await writeMentions(trx, task.agency_id, id, input.mentions)
    const summary = `Comment on “${task.title}”`
    await recordCommentActivity(trx, scope, task, { id, action: 'comment.added', summary })
    await notifyCommented(trx, scope, task, input.mentions)
    return getComment(trx, scope, id)
  })
}

/** Rewrites one's own comment and marks it as edited. */
export function editComment(
  db: Db,
  scope: Scope,
  input: z.output<typeof commentEditInput>,
): Promise<CommentDto> {
  return transact(db, async (trx) => {
    const comment = await requireComment(trx, scope, input.id)
    if (!mayEditComment(scope, comment)) {
      throw new AppError('FORBIDDEN', 'You can edit only your own comments.')
    }
    await trx
      .updateTable('task_comments')
      .set({ text: input.text, edited_at: toInstant(scope.now) })
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    await trx
      .deleteFrom('task_comment_mentions')
      .where('agency_id', '=', comment.agency_id)
      .where('comment_id', '=', comment.id)
      .execute()
    await writeMentions(trx, comment.agency_id, comment.id, input.mentions)
    const task = await getTask(trx, scope, comment.task_id)
    const summary = `Comment on “${task.title}” edited`
    await recordCommentActivity(trx, scope, task, { id: comment.id, action: 'comment.edited', summary })
    return getComment(trx, scope, comment.id)
  })
}

export function deleteComment(db: Db, scope: Scope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const comment = await requireComment(trx, scope, input.id)
    if (!mayDeleteComment(scope, comment)) {
      throw new AppError('FORBIDDEN', 'You can delete only your own comments.')
    }
    const task = await getTask(trx, scope, comment.task_id)
    await trx
      .deleteFrom('task_comments')
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    const summary = `Comment on “${task.title}” deleted`
    await recordCommentActivity(trx, scope, task, { id: comment.id, action: 'comment.deleted', summary })
    return { id: comment.id }
  })
}

async function writeMentions(
  trx: Trx,
  agencyId: AgencyId,
  commentId: string,
  mentions: readonly string[],
): Promise<void> {
  const userIds = [...new Set(mentions)]
  if (userIds.length === 0) return
  const team = await trx
    .selectFrom('profiles')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('role', 'in', ['agency_admin', 'employee'])
    .where('user_id', 'in', userIds)
    .execute()
  if (team.length !== userIds.length) throw notFound('This person')
  await trx
    .insertInto('task_comment_mentions')
    .values(userIds.map((user_id) => ({ agency_id: agencyId, comment_id: commentId, user_id })))
    .execute()
}
