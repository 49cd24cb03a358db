import {
  type EventKind,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationPreferences,
} from '#shared/notifications.ts'
import type { UserCtx } from '../../../core/context.ts'
import { fromFlag } from '../../../db/values.ts'

/** The caller's matrix of channels and the events that can concern them, defaults filled in. */
export async function readPreferences(ctx: UserCtx): Promise<NotificationPreferences> {
  const [chosen, mail] = await Promise.all([
    ctx.db
      .selectFrom('notification_preferences')
      .select(['event', 'in_app', 'email'])
      .where('user_id', '=', ctx.actor.userId)
      .execute(),
    ctx.db
      .selectFrom('notification_mail_settings')
      .select('delivery')
      .where('user_id', '=', ctx.actor.userId)
      .executeTakeFirst(),
  ])
  const byEvent = new Map(chosen.map((row) => [row.event, row]))
  return {
    delivery: mail?.delivery ?? 'instant',
    events: Object.entries<EventKind>(NOTIFICATION_KINDS).flatMap(([event, kind]) => {
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
