interface WorkKind {
  /** The job that does it, and retries it on request. */
  job: string
  /** Comes before the item's name. */
  label: string
  /** What to do once it has stopped, before retrying it. */
  advice: string
}

const kind = (job: string, label: string, advice: string): WorkKind => ({ job, label, advice })

const CORRECT = 'Resolve the problem described, then try again.'
const PROVIDER = 'Check the payment provider’s dashboard and its keys in Settings, then try again.'
const LOG = 'The portal’s log has the details. Try again once the cause is removed.'

/** Everything that jobs do item by item, so that one failing item doesn't hold up the others. */
export const WORK_KINDS = {
  'recurring-invoice': kind(
    'recurring-invoices',
    'Recurring invoice',
    'Correct the recurring invoice under Payments, then try again.',
  ),
  'overdue-invoice': kind('overdue-invoices', 'Overdue notice for invoice', CORRECT),
  'late-fee': kind('late-fees', 'Late fee for invoice', CORRECT),
  'invoice-reminder': kind(
    'invoice-reminders',
    'Reminder for invoice',
    'Remind the client yourself, or try again.',
  ),
  'autopay-check': kind('autopay', 'Checking the autopay of', PROVIDER),
  'autopay-result': kind('autopay', 'Processing the charge of invoice', PROVIDER),
  'autopay-account': kind('autopay', 'Autopay through', PROVIDER),
  'autopay-charge': kind('autopay', 'Charging invoice', PROVIDER),
  'autopay-notice': kind(
    'autopay',
    'Charge notice for invoice',
    'Nothing is charged without it. Resolve the problem described, then try again.',
  ),
  'autopay-withdrawal': kind('autopay', 'Withdrawing the charge notice for invoice', LOG),
  'payment-account': kind('reconcile-payments', 'Payments of', PROVIDER),
  payment: kind('reconcile-payments', 'Payment', PROVIDER),
  'interrupted-payment': kind('interrupted-payments', 'Interrupted payment', PROVIDER),
  refund: kind('reconcile-payments', 'Refund of', PROVIDER),
  'card-setup': kind('reconcile-payments', 'Saving', PROVIDER),
  dispute: kind('reconcile-payments', 'Dispute over', PROVIDER),
  'account-balance': kind('provider-balances', 'Fees and payouts of', PROVIDER),
  'account-cards': kind('saved-cards', 'Saved cards at', PROVIDER),
  'customer-cards': kind('saved-cards', 'Saved cards of', PROVIDER),
  subscription: kind('subscription-renewals', 'Plan renewal for', PROVIDER),
  'subscription-state': kind('subscription-renewals', 'Checking the plan of', PROVIDER),
  'plan-order': kind('subscription-renewals', 'Plan order by', PROVIDER),
  'suspended-plan': kind('subscription-renewals', 'Pausing the charges of the suspended agency', PROVIDER),
  'left-plan': kind('subscription-renewals', 'Ending renewals on a former owner’s card for', PROVIDER),
  'resumed-plan': kind('subscription-renewals', 'Renewing the plan of the resumed agency', PROVIDER),
  'token-expiry': kind('token-expiry', 'Warning about the API token', 'Try again.'),
  'event-reminder': kind('event-reminders', 'Reminder for event', 'Correct the event, then try again.'),
  'task-reminder': kind('task-reminders', 'Reminder for task', 'Correct the task, then try again.'),
  'lost-timer': kind('lost-timers', 'Stopping the timer of', LOG),
  'notification-mail': kind('notification-mails', 'Notification email to', LOG),
  'tax-days': kind('tax-days', 'Tax totals of', LOG),
  'tax-recount': kind('recount-tax-days', 'Recounting the tax totals of', LOG),
  'books-comparison': kind('compare-books', 'Comparing the books of', LOG),
  'tally-check': kind('reconcile-tallies', 'Checking the totals of', LOG),
  'agency-deletion': kind('purge-agencies', 'Deletion of', PROVIDER),
  'file-check': kind('check-files', 'Checking file', LOG),
  alert: kind('alerts', 'Alert:', LOG),
  cleanup: kind('clean-up', 'Cleanup of', LOG),
} as const satisfies Record<string, WorkKind>

export type WorkKindName = keyof typeof WORK_KINDS

/** "Reminder for invoice INV-7 stopped after it failed repeatedly." */
export const stoppedSentence = (work: WorkKindName, name: string): string =>
  `${WORK_KINDS[work].label} ${name} stopped after it failed repeatedly.`

/** Work that waits until somebody retries it. */
export interface StoppedWorkDto {
  work: WorkKindName
  item: string
  /** What has stopped, in a sentence. */
  title: string
  reason: string
  advice: string
  /** Where its record opens. */
  link: string
  failures: number
  stopped_at: string
}
