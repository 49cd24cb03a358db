import {
  type EventKind,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationPreferences,
} from '#shared/notifications.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { fromFlag } from '../../db/values.ts'

/** The caller's matrix of channels and the events that can concern them, defaults filled in. */
export async function readPreferences(db: Db, scope: Scope): Promise<NotificationPreferences> {
  const [chosen, mail] = await Promise.all([
    db
      .selectFrom('notification_preferences')
      .select(['event', 'in_app', 'email'])
      .where('user_id', '=', scope.userId)
      .execute(),
    db
      .selectFrom('notification_mail_settings')
      .select('delivery')
      .where('user_id', '=', scope.userId)
      .executeTakeFirst(),
  ])
  const byEvent = new Map(chosen.map((row) => [row.event, row]))
  return {
    delivery: mail?.delivery ?? 'instant',
    events: Object.entries<EventKind>(NOTIFICATION_EVENTS).flatMap(([event, kind]) => {
      if (scope.role === null || !kind.roles.includes(scope.role)) return []
      const row = byEvent.get(event)
      return {
        event: event as NotificationEvent,
        label: kind.label,
        in_app: row === undefined || fromFlag(row.in_app),
        email: row === undefined ? kind.email : fromFlag(row.email),
      }
    }),
  }
}
