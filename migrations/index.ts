import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'
import * as live from './0002-live.ts'
import * as work from './0003-work.ts'
import * as people from './0004-people.ts'
import * as money from './0005-money.ts'
import * as time from './0006-time.ts'
import * as messagesSearch from './0007-messages-search.ts'
import * as accounts from './0008-accounts.ts'
import * as programs from './0009-programs.ts'
import * as platform from './0010-platform.ts'
import * as cardsRefunds from './0011-cards-refunds.ts'
import * as providerSubscriptions from './0012-provider-subscriptions.ts'
import * as expenseReceipts from './0013-expense-receipts.ts'
import * as platformTwo from './0014-platform-2.ts'
import * as search from './0015-search.ts'
import * as amountLimits from './0016-amount-limits.ts'
import * as tokenScopes from './0017-token-scopes.ts'
import * as ownersDevices from './0018-owners-devices.ts'
import * as storageUsed from './0019-storage-used.ts'
import * as privateTime from './0020-private-time.ts'
import * as instanceKey from './0021-instance-key.ts'
import * as repeatableWrites from './0022-repeatable-writes.ts'
import * as bookingRates from './0023-booking-rates.ts'
import * as legalDocuments from './0024-legal-documents.ts'
import * as billedSources from './0025-billed-sources.ts'
import * as paymentAccounts from './0026-payment-accounts.ts'
import * as billingDefaults from './0027-billing-defaults.ts'
import * as clientCredit from './0028-client-credit.ts'
import * as books from './0029-books.ts'
import * as lineProjects from './0031-line-projects.ts'
import * as eInvoices from './0033-e-invoices.ts'
import * as billingMails from './0034-billing-mails.ts'
import * as paymentMethods from './0035-payment-methods.ts'
import * as autopay from './0036-autopay.ts'
import * as providerPayouts from './0037-provider-payouts.ts'
import * as taskOrders from './0038-task-orders.ts'
import * as listOrders from './0041-list-orders.ts'
import * as agencyAccent from './0042-agency-accent.ts'
import * as waiting from './0043-waiting.ts'
import * as firstSteps from './0044-first-steps.ts'
import * as homeCharts from './0046-home-charts.ts'
import * as alerts from './0049-alerts.ts'
import * as backups from './0050-backups.ts'
import * as imports from './0051-imports.ts'
import * as tallies from './0053-tallies.ts'
import * as atSize from './0054-at-size.ts'
import * as containedWords from './0055-contained-words.ts'
import * as largerAgencies from './0056-larger-agencies.ts'
import * as taxTallies from './0057-tax-tallies.ts'
import * as openTasksAndPieces from './0058-open-tasks-and-pieces.ts'
import * as bankChanges from './0062-bank-changes.ts'
import * as damagedFiles from './0064-damaged-files.ts'
import * as backupStates from './0065-backup-states.ts'
import * as cardTries from './0066-card-tries.ts'
import * as schemaCompatibility from './0067-schema-compatibility.ts'
import * as ownerRates from './0071-owner-rates.ts'
import * as mailSenders from './0074-mail-senders.ts'
import * as commentAttachments from './0075-comment-attachments.ts'
import * as agencyMoves from './0080-agency-moves.ts'
import * as invoicedTime from './0088-invoiced-time.ts'
import * as agencyHosts from './0089-agency-hosts.ts'
import * as simulatedObjects from './0090-simulated-objects.ts'
import * as linesOfProject from './0091-lines-of-project.ts'
import * as closedPeriods from './0093-closed-periods.ts'
import * as taxOfLosses from './0096-tax-of-losses.ts'
import * as taxRounding from './0097-tax-rounding.ts'
import * as waitingPayments from './0099-waiting-payments.ts'
import * as disputes from './0100-disputes.ts'
import * as bankStatements from './0102-bank-statements.ts'
import * as prepaidAmounts from './0106-prepaid-amounts.ts'
import * as sepaBatches from './0110-sepa-batches.ts'
import * as payoutBills from './0111-payout-bills.ts'
import * as advanceInvoices from './0113-advance-invoices.ts'
import * as expenseCurrencies from './0117-expense-currencies.ts'
import * as selfBilling from './0118-self-billing.ts'
import * as daysFromIssue from './0120-days-from-issue.ts'
import * as debtorNumbers from './0123-debtor-numbers.ts'
import * as lowerLetters from './0126-lower-letters.ts'
import * as foldedTexts from './0127-folded-texts.ts'
import * as wordsOfAllScripts from './0128-words-of-all-scripts.ts'
import * as exactTime from './0130-exact-time.ts'
import * as finerRates from './0131-finer-rates.ts'
import * as failingWork from './0135-failing-work.ts'
import * as mailDeadlines from './0136-mail-deadlines.ts'
import * as shorterMonths from './0137-shorter-months.ts'
import * as unicodeEmails from './0139-unicode-emails.ts'
import * as roundedDrafts from './0140-rounded-drafts.ts'
import * as chargeNotices from './0142-charge-notices.ts'
import * as billTreatments from './0144-bill-treatments.ts'
import * as undeliveredNotices from './0145-undelivered-notices.ts'
import * as expenseTaxes from './0146-expense-taxes.ts'
import * as lostNotices from './0147-lost-notices.ts'
import * as billShares from './0148-bill-shares.ts'
import * as undeductedTaxes from './0149-undeducted-taxes.ts'
import * as timeSums from './0150-time-sums.ts'
import * as losses from './0151-losses.ts'
import * as unsubscribeUrls from './0154-unsubscribe-urls.ts'
import * as mailsByPeople from './0155-mails-by-people.ts'
import * as paidContributors from './0156-paid-contributors.ts'
import * as moreLetters from './0157-more-letters.ts'
import * as paidHours from './0158-paid-hours.ts'
import * as refundsAndLateFees from './0160-refunds-and-late-fees.ts'
import * as pausedPlans from './0161-paused-plans.ts'
import * as lostDisputes from './0162-lost-disputes.ts'
import * as advanceAccounts from './0164-advance-accounts.ts'
import * as lossesAtOnce from './0165-losses-at-once.ts'
import * as linkedContacts from './0174-linked-contacts.ts'
import * as stripeIdentity from './0175-stripe-identity.ts'
import * as grantedAtIssue from './0176-granted-at-issue.ts'
import * as workedDays from './0178-worked-days.ts'
import * as releasedTime from './0179-released-time.ts'
import * as billedElsewhere from './0180-billed-elsewhere.ts'
import * as recoveredLosses from './0189-recovered-losses.ts'
import * as leavingPayers from './0191-leaving-payers.ts'
import * as earlierSecrets from './0192-earlier-secrets.ts'
import * as clientPayments from './0194-client-payments.ts'
import * as deliveriesAndMarks from './0195-deliveries-and-marks.ts'
import * as reopenedPayouts from './0198-reopened-payouts.ts'
import * as stepsByTask from './0199-steps-by-task.ts'
import * as reversedPayments from './0203-reversed-payments.ts'
import * as reopenedByReversals from './0204-reopened-by-reversals.ts'
import * as taxesInBase from './0208-taxes-in-base.ts'
import * as mailReasons from './0213-mail-reasons.ts'
import * as paidElsewhere from './0215-paid-elsewhere.ts'
import * as formerNames from './0217-former-names.ts'
import * as lettersAndSpaces from './0220-letters-and-spaces.ts'
import * as bankRefunds from './0221-bank-refunds.ts'
import * as clockify from './0222-clockify.ts'
import * as clientSince from './0223-client-since.ts'
import * as lineDifferences from './0224-line-differences.ts'
import * as recurringSupply from './0225-recurring-supply.ts'
import * as commentsAndRequests from './0226-comments-and-requests.ts'
import * as taskStartDates from './0227-task-start-dates.ts'
import * as clientRequests from './0228-client-requests.ts'
import * as messageSenders from './0229-message-senders.ts'

/**
 * `oldestProgram` is the oldest program compatible with the resulting schema, identified by that program's newest
 * migration. A migration that only adds (*expand*) names an earlier one; one that removes what earlier programs use
 * (*contract*) names the first that doesn't need it, or itself.
 */
interface Declared extends Migration {
  oldestProgram?: string
}

/** Up to this one, every migration requires the program version it was released with. */
export const FIRST_DECLARED = '0067-schema-compatibility'

/** A migration without a declaration requires its own program. */
export const oldestProgramOf = (name: string): string => migrations[name]?.oldestProgram ?? name

/** All migrations in order; released ones are never edited. */
export const migrations: Record<string, Declared> = {
  '0001-foundation': foundation,
  '0002-live': live,
  '0003-work': work,
  '0004-people': people,
  '0005-money': money,
  '0006-time': time,
  '0007-messages-search': messagesSearch,
  '0008-accounts': accounts,
  '0009-programs': programs,
  '0010-platform': platform,
  '0011-cards-refunds': cardsRefunds,
  '0012-provider-subscriptions': providerSubscriptions,
  '0013-expense-receipts': expenseReceipts,
  '0014-platform-2': platformTwo,
  '0015-search': search,
  '0016-amount-limits': amountLimits,
  '0017-token-scopes': tokenScopes,
  '0018-owners-devices': ownersDevices,
  '0019-storage-used': storageUsed,
  '0020-private-time': privateTime,
  '0021-instance-key': instanceKey,
  '0022-repeatable-writes': repeatableWrites,
  '0023-booking-rates': bookingRates,
  '0024-legal-documents': legalDocuments,
  '0025-billed-sources': billedSources,
  '0026-payment-accounts': paymentAccounts,
  '0027-billing-defaults': billingDefaults,
  '0028-client-credit': clientCredit,
  '0029-books': books,
  '0031-line-projects': lineProjects,
  '0033-e-invoices': eInvoices,
  '0034-billing-mails': billingMails,
  '0035-payment-methods': paymentMethods,
  '0036-autopay': autopay,
  '0037-provider-payouts': providerPayouts,
  '0038-task-orders': taskOrders,
  '0041-list-orders': listOrders,
  '0042-agency-accent': agencyAccent,
  '0043-waiting': waiting,
  '0044-first-steps': firstSteps,
  '0046-home-charts': homeCharts,
  '0049-alerts': alerts,
  '0050-backups': backups,
  '0051-imports': imports,
  '0053-tallies': tallies,
  '0054-at-size': atSize,
  '0055-contained-words': containedWords,
  '0056-larger-agencies': largerAgencies,
  '0057-tax-tallies': taxTallies,
  '0058-open-tasks-and-pieces': openTasksAndPieces,
  '0062-bank-changes': bankChanges,
  '0064-damaged-files': damagedFiles,
  '0065-backup-states': backupStates,
  '0066-card-tries': cardTries,
  '0067-schema-compatibility': schemaCompatibility,
  '0071-owner-rates': ownerRates,
  '0074-mail-senders': mailSenders,
  '0075-comment-attachments': commentAttachments,
  '0080-agency-moves': agencyMoves,
  '0088-invoiced-time': invoicedTime,
  '0089-agency-hosts': agencyHosts,
  '0090-simulated-objects': simulatedObjects,
  '0091-lines-of-project': linesOfProject,
  '0093-closed-periods': closedPeriods,
  '0096-tax-of-losses': taxOfLosses,
  '0097-tax-rounding': taxRounding,
  '0099-waiting-payments': waitingPayments,
  '0100-disputes': disputes,
  '0102-bank-statements': bankStatements,
  '0106-prepaid-amounts': prepaidAmounts,
  '0110-sepa-batches': sepaBatches,
  '0111-payout-bills': payoutBills,
  '0113-advance-invoices': advanceInvoices,
  '0117-expense-currencies': expenseCurrencies,
  '0118-self-billing': selfBilling,
  '0120-days-from-issue': daysFromIssue,
  '0123-debtor-numbers': debtorNumbers,
  '0126-lower-letters': lowerLetters,
  '0127-folded-texts': foldedTexts,
  '0128-words-of-all-scripts': wordsOfAllScripts,
  '0130-exact-time': exactTime,
  '0131-finer-rates': finerRates,
  '0135-failing-work': failingWork,
  '0136-mail-deadlines': mailDeadlines,
  '0137-shorter-months': shorterMonths,
  '0139-unicode-emails': unicodeEmails,
  '0140-rounded-drafts': roundedDrafts,
  '0142-charge-notices': chargeNotices,
  '0144-bill-treatments': billTreatments,
  '0145-undelivered-notices': undeliveredNotices,
  '0146-expense-taxes': expenseTaxes,
  '0147-lost-notices': lostNotices,
  '0148-bill-shares': billShares,
  '0149-undeducted-taxes': undeductedTaxes,
  '0150-time-sums': timeSums,
  '0151-losses': losses,
  '0154-unsubscribe-urls': unsubscribeUrls,
  '0155-mails-by-people': mailsByPeople,
  '0156-paid-contributors': paidContributors,
  '0157-more-letters': moreLetters,
  '0158-paid-hours': paidHours,
  '0160-refunds-and-late-fees': refundsAndLateFees,
  '0161-paused-plans': pausedPlans,
  '0162-lost-disputes': lostDisputes,
  '0164-advance-accounts': advanceAccounts,
  '0165-losses-at-once': lossesAtOnce,
  '0174-linked-contacts': linkedContacts,
  '0175-stripe-identity': stripeIdentity,
  '0176-granted-at-issue': grantedAtIssue,
  '0178-worked-days': workedDays,
  '0179-released-time': releasedTime,
  '0180-billed-elsewhere': billedElsewhere,
  '0189-recovered-losses': recoveredLosses,
  '0191-leaving-payers': leavingPayers,
  '0192-earlier-secrets': earlierSecrets,
  '0194-client-payments': clientPayments,
  '0195-deliveries-and-marks': deliveriesAndMarks,
  '0198-reopened-payouts': reopenedPayouts,
  '0199-steps-by-task': stepsByTask,
  '0203-reversed-payments': reversedPayments,
  '0204-reopened-by-reversals': reopenedByReversals,
  '0208-taxes-in-base': taxesInBase,
  '0213-mail-reasons': mailReasons,
  '0215-paid-elsewhere': paidElsewhere,
  '0217-former-names': formerNames,
  '0220-letters-and-spaces': lettersAndSpaces,
  '0221-bank-refunds': bankRefunds,
  '0222-clockify': clockify,
  '0223-client-since': clientSince,
  '0224-line-differences': lineDifferences,
  '0225-recurring-supply': recurringSupply,
  '0226-comments-and-requests': commentsAndRequests,
  '0227-task-start-dates': taskStartDates,
  '0228-client-requests': clientRequests,
  '0229-message-senders': messageSenders,
}
