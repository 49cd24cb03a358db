import { z } from 'zod'
import { NOTIFICATION_KINDS, type NotificationKind } from '../../base/events/notification-kinds.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { MAIL_DELIVERIES } from '../notifications.ts'

export const notificationEvent = z.enum(
  Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]],
)

export const notificationListInput = z.strictObject({ ...pageInput, unread: z.boolean().default(false) })

/** Where notifications lead, from `links`. */
export const notificationLinkInput = z.strictObject({ link: z.string().startsWith('/').max(500) })

export const notificationPreferencesInput = z.strictObject({
  delivery: z.enum(MAIL_DELIVERIES),
  events: z
    .array(z.strictObject({ event: notificationEvent, in_app: z.boolean(), email: z.boolean() }))
    .max(Object.keys(NOTIFICATION_KINDS).length),
})
