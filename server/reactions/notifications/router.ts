import { idInput } from '#shared/base/schemas/ids.ts'
import {
  notificationLinkInput,
  notificationListInput,
  notificationPreferencesInput,
} from '#shared/reactions/schemas/notifications.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { markAllRead, markLinkRead, markRead } from './commands/mark-read.ts'
import { savePreferences } from './commands/save-preferences.ts'
import { countUnread, listNotifications } from './queries/list.ts'
import { getNotificationPreferences } from './queries/preferences.ts'

export const notificationsRouter = router({
  unreadCount: userProcedure.meta({ can: 'notification.own' }).query(({ ctx }) => countUnread(ctx)),
  list: userProcedure
    .meta({ can: 'notification.own' })
    .input(notificationListInput)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  markRead: userProcedure
    .meta({ can: 'notification.own' })
    .input(idInput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markLinkRead: userProcedure
    .meta({ can: 'notification.own' })
    .input(notificationLinkInput)
    .mutation(({ ctx, input }) => markLinkRead(ctx, input)),
  markAllRead: userProcedure.meta({ can: 'notification.own' }).mutation(({ ctx }) => markAllRead(ctx)),
  preferences: userProcedure
    .meta({ can: 'notification.own' })
    .query(({ ctx }) => getNotificationPreferences(ctx)),
  savePreferences: userProcedure
    .meta({ can: 'notification.own' })
    .input(notificationPreferencesInput)
    .mutation(({ ctx, input }) => savePreferences(ctx, input)),
})
