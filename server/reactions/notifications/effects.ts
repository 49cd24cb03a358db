import type { Effects } from '../../base/core/context.ts'

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
