/**
 * `npm test` runs the server tests on SQLite, and on PostgreSQL those of `ON_BOTH`: what can differ there.
 * `npm run test:all` also runs those of `ON_SQLITE` there, and those of `LATER` on both. Each entry is a folder or
 * file of `tests/server`, with its reason; of two that hold a test, the longer decides.
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

export const ON_SQLITE: Record<string, string> = {
  'base/db/replica': 'starts a second server',
  'base/db/time-limits': 'waits for the limits of connections',
  'base/move/agency': 'the tables of a move are those of `base/move/move`',
  'door/': 'HTTP, whatever the database',
  'identity/agencies/mail-limits': 'counters, held under load by `reactions/mail/delivery`',
  'identity/api-tokens/': 'rights, whatever the database',
  'identity/auth/': 'passwords and cookies, whatever the database',
  'identity/letterhead/': 'texts and forms',
  'money/autopay/instalments': 'plans of parts, computed in the program',
  'money/bank/importing': 'files and their size',
  'money/invoices/sending/': 'papers, mails and their texts',
  'money/ledger/datev': 'a simulated year',
  'money/ledger/periods/tricks': 'refusals in words',
  'money/ledger/programs': 'a simulated year',
  'money/ledger/receipts': 'files',
  'money/ledger/year': 'a simulated year',
  'money/payments/accounts/': 'keys and accounts of the provider',
  'money/payments/books/fees': 'sums of what the provider reports',
  'money/payments/earlier-provider': 'rows of earlier versions',
  'money/payments/guide': 'the guide, step by step',
  'money/payments/return-address': 'addresses',
  'money/payments/trouble': 'unplugs the database',
  'money/payments/wire/': 'what goes to the provider',
  'money/payouts/sepa-file': 'XML',
  'money/plans/stripe-subscriptions': 'events of the provider',
  'overview/imports/used-rows': 'refusals in words',
  'overview/platform/': 'backups, alerts and settings of the process',
  'overview/settings/': 'forms, pictures and keys',
  'reactions/mail/senders': 'addresses',
  'reactions/webhooks/': 'what goes to receivers',
  'seed/': 'the demo, which runs on SQLite',
  'work/files/': 'files and buckets',
}

export const LATER: Record<string, string> = {
  'base/move/agency-command': 'kills',
  'base/move/killed': 'kills',
  'door/http/process': 'kills, and programs that take their time to stop',
  'money/autopay/killed': 'kills',
  'money/ledger/replay': 'a simulated year, five times',
  'money/payments/method-kill': 'kills',
  'money/payments/process': 'kills',
  'overview/platform/backups/restore-interrupted': 'kills',
  'seed/dev-command': 'starts what developers use, not what is delivered',
  'work/files/bucket-process': 'kills',
}

/** What an isolation test does that PostgreSQL could do otherwise; both fuzzers run there alone, in `test:all`. */
export const ISOLATION_ON_BOTH = ['live', 'procedures', 'restricted', 'visibility']

/**
 * The browser tests of `npm test`: the journeys through the portal, and one walk of all screens. A file, one
 * of its tests by the beginning of its title, or a folder.
 */
export const QUICK_BROWSER: Record<string, string> = {
  'identity/links/emailed-links': 'links in emails',
  'identity/newcomers': 'from sign-up to the first paid invoice',
  'identity/plain-http': 'a host name without HTTPS',
  'identity/sign-up': 'a new agency',
  'money/invoices': 'drafts, sending and payments recorded by hand',
  'money/payments': 'clients pay',
  'people/clients': 'a list with its forms',
  'screens/first-screen': 'what strangers load',
  'screens/journey an agency gets': 'from sign-up to its accounts',
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

/** The files of `test:all` that run in Firefox, each with its reason; WebKit has tests of its own. */
export const FIREFOX: Record<string, string> = {
  'engines/firefox/screens.spec.ts': 'every screen',
}

const TIERS = { both: ON_BOTH, sqlite: ON_SQLITE, later: LATER }

/** Where `npm test` runs a test of `tests/server`, such as `people/clients/clients.test.ts`. */
export function tierOf(test: string): keyof typeof TIERS | null {
  const entries = Object.entries(TIERS).flatMap(([tier, tests]) =>
    Object.keys(tests).map((entry) => ({ tier: tier as keyof typeof TIERS, entry })),
  )
  const holding = entries.filter(({ entry }) => test.startsWith(entry))
  return holding.toSorted((a, b) => b.entry.length - a.entry.length)[0]?.tier ?? null
}
