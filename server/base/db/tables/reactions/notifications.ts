import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { MailDelivery } from '#shared/reactions/notifications.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    notifications: NotificationTable
  }

  interface SharedSchema {
    notification_preferences: NotificationPreferenceTable
    notification_mail_settings: NotificationMailSettingTable
  }
}

interface NotificationTable {
  id: string
  user_id: string
  agency_id: AgencyId | null
  event: string
  /** Unread notifications of a group are merged into one row while they arrive in bursts. */
  group_key: string
  title: string
  link: string
  count: number
  /** 0 if the person wants the event by mail only. */
  in_app: number
  /** `due` until the mail is queued or the notification is read in the portal. */
  mail: 'none' | 'due' | 'done'
  /** The time of the latest event of a burst. */
  created_at: string
  read_at: string | null
  /** The person who caused it, used as Reply-To; null for more than one. */
  sent_by: Generated<string | null>
}

/** A person's preferences; events without a row use the defaults. */
interface NotificationPreferenceTable {
  user_id: string
  event: string
  in_app: number
  email: number
}

interface NotificationMailSettingTable {
  user_id: string
  delivery: MailDelivery
  /** How often mails are sent while they are on. */
  active_delivery: Generated<Exclude<MailDelivery, 'off'>>
  /** Part of the link in each mail; it only permits unsubscribing. */
  unsubscribe_token: string
}
