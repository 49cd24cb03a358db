import type { MailDelivery } from '#shared/notifications.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface NotificationTables {
  notifications: NotificationTable
  notification_preferences: NotificationPreferenceTable
  notification_mail_settings: NotificationMailSettingTable
}

interface NotificationTable {
  id: string
  user_id: string
  agency_id: AgencyId | null
  event: string
  /** Unread notifications of one group collapse into one row while they come in bursts. */
  group_key: string
  title: string
  link: string
  count: number
  /** 0 where the person wants the event by mail only. */
  in_app: number
  /** `due` until the mail is queued, or until it was read in the portal first. */
  mail: 'none' | 'due' | 'done'
  /** The instant of the latest of a burst. */
  created_at: string
  read_at: string | null
}

/** What a person chose; events without a row follow the defaults. */
interface NotificationPreferenceTable {
  user_id: string
  event: string
  in_app: number
  email: number
}

interface NotificationMailSettingTable {
  user_id: string
  delivery: MailDelivery
  /** In the link of each mail; good for stopping mails and nothing else. */
  unsubscribe_token: string
}
