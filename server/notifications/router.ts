import { z } from 'zod'
import { notificationListInput, notificationPreferencesInput } from '#shared/notifications.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { markAllRead, markRead } from './commands/mark-read.ts'
import { savePreferences } from './commands/preferences.ts'
import { countUnread, listNotifications } from './queries/list.ts'
import { readPreferences } from './queries/preferences.ts'

export const notificationsRouter = router({
  unreadCount: userProcedure
    .meta({ can: 'notification.own' })
    .query(({ ctx }) => countUnread(ctx.services.db, ctx.scope)),
  list: userProcedure
    .meta({ can: 'notification.own' })
    .input(notificationListInput)
    .query(({ ctx, input }) => listNotifications(ctx.services.db, ctx.scope, input)),
  markRead: userProcedure
    .meta({ can: 'notification.own' })
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => markRead(ctx.services.db, ctx.scope, input)),
  markAllRead: userProcedure
    .meta({ can: 'notification.own' })
    .mutation(({ ctx }) => markAllRead(ctx.services.db, ctx.scope)),
  preferences: userProcedure
    .meta({ can: 'notification.own' })
    .query(({ ctx }) => readPreferences(ctx.services.db, ctx.scope)),
  savePreferences: userProcedure
    .meta({ can: 'notification.own' })
    .input(notificationPreferencesInput)
    .mutation(({ ctx, input }) => savePreferences(ctx.services.db, ctx.scope, input)),
})
