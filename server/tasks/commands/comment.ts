import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { CommentDto, commentAddInput, commentEditInput } from '#shared/tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { mayDeleteComment, mayEditComment } from '../policy.ts'
import { getComment, requireComment } from '../queries/comments.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'

/** Adds a comment for the team; people mentioned must belong to it. */
export function addComment(ctx: UserCtx, input: z.output<typeof commentAddInput>): Promise<CommentDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.task_id)
    const id = newId()
    await insertInto(tx, 'task_comments')
      .values({
        agency_id: task.agency_id,
        id,
        task_id: task.id,
        author_id: ctx.actor.userId,
        author_name: ctx.actor.name,
        text: input.text,
        created_at: toInstant(ctx.now),
        edited_at: null,
      })
      .execute()
    await writeMentions(tx, task.agency_id, id, input.mentions)
    await record(tx, 'comment.added', {
      ...aboutComment(id, task),
      mentioned: input.mentions,
      assigneeId: task.assigned_to_id,
    })
    return getComment(tx, id)
  })
}

/** Rewrites one's own comment and marks it as edited. */
export function editComment(ctx: UserCtx, input: z.output<typeof commentEditInput>): Promise<CommentDto> {
  return transact(ctx, async (tx) => {
    const comment = await requireComment(tx, input.id)
    if (!mayEditComment(ctx, comment)) {
      throw new AppError('FORBIDDEN', 'You can only edit your own comments.')
    }
    await updateTable(tx, 'task_comments')
      .set({ text: input.text, edited_at: toInstant(ctx.now) })
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    await deleteFrom(tx, 'task_comment_mentions')
      .where('agency_id', '=', comment.agency_id)
      .where('comment_id', '=', comment.id)
      .execute()
    await writeMentions(tx, comment.agency_id, comment.id, input.mentions)
    const task = await getTask(tx, comment.task_id)
    await record(tx, 'comment.edited', aboutComment(comment.id, task))
    return getComment(tx, comment.id)
  })
}

export function deleteComment(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const comment = await requireComment(tx, input.id)
    if (!mayDeleteComment(ctx, comment)) {
      throw new AppError('FORBIDDEN', 'You can only delete your own comments.')
    }
    const task = await getTask(tx, comment.task_id)
    await deleteFrom(tx, 'task_comments')
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    await record(tx, 'comment.deleted', aboutComment(comment.id, task))
    return { id: comment.id }
  })
}

const aboutComment = (id: string, task: ScopedTask) => ({
  id,
  agencyId: task.agency_id,
  projectId: task.project_id,
  taskId: task.id,
  taskTitle: task.title,
})

async function writeMentions(
  tx: Tx,
  agencyId: AgencyId,
  commentId: string,
  mentions: readonly string[],
): Promise<void> {
  const userIds = [...new Set(mentions)]
  if (userIds.length === 0) return
  const team = await selectFrom(tx, 'profiles')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('role', 'in', ['agency_admin', 'employee'])
    .where('user_id', 'in', userIds)
    .execute()
  if (team.length !== userIds.length) throw notFound('This person')
  await insertInto(tx, 'task_comment_mentions')
    .values(userIds.map((user_id) => ({ agency_id: agencyId, comment_id: commentId, user_id })))
    .execute()
}
