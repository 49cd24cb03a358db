import { deleteExpiredLimits } from './adapters/rate-limit.ts'
import { openStorage } from './adapters/storage.ts'
import { deleteExpired } from './auth/commands/delete-expired.ts'
import { chargeByAutopay } from './autopay/commands/charge.ts'
import type { Ctx } from './core/context.ts'
import type { Job } from './core/jobs.ts'
import { deleteOldRuns } from './db/job-runs.ts'
import { deleteOldRequests } from './db/keyed-requests.ts'
import { deleteUnusedReceipts } from './finance/commands/delete-receipts.ts'
import { countTaxDays, recountTaxDays } from './finance/commands/reconcile-tax-days.ts'
import { deleteStaleImports } from './imports/commands/delete.ts'
import { chargeLateFees } from './invoices/commands/charge-late-fees.ts'
import { markOverdueInvoices } from './invoices/commands/mark-overdue.ts'
import { remindOfInvoices } from './invoices/commands/remind.ts'
import { writeRecurringInvoices } from './invoices/commands/write-recurring.ts'
import { renewSubscriptions } from './packages/commands/renew.ts'
import { compareCards } from './payments/commands/compare-cards.ts'
import { readBalances } from './payments/commands/import-balances.ts'
import { reconcilePayments } from './payments/commands/reconcile.ts'
import { backUpNightly } from './platform/commands/back-up.ts'
import { backUpToBucketWhenDue } from './platform/commands/back-up-to-bucket.ts'
import { compareBooks } from './platform/commands/compare-books.ts'
import { purgeAgencies } from './platform/commands/purge-agencies.ts'
import { reconcileTallies } from './platform/commands/reconcile-tallies.ts'
import { removeLeftovers } from './platform/commands/remove-leftovers.ts'
import { adoptPlatformSettings } from './platform/commands/update-settings.ts'
import { warnAdministrators } from './platform/commands/warn.ts'
import { BUCKET_BACKUP_JOB } from './platform/rules.ts'
import { pruneChanges } from './reactions/live/queries.ts'
import { eraseFailedMails } from './reactions/mail/commands/erase-failed.ts'
import { announceMonthlyReport } from './reactions/notifications/commands/announce-report.ts'
import { deleteReadNotifications } from './reactions/notifications/commands/delete-read.ts'
import { queueNotificationMails } from './reactions/notifications/commands/queue-mails.ts'
import { remindOfTasks } from './reactions/notifications/commands/remind-of-tasks.ts'
import { deliverDueWebhooks } from './reactions/webhooks/commands/deliver.ts'
import { remindOfEvents } from './schedule/commands/remind.ts'

/** Removes what is of no use to anybody any more, each part of the portal its own. */
export async function cleanUp(ctx: Ctx): Promise<void> {
  await deleteExpired(ctx)
  await deleteExpiredLimits(ctx.db, ctx.now)
  await pruneChanges(ctx)
  await deleteUnusedReceipts(ctx)
  await deleteStaleImports(ctx)
  await deleteOldRuns(ctx.db, ctx.now)
  await deleteOldRequests(ctx.db, ctx.now)
  await eraseFailedMails(ctx)
  await deleteReadNotifications(ctx)
  await removeLeftovers(ctx.services.config, ctx.services.log)
  await openStorage(ctx.services.config).sweep(ctx.now)
}

/** Everything the portal does by itself; each entry may run again at any time without doing harm. */
export const JOBS: readonly Job[] = [
  { name: 'notification-mails', schedule: '* * * * *', run: queueNotificationMails },
  { name: 'task-reminders', schedule: '5 * * * *', run: remindOfTasks },
  { name: 'reconcile-payments', schedule: '*/10 * * * *', run: reconcilePayments },
  { name: 'provider-balances', schedule: '7,27,47 * * * *', run: readBalances },
  { name: 'autopay', schedule: '*/15 * * * *', run: chargeByAutopay },
  { name: 'saved-cards', schedule: '35 * * * *', run: compareCards },
  { name: 'event-reminders', schedule: '* * * * *', run: remindOfEvents },
  { name: 'monthly-report', schedule: '0 7 1 * *', run: announceMonthlyReport },
  { name: 'overdue-invoices', schedule: '10 * * * *', run: markOverdueInvoices },
  { name: 'recurring-invoices', schedule: '15 * * * *', run: writeRecurringInvoices },
  { name: 'late-fees', schedule: '50 * * * *', run: chargeLateFees },
  { name: 'invoice-reminders', schedule: '0 8 * * *', run: remindOfInvoices },
  { name: 'subscription-renewals', schedule: '25 * * * *', run: renewSubscriptions },
  { name: 'webhook-deliveries', schedule: '* * * * *', run: deliverDueWebhooks },
  { name: 'platform-settings', schedule: '* * * * *', run: adoptPlatformSettings },
  { name: 'alerts', schedule: '*/5 * * * *', run: warnAdministrators },
  { name: 'nightly-backup', schedule: '15 2 * * *', run: backUpNightly },
  { name: BUCKET_BACKUP_JOB, schedule: '45 * * * *', run: backUpToBucketWhenDue },
  { name: 'compare-books', schedule: '5 3 * * *', run: compareBooks },
  { name: 'tax-days', schedule: '4,14,24,34,44,54 * * * *', run: countTaxDays },
  { name: 'reconcile-tallies', schedule: '50 3 * * *', run: reconcileTallies },
  { name: 'rereconcile-tax-days', schedule: '57 3 * * *', run: recountTaxDays },
  { name: 'purge-agencies', schedule: '40 2 * * *', run: purgeAgencies },
  { name: 'clean-up', schedule: '20 * * * *', run: cleanUp },
]
