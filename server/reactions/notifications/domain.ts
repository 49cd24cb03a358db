import { domain } from '../../base/core/domain.ts'
import { announceMonthlyReport } from './commands/announce-report.ts'
import { deleteReadNotifications } from './commands/delete-read.ts'
import { queueNotificationMails } from './commands/queue-mails.ts'
import { remindOfTasks } from './commands/remind-of-tasks.ts'
import { NOTIFICATION_EFFECTS, NOTIFICATION_PURPOSES } from './effects.ts'
import { notificationsRouter } from './router.ts'
import { notificationVisibility } from './visibility.ts'

/** Notifications and their channels. */
export const notifications = domain({
  routers: { notifications: notificationsRouter },
  effects: NOTIFICATION_EFFECTS,
  purposes: NOTIFICATION_PURPOSES,
  visibility: notificationVisibility,
  jobs: [
    { name: 'notification-mails', schedule: '* * * * *', run: queueNotificationMails },
    { name: 'task-reminders', schedule: '5 * * * *', run: remindOfTasks },
    { name: 'monthly-report', schedule: '0 7 1 * *', run: announceMonthlyReport },
  ],
  cleanUp: { 'read notifications': deleteReadNotifications },
  tables: {
    notifications: {
      of: { agencyOrPerson: 'user_id' },
      own: 'user_id',
      key: ['id', 'user_id', 'agency_id', 'sent_by'],
      system: ['event', 'group_key', 'link', 'count', 'in_app', 'mail', 'created_at', 'read_at'],
      personal: {
        title: { of: 'sent_by', mentions: true },
      },
      ownData: { as: 'notifications', by: 'user_id', columns: ['event', 'title', 'created_at', 'read_at'] },
    },
    notification_preferences: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      system: ['event', 'in_app', 'email'],
      ownData: { as: 'notification_preferences', by: 'user_id', columns: ['event', 'in_app', 'email'] },
    },
    notification_mail_settings: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      secret: ['unsubscribe_token'],
      system: ['delivery', 'active_delivery'],
    },
  },
})
