import type { TaskDto } from '#shared/work/tasks.ts'
import type { UserCtx } from '../../base/core/context.ts'

export const mayEditComment = (ctx: UserCtx, comment: { author_id: string | null }): boolean =>
  comment.author_id === ctx.actor.userId

/** The agency's owner may delete anyone's comment. */
export const mayDeleteComment = (ctx: UserCtx, comment: { author_id: string | null }): boolean =>
  mayEditComment(ctx, comment) || ctx.actor.role === 'agency_admin'

export const isRequester = (ctx: UserCtx, { requested_by }: Pick<TaskDto, 'requested_by'>): boolean =>
  requested_by !== null && requested_by.user_id === ctx.actor.userId
