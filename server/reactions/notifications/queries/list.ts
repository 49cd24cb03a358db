import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { NotificationDto } from '#shared/reactions/notifications.ts'
import type { notificationListInput } from '#shared/reactions/schemas/notifications.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The caller's notifications, newest first. */
export async function listNotifications(
  ctx: UserCtx,
  input: z.output<typeof notificationListInput>,
): Promise<Page<NotificationDto>> {
  const own = selectFrom(ctx, 'notifications')
    .select(['id', 'event', 'title', 'link', 'count', 'read_at', 'created_at'])
    .where('user_id', '=', shownUserId(ctx))
    .where('in_app', '=', 1)
    .$if(input.unread, (query) => query.where('read_at', 'is', null))
  return pageAfter(own, ['created_at', 'id'], input, ({ read_at, ...row }) => ({
    ...row,
    read: read_at !== null,
  }))
}

/** The number shown on the bell. */
export async function countUnread(ctx: UserCtx): Promise<number> {
  const { count } = await selectFrom(ctx, 'notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', shownUserId(ctx))
    .where('read_at', 'is', null)
    .where('in_app', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}
