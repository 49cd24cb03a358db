/**
 * `npm test` runs every server test on SQLite, and on PostgreSQL those of `ON_BOTH`: what can differ there.
 * `npm run test:all` runs the tests of `LATER_ON_POSTGRES` there, too. Each is a folder or file of
 * `tests/server`, with its reason; of two that hold a test, the longer decides.
 */
export const ON_BOTH: Record<string, string> = {
  'base/': 'the dialects, locks, jobs, moves between the two',
  'door/http/programs/idempotency': 'races for one key',
  'identity/agencies/': 'lists, and what a tenant is',
  'identity/auth/reset-password': 'a token that is used once',
  'identity/auth/sessions': 'rows that expire',
  'identity/auth/sign-in': 'counters under load',
  'identity/letterhead/numbering': 'gapless numbers under load',
  'money/autopay/': 'money, and charges that happen once',
  'money/bank/': 'money, and suggestions found by SQL',
  'money/invoices/': 'money, lists and their sums',
  'money/ledger/': 'reports that SQL adds up',
  'money/payments/': 'money, and events in any order',
  'money/payouts/': 'money, and batches under load',
  'money/plans/': 'money and limits',
  'overview/dashboard/': 'sums by day and month',
  'overview/imports/': 'many rows at once, and their undo',
  'overview/owners/': 'rows that must have one owner',
  'overview/platform/backups/backup.test': 'each dialect has its own dump',
  'overview/platform/compare-books': 'sums compared by SQL',
  'overview/platform/purged-agency': 'deletion over all tables',
  'overview/platform/tallies': 'counters kept by triggers',
  'overview/search/': 'the full-text index',
  'overview/settings/deleted-person': 'deletion over all tables',
  'overview/views/': 'lists',
  'people/': 'lists and searches',
  'reactions/activity/': 'lists, and rows written in the same transaction',
  'reactions/audit/': 'lists, and rows written in the same transaction',
  'reactions/live/': 'PostgreSQL notifies, SQLite is asked',
  'reactions/mail/delivery': 'the outbox under load',
  'reactions/notifications/': 'lists, and jobs under load',
  'reactions/webhooks/webhooks': 'the outbox under load',
  'time/': 'days, weeks and zones in SQL',
  'work/': 'lists, searches, orders and races',
}

export const LATER_ON_POSTGRES: Record<string, string> = {
  'base/db/replica': 'starts a second server',
  'base/db/time-limits': 'waits for the limits of connections',
  'base/move/agency': 'the tables of a move are those of `base/move/move`',
  'base/move/killed': 'kills',
  'door/': 'HTTP, whatever the database',
  'identity/api-tokens/': 'rights, whatever the database',
  'identity/auth/': 'passwords and cookies, whatever the database',
  'identity/letterhead/': 'texts and forms',
  'money/autopay/killed': 'kills',
  'money/bank/importing': 'files and their size',
  'money/invoices/sending/e-invoice': 'XML',
  'money/invoices/sending/letterhead': 'paper',
  'money/invoices/sending/printing': 'paper',
  'money/invoices/sending/receipt-mails': 'texts',
  'money/invoices/sending/scripts-on-paper': 'paper',
  'money/ledger/datev': 'a simulated year',
  'money/ledger/periods/tricks': 'refusals in words',
  'money/ledger/programs': 'a simulated year',
  'money/ledger/receipts': 'files',
  'money/ledger/replay': 'a simulated year',
  'money/ledger/year': 'a simulated year',
  'money/payments/accounts/': 'keys and accounts of the provider',
  'money/payments/books/fees-year': 'a simulated year',
  'money/payments/earlier-provider': 'rows of earlier versions',
  'money/payments/guide': 'the guide, step by step',
  'money/payments/method-kill': 'kills',
  'money/payments/process': 'kills',
  'money/payments/return-address': 'addresses',
  'money/payments/trouble': 'unplugs the database',
  'money/payments/wire/': 'what goes to the provider',
  'money/payouts/sepa-file': 'XML',
  'overview/platform/': 'backups, alerts and settings of the process',
  'overview/settings/': 'forms, pictures and keys',
  'reactions/mail/senders': 'addresses',
  'reactions/webhooks/': 'what goes to receivers',
  'seed/': 'the demo, which runs on SQLite',
  'work/files/': 'files and buckets',
}

/** What an isolation test does that PostgreSQL could do otherwise; both fuzzers run there alone, in `test:all`. */
export const ISOLATION_ON_BOTH = ['live', 'procedures', 'restricted', 'visibility']

/**
 * The browser tests of `npm test`: the journeys through the portal, and one walk of all screens. A file, one
 * of its tests by the beginning of its title, or a folder.
 */
export const QUICK_BROWSER: Record<string, string> = {
  'identity/links/': 'links in emails, and what scanners do with them',
  'identity/newcomers': 'from sign-up to the first paid invoice',
  'identity/plain-http': 'a host name without HTTPS',
  'identity/sign-up': 'a new agency',
  'money/invoices': 'drafts, sending and payments recorded by hand',
  'money/payments': 'clients pay',
  'people/clients': 'a list with its forms',
  'screens/first-screen': 'what strangers load',
  'screens/journey': 'an agency, its contributor and its client at work',
  'screens/live': 'changes appear in other windows',
  'screens/reconnecting': 'nothing typed is lost',
  'screens/screens every screen of the owner opens': 'one walk of all screens',
  'time/work-log': 'time and its approval',
  'work/messages': 'conversations',
  'work/retries': 'calls repeated after a lost answer happen once',
  'work/search': 'the palette',
  'work/tasks': 'tasks with their files and conflicts',
}

/** Matches the names of those tests, as Playwright writes them: `project file title`. */
export const quickBrowserTests = new RegExp(
  Object.keys(QUICK_BROWSER)
    .map((entry) => (entry.endsWith('/') ? ` ${entry}` : entry.replace(/^\S+/, ' $&\\.spec\\.ts')))
    .join('|'),
)

/** The entry that decides about a test of `tests/server`, such as `people/clients/clients.test.ts`. */
export function tierOf(test: string): 'both' | 'later' | null {
  const longest = (entries: Record<string, string>) =>
    Math.max(0, ...Object.keys(entries).map((entry) => (test.startsWith(entry) ? entry.length : 0)))
  const [both, later] = [longest(ON_BOTH), longest(LATER_ON_POSTGRES)]
  if (both === later) return null
  return both > later ? 'both' : 'later'
}
