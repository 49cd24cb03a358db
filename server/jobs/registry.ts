import { purgeAgencies } from '../agencies/commands/purge.ts'
import { writeRecurringInvoices } from '../invoices/commands/recurring.ts'
import { markOverdueInvoices, remindOfInvoices } from '../invoices/commands/remind.ts'
import { announceMonthlyReport } from '../notifications/commands/about-platform.ts'
import { queueNotificationMails } from '../notifications/commands/mail.ts'
import { remindOfTasks } from '../notifications/commands/remind-of-tasks.ts'
import { renewSubscriptions } from '../packages/commands/renew.ts'
import { compareCards } from '../payments/commands/compare-cards.ts'
import { reconcilePayments } from '../payments/commands/reconcile.ts'
import { backUpNightly } from '../platform/commands/backup.ts'
import { adoptPlatformSettings } from '../platform/commands/settings.ts'
import { remindOfEvents } from '../schedule/commands/remind.ts'
import { deliverDueWebhooks } from '../webhooks/commands/deliver.ts'
import { cleanUp } from './clean-up.ts'
import type { Job } from './scheduler.ts'

/** Everything the portal does by itself; each entry may run again at any time without doing harm. */
export const JOBS: readonly Job[] = [
  { name: 'notification-mails', schedule: '* * * * *', run: queueNotificationMails },
  { name: 'task-reminders', schedule: '5 * * * *', run: remindOfTasks },
  { name: 'reconcile-payments', schedule: '*/10 * * * *', run: reconcilePayments },
  { name: 'saved-cards', schedule: '35 * * * *', run: compareCards },
  { name: 'event-reminders', schedule: '* * * * *', run: remindOfEvents },
  { name: 'monthly-report', schedule: '0 7 1 * *', run: announceMonthlyReport },
  { name: 'overdue-invoices', schedule: '10 * * * *', run: markOverdueInvoices },
  { name: 'recurring-invoices', schedule: '15 * * * *', run: writeRecurringInvoices },
  { name: 'invoice-reminders', schedule: '0 8 * * *', run: remindOfInvoices },
  { name: 'subscription-renewals', schedule: '25 * * * *', run: renewSubscriptions },
  {
    name: 'webhook-deliveries',
    schedule: '* * * * *',
    run: (services) => deliverDueWebhooks(services),
  },
  { name: 'platform-settings', schedule: '* * * * *', run: adoptPlatformSettings },
  { name: 'nightly-backup', schedule: '15 2 * * *', run: backUpNightly },
  { name: 'purge-agencies', schedule: '40 2 * * *', run: purgeAgencies },
  { name: 'clean-up', schedule: '20 * * * *', run: cleanUp },
]
