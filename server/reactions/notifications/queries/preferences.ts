import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type Notified,
} from '#shared/base/events/notification-kinds.ts'
import type { NotificationPreferences } from '#shared/reactions/notifications.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { fromFlag } from '../../../base/db/values.ts'

/** The caller's channel preferences for all events that can concern them, including defaults. */
export async function getNotificationPreferences(ctx: UserCtx): Promise<NotificationPreferences> {
  const [chosen, mail] = await Promise.all([
    ctx.db
      .selectFrom('notification_preferences')
      .select(['event', 'in_app', 'email'])
      .where('user_id', '=', shownUserId(ctx))
      .execute(),
    ctx.db
      .selectFrom('notification_mail_settings')
      .select('delivery')
      .where('user_id', '=', shownUserId(ctx))
      .executeTakeFirst(),
  ])
  const byEvent = new Map(chosen.map((row) => [row.event, row]))
  return {
    delivery: mail?.delivery ?? 'instant',
    events: Object.entries<Notified>(NOTIFICATION_KINDS).flatMap(([event, kind]) => {
      if (ctx.actor.role === null || !kind.roles.includes(ctx.actor.role)) return []
      const row = byEvent.get(event)
      return {
        event: event as NotificationKind,
        label: kind.label,
        in_app: row === undefined || fromFlag(row.in_app),
        email: row === undefined ? kind.email : fromFlag(row.email),
      }
    }),
  }
}
