/**
 * `npm test` runs the server tests on SQLite, and those of `ON_BOTH`, whose results may differ, on PostgreSQL too. `npm
 * run test:all` also runs those of `ON_SQLITE` there, and those of `LATER` on both. Each entry is a folder or file of
 * `tests/server`, with its reason; the longest matching entry decides.
 */
export const ON_BOTH: Record<string, string> = {
  'base/': 'the dialects, locks, jobs, moves between the two',
  'door/http/programs/idempotency': 'races for one key',
  'identity/agencies/': 'lists, and what a tenant is',
  'identity/auth/at-once': 'operations that exclude each other',
  'identity/auth/members': 'a query that implements a rule of the code',
  'identity/auth/sessions': 'rows that expire',
  'identity/auth/sign-in': 'counters under load',
  'identity/letterhead/numbering': 'gapless numbers under load',
  'money/autopay/once': 'charges that happen once',
  'money/bank/books': 'ledger sums, and many concurrent lines',
  'money/invoices/at-once': 'operations that exclude each other',
  'money/invoices/advances/advance-exports': 'exports summed by SQL',
  'money/invoices/credit/client-credit': 'credit that is spent once',
  'money/invoices/credit/settling': 'sums of the ledger in any order',
  'money/invoices/figures': 'sums of the ledger',
  'money/invoices/invoices': 'lists and races',
  'money/invoices/late-fees': 'fees that are charged once',
  'money/invoices/limits': 'large amounts',
  'money/invoices/rebilled-expenses': 'expenses that are billed once',
  'money/invoices/recurring/jobs': 'jobs under load',
  'money/invoices/summary': 'sums by SQL',
  'money/invoices/time-currencies': 'hours that are billed once',
  'money/ledger/': 'reports summed by SQL',
  'money/payments/books/refund': 'money that is refunded once',
  'money/payments/interrupted': 'calls that end midway',
  'money/payments/parts': 'parts that never exceed the whole',
  'money/payments/payments': 'invoices that are paid once',
  'money/payments/processing': 'events in any order',
  'money/payouts/': 'lists, and batches under load',
  'money/plans/at-once': 'operations that exclude each other',
  'money/plans/packages': 'limits under load',
  'overview/dashboard/': 'sums by day and month',
  'overview/imports/': 'bulk inserts, and their undo',
  'overview/owners/': 'rows that must have one owner',
  'overview/platform/at-once': 'operations that exclude each other',
  'overview/platform/backups/backup.test': 'each dialect has its own dump',
  'overview/platform/compare-books': 'sums compared by SQL',
  'overview/platform/purged-agency': 'deletion across all tables',
  'overview/platform/tallies': 'counters maintained by triggers',
  'overview/search/': 'the full-text index',
  'overview/views/': 'lists',
  'people/': 'lists and searches',
  'reactions/activity/': 'lists, and rows written in the same transaction',
  'reactions/audit/': 'lists, and rows written in the same transaction',
  'reactions/live/': 'PostgreSQL notifies, SQLite is polled',
  'reactions/mail/delivery': 'the outbox under load',
  'reactions/notifications/': 'lists, and jobs under load',
  'reactions/webhooks/webhooks': 'the outbox under load',
  'time/': 'days, weeks and time zones in SQL',
  'work/': 'lists, searches, orders and races',
}

export const ON_SQLITE: Record<string, string> = {
  'base/db/replica': 'starts a second server',
  'base/move/agency': 'the tables of a move are those of `base/move/move`',
  'base/move/stopped-move': 'needs both databases, a whole move for each test',
  'door/': 'HTTP, whatever the database',
  'identity/agencies/mail-limits': 'counters, tested under load by `reactions/mail/delivery`',
  'identity/api-tokens/': 'permissions, whatever the database',
  'identity/auth/': 'passwords and cookies, whatever the database',
  'identity/letterhead/': 'texts and forms',
  'money/autopay/': 'answers of the provider, and what follows on which day',
  'money/bank/certain': 'suggestions, accepted under load by `money/bank/books`',
  'money/bank/closed-periods': 'refusals in words',
  'money/bank/csv-imports': 'files and their columns',
  'money/bank/importing': 'files and their size',
  'money/bank/other-currencies': 'files, and sums computed in code',
  'money/bank/matching': 'suggestions, tested under load by `money/bank/books`',
  'money/bank/refunds': 'refunds one by one, summed in `money/payments/books/refund-books`',
  'money/invoices/': 'documents and their dates, computed in code',
  'money/ledger/datev': 'a simulated year',
  'money/ledger/debtor-numbers': 'files, and an upgrade that no longer changes',
  'money/ledger/periods/across-closing': 'error messages',
  'money/ledger/periods/after-closing': 'error messages',
  'money/ledger/periods/exported': 'files',
  'money/ledger/periods/locks': 'error messages',
  'money/ledger/programs': 'a simulated year',
  'money/ledger/receipts': 'files',
  'money/ledger/returns/forms': 'boxes of forms; their sums are those of `money/ledger/returns/sums`',
  'money/ledger/year': 'a simulated year',
  'money/payments/': 'responses and events of the provider',
  'money/payments/books/refund-credit': 'documents; `refund-books` tests the sums',
  'money/payments/books/refunds': 'responses of the provider; `refund-books` tests the sums',
  'money/payouts/bills': 'documents of contributors',
  'money/payouts/self-billing': 'documents of contributors',
  'money/payouts/sepa': 'XML',
  'money/plans/': 'events of the provider',
  'overview/imports/used-rows': 'error messages',
  'overview/owners/paying': 'responses of the provider',
  'overview/platform/': 'backups, alerts and settings of the process',
  'overview/settings/': 'forms, pictures and keys; all tables are deleted from by `purged-agency`',
  'people/clients/international-email': 'spellings, and an upgrade that stays as it is',
  'people/clients/import': 'files; many rows at once are those of `overview/imports`',
  'reactions/mail/connections': 'how mail servers are signed in to',
  'reactions/mail/failed': 'answers of mail servers, and who is notified',
  'reactions/mail/headers': 'what mail programs read',
  'reactions/mail/senders': 'addresses',
  'reactions/webhooks/': 'what receivers get',
  'seed/': 'the demo, which runs on SQLite',
  'work/files/': 'files and buckets',
  'work/schedule/feed': 'texts of calendars',
  'work/schedule/month-ends': 'rules of recurrence, computed in the program',
  'work/schedule/series': 'rules of recurrence, computed in the program',
}

export const LATER: Record<string, string> = {
  'base/db/time-limits': 'waits for the limits of connections',
  'base/move/agency-command': 'kills',
  'base/move/killed': 'kills',
  'door/http/foreign-files': 'starts portals under another account',
  'door/http/process': 'kills, and processes that stop slowly',
  'door/http/programs/client-package': 'builds what developers use, not what is shipped',
  'money/autopay/killed': 'kills',
  'money/ledger/acts/interrupted': 'operations stopped before each of their statements',
  'money/ledger/acts/killed': 'kills',
  'money/ledger/earlier-books': 'an upgrade that no longer changes',
  'money/ledger/replay': 'a simulated year, five times',
  'money/ledger/returns/earlier-bills': 'an upgrade that no longer changes',
  'money/payments/earlier-provider': 'rows of versions that few still upgrade from',
  'money/payments/wire/failures': 'ten failures, each repeated by the provider’s library after a wait',
  'money/payments/method-kill': 'kills',
  'money/payments/process': 'kills',
  'overview/platform/backups/bucket-backup': 'outages of a bucket',
  'overview/platform/backups/postgres-servers': 'starts servers, programs of PostgreSQL, and rights in it',
  'overview/platform/backups/restore-interrupted': 'kills',
  'reactions/live/two-servers': 'kills',
  'seed/dev-command': 'starts what developers use, not what is shipped',
  'seed/large': 'rows for benchmarks',
  'seed/time': 'seeds the demo on other days',
  'work/files/bucket-failures': 'outages of a bucket',
  'work/files/bucket-outages': 'outages of a bucket',
  'work/files/bucket-process': 'kills',
}

/** Isolation tests whose results could differ on PostgreSQL; both fuzzers run there only in `test:all`. */
export const ISOLATION_ON_BOTH = ['live', 'procedures', 'restricted', 'visibility']

/**
 * The browser tests of `npm test`: the journeys through the portal, and one pass through all screens. Each entry is a
 * file, one of its tests by the beginning of its title, or a folder.
 */
export const QUICK_BROWSER: Record<string, string> = {
  'connection/live owner and client': 'changes appear in other windows',
  'connection/live when the server': 'and after an outage',
  'connection/reconnecting': 'no input is lost',
  'identity/newcomers on phones': 'from sign-up to the first paid invoice',
  'identity/plain-http an owner works': 'a host name without HTTPS',
  'identity/sign-up': 'a new agency',
  'money/invoices a client is reminded': 'a link in an email',
  'money/invoices a credit note': 'documents that change what is due',
  'money/invoices approved hours become': 'from hours to money, for both sides',
  'money/payments a client pays': 'what the owner sees of it',
  'money/payments an invoice goes': 'payment by link',
  'money/payments declined and lost': 'payments that fail',
  'people/clients a client is added': 'a list with its form',
  'people/clients imports a file': 'a file with rejected rows',
  'people/clients lets an invited': 'the Client Portal',
  'screens/first-screen': 'what signed-out visitors load',
  'screens/journey an agency gets': 'from sign-up to its accounts',
  'screens/screens every screen of the owner opens': 'all screens',
  'time/work-log a new entry': 'time',
  'time/work-log a week is': 'its approval',
  'work/messages the owner finds': 'conversations',
  'work/messages while offline': 'messages that wait',
  'work/retries': 'calls repeated after a lost response take effect once',
  'work/search search groups': 'search',
  'work/search the palette': 'the keyboard',
  'work/task-views the timeline moves': 'bars, by mouse and keyboard',
  'work/tasks a task is': 'tasks with their files',
  'work/tasks the screen counts': 'filters',
  'work/tasks when saving': 'conflicts',
}

/** Matches the titles of those tests, as Playwright formats them: `project file title`. */
export const quickBrowserTests = new RegExp(
  Object.keys(QUICK_BROWSER)
    .map((entry) => (entry.endsWith('/') ? ` ${entry}` : entry.replace(/^\S+/, ' $&\\.spec\\.ts')))
    .join('|'),
)

/** The files of `test:all` that run in Firefox, each with its reason; WebKit has its own tests. */
export const FIREFOX: Record<string, string> = {
  'engines/firefox/screens.spec.ts': 'every screen',
  'identity/plain-http.spec.ts': 'a host name without HTTPS, from sign-up to a paid invoice',
  'screens/journey.spec.ts': 'from sign-up to the accounts, in windows of all three',
}

const TIERS = { both: ON_BOTH, sqlite: ON_SQLITE, later: LATER }

/** In which tier `npm test` runs a test of `tests/server`, such as `people/clients/clients.test.ts`. */
export function tierOf(test: string): keyof typeof TIERS | null {
  const entries = Object.entries(TIERS).flatMap(([tier, tests]) =>
    Object.keys(tests).map((entry) => ({ tier: tier as keyof typeof TIERS, entry })),
  )
  const holding = entries.filter(({ entry }) => test.startsWith(entry))
  return holding.toSorted((a, b) => b.entry.length - a.entry.length)[0]?.tier ?? null
}
