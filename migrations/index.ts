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

/** Every migration in order; a released one is never edited. */
export const migrations: Record<string, Migration> = {
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
}
