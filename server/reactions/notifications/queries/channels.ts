import { NOTIFICATION_KINDS, type NotificationKind } from '#shared/base/events/notification-kinds.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { fromFlag } from '../../../base/db/values.ts'

export interface Channels {
  userId: string
  inApp: boolean
  email: boolean
}

/** The channels by which each person wants to be notified of the event; people with none are omitted. */
export async function readChannels(
  ctx: Ctx,
  userIds: readonly string[],
  event: NotificationKind,
): Promise<Channels[]> {
  if (userIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('users')
    .leftJoin('notification_preferences as preference', (join) =>
      join.onRef('preference.user_id', '=', 'users.id').on('preference.event', '=', event),
    )
    .leftJoin('notification_mail_settings as mail', 'mail.user_id', 'users.id')
    .select(['users.id', 'preference.in_app', 'preference.email', 'mail.delivery'])
    .where('users.id', 'in', userIds)
    .where('users.disabled_at', 'is', null)
    .orderBy('users.id')
    .execute()
  return rows
    .map((row) => ({
      userId: row.id,
      inApp: row.in_app === null || fromFlag(row.in_app),
      email:
        row.delivery !== 'off' &&
        (row.email === null ? NOTIFICATION_KINDS[event].email : fromFlag(row.email)),
    }))
    .filter((channels) => channels.inApp || channels.email)
}
