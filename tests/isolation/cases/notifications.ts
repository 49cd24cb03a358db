import type { Scope } from '#server/auth/scope.ts'
import type { Db } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { notify } from '#server/notifications/commands/notify.ts'
import type { IsolationCases } from '../case.ts'

/** A notification of this person; returns its id. */
async function notificationOf(db: Db, scope: Scope): Promise<string> {
  await transact(db, (trx) =>
    notify(
      trx,
      { userId: null, agencyId: scope.agencyId, now: scope.now },
      {
        event: 'message',
        userIds: [scope.userId],
        title: 'News',
        link: '/messages',
      },
    ),
  )
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', scope.userId)
    .executeTakeFirstOrThrow()
  return row.id
}

export const notificationCases: IsolationCases = {
  'notifications.unreadCount': {
    can: 'notification.own',
    call: (caller) => caller.notifications.unreadCount(),
  },
  'notifications.list': {
    can: 'notification.own',
    call: (caller) => caller.notifications.list({}),
    hidden: async (world, db) => [await notificationOf(db, world.foreign.owner)],
  },
  'notifications.markRead': {
    can: 'notification.own',
    call: async (caller, world, db) =>
      caller.notifications.markRead({ id: await notificationOf(db, world.home.owner) }),
    foreign: async (caller, world, db) =>
      caller.notifications.markRead({ id: await notificationOf(db, world.foreign.owner) }),
  },
  'notifications.markAllRead': {
    can: 'notification.own',
    call: (caller) => caller.notifications.markAllRead(),
  },
  'notifications.preferences': {
    can: 'notification.own',
    call: (caller) => caller.notifications.preferences(),
  },
  'notifications.savePreferences': {
    can: 'notification.own',
    call: (caller) => caller.notifications.savePreferences({ delivery: 'daily', events: [] }),
  },
}
