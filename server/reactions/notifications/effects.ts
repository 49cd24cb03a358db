import type { Effects, Purposes } from '../../base/core/context.ts'

export const NOTIFICATION_EFFECTS: Effects = {
  'notifications.markRead': {
    does: 'Marks one of the caller’s notifications as read.',
    records: [],
  },
  'notifications.markLinkRead': {
    does: 'Marks the caller’s notifications that lead to one record as read.',
    records: [],
  },
  'notifications.markAllRead': {
    does: 'Marks all of the caller’s notifications as read.',
    records: [],
  },
  'notifications.savePreferences': {
    does: 'Sets which notifications the caller gets in the portal and by email.',
    records: ['preferences.updated'],
  },
}

export const NOTIFICATION_PURPOSES: Purposes = {
  'notifications.unreadCount': 'Tells how many notifications the caller has not read, without listing them.',
  'notifications.list': 'Lists the caller’s notifications, all or only unread ones.',
  'notifications.preferences': 'Tells which notifications the caller gets in the portal and by email.',
}
