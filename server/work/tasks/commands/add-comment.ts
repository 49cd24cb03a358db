import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { commentAddInput, commentEditInput } from '#shared/work/schemas/tasks.ts'
import type { CommentDto } from '#shared/work/tasks.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { fromFlag, newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'
import { mayDeleteComment, mayEditComment } from '../policy.ts'
import { aboutTask } from '../queries/about.ts'
import { getComment, requireComment } from '../queries/comments.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'
import { deleteSentFiles } from './delete.ts'

/**
 * Adds a comment, internal unless shared; clients' own always are. A shared one makes its files visible to the client.
 * Only the team is mentioned, by the team.
 */
export function addComment(ctx: UserCtx, input: z.output<typeof commentAddInput>): Promise<CommentDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.task_id)
    const byClient = ctx.actor.role === 'client'
    const shared = byClient || input.shared
    if (byClient) requireNoMentions(input.mentions)
    const id = newId()
    await insertInto(tx, 'task_comments')
      .values({
        agency_id: task.agency_id,
        id,
        task_id: task.id,
        author_id: ctx.actor.userId,
        author_name: ctx.actor.name,
        text: input.text,
        shared: toFlag(shared),
        by_client: toFlag(byClient),
        created_at: toInstant(ctx.now),
        edited_at: null,
      })
      .execute()
    await writeMentions(tx, task.agency_id, id, input.mentions)
    await attachFiles(tx, task, id, input.file_ids)
    await record(tx, 'comment.added', {
      ...(await aboutComment(tx, { id, shared }, task)),
      mentioned: input.mentions,
      assigneeId: task.assigned_to_id,
      byClient,
    })
    return getComment(tx, id)
  })
}

/** Edits one of the caller's comments and marks it as edited. */
export function editComment(ctx: UserCtx, input: z.output<typeof commentEditInput>): Promise<CommentDto> {
  return transact(ctx, async (tx) => {
    const comment = await requireComment(tx, input.id)
    if (!mayEditComment(ctx, comment)) {
      throw new AppError('FORBIDDEN', 'You can only edit your own comments.')
    }
    if (ctx.actor.role === 'client') requireNoMentions(input.mentions)
    await updateTable(tx, 'task_comments')
      .set({ text: input.text, edited_at: toInstant(ctx.now) })
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    const before = await deleteMentions(tx, comment)
    await writeMentions(tx, comment.agency_id, comment.id, input.mentions, before)
    const task = await getTask(tx, comment.task_id)
    await record(tx, 'comment.edited', {
      ...(await aboutComment(tx, { id: comment.id, shared: fromFlag(comment.shared) }, task)),
      authorId: comment.author_id,
      mentioned: input.mentions.filter((id) => !before.includes(id)),
      unmentioned: before.filter((id) => !input.mentions.includes(id)),
      sentAt: comment.created_at,
    })
    return getComment(tx, comment.id)
  })
}

/** The team's files stay with the task. */
export function deleteComment(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const comment = await requireComment(tx, input.id)
    if (!mayDeleteComment(ctx, comment)) {
      throw new AppError('FORBIDDEN', 'You can only delete your own comments.')
    }
    const task = await getTask(tx, comment.task_id)
    const mentioned = await deleteMentions(tx, comment)
    const files = await deleteFrom(tx, 'task_comment_attachments')
      .where('agency_id', '=', comment.agency_id)
      .where('comment_id', '=', comment.id)
      .returning('file_id as id')
      .execute()
    await deleteFrom(tx, 'task_comments')
      .where('agency_id', '=', comment.agency_id)
      .where('id', '=', comment.id)
      .execute()
    await deleteSentFiles(tx, comment.agency_id, files)
    await record(tx, 'comment.deleted', {
      ...(await aboutComment(tx, { id: comment.id, shared: fromFlag(comment.shared) }, task)),
      author: { userId: comment.author_id, name: comment.author_name },
      assigneeId: task.assigned_to_id,
      mentioned,
      sentAt: comment.created_at,
    })
    return { id: comment.id }
  })
}

async function aboutComment(tx: Tx, { id, shared }: { id: string; shared: boolean }, task: ScopedTask) {
  const { agencyId, projectId, clientId, title } = await aboutTask(tx, task)
  return {
    id,
    agencyId,
    projectId,
    taskId: task.id,
    taskTitle: title,
    internal: !shared,
    clientId: shared ? clientId : null,
  }
}

function requireNoMentions(mentions: readonly string[]): void {
  if (mentions.length > 0) throw new AppError('BAD_REQUEST', 'Only the team can mention people in comments.')
}

/**
 * Only the task's own attachments, and of clients the files that they uploaded for the task: ids must not reveal other
 * tasks' files or those meant for someone else.
 */
async function attachFiles(
  tx: Tx<UserCtx>,
  task: ScopedTask,
  commentId: string,
  fileIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const files = await selectFrom(tx, 'files')
    .select('id')
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .$call((query) =>
      tx.actor.role === 'client'
        ? query.where('kind', '=', 'message').where('uploaded_by', '=', tx.actor.userId)
        : query.where('kind', '=', 'attachment'),
    )
    .where('id', 'in', ids)
    .execute()
  if (files.length < ids.length) throw notFound('This file')
  await insertInto(tx, 'task_comment_attachments')
    .values(
      ids.map((file_id, position) => ({
        agency_id: task.agency_id,
        comment_id: commentId,
        file_id,
        position,
      })),
    )
    .execute()
}

/** People mentioned before may remain, even without access since. */
async function writeMentions(
  tx: Tx,
  agencyId: AgencyId,
  commentId: string,
  mentions: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const userIds = [...new Set(mentions)]
  if (userIds.length === 0) return
  await requireTeam(
    tx,
    agencyId,
    userIds.filter((id) => !before.includes(id)),
  )
  await insertInto(tx, 'task_comment_mentions')
    .values(userIds.map((user_id) => ({ agency_id: agencyId, comment_id: commentId, user_id })))
    .execute()
}

/** Returns who was mentioned. */
async function deleteMentions(tx: Tx, comment: { agency_id: AgencyId; id: string }): Promise<string[]> {
  const rows = await deleteFrom(tx, 'task_comment_mentions')
    .where('agency_id', '=', comment.agency_id)
    .where('comment_id', '=', comment.id)
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Throws NOT_FOUND unless all of them are members of the team who may sign in. */
async function requireTeam(tx: Tx, agencyId: AgencyId, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const team = await selectMembers(tx)
    .select('profiles.user_id')
    .where('profiles.agency_id', '=', agencyId)
    .where('profiles.role', 'in', ['agency_admin', 'employee'])
    .where('profiles.user_id', 'in', userIds)
    .execute()
  if (team.length < userIds.length) throw notFound('This person')
}
