import type { z } from 'zod'
import type { NotificationDto, notificationListInput } from '#shared/notifications.ts'
import type { Page } from '#shared/paging.ts'
import type { Scope } from '../../auth/scope.ts'
import { decodeCursor, toPage } from '../../db/cursor.ts'
import type { Db } from '../../db/schema.ts'

/** The caller's notifications, newest first. */
export async function listNotifications(
  db: Db,
  scope: Scope,
  input: z.output<typeof notificationListInput>,
): Promise<Page<NotificationDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'event', 'title', 'link', 'count', 'read_at', 'created_at'])
    .where('user_id', '=', scope.userId)
    .where('in_app', '=', 1)
    .$if(input.unread, (query) => query.where('read_at', 'is', null))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    ({ read_at, ...row }) => ({ ...row, read: read_at !== null }),
  )
}

/** The number on the bell. */
export async function countUnread(db: Db, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('read_at', 'is', null)
    .where('in_app', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}
