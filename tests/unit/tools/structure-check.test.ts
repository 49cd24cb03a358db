import { expect, test } from 'vitest'
import { FLOORS } from '#scripts/checks/floors.ts'
import { structureProblems } from '#scripts/checks/rules.ts'
import { unscopedProblems } from '#scripts/checks/tenant-rules.ts'

type Tree = Record<string, string>

/** The rules' findings for a file tree, by rule; entries of unscoped.ts missing from the tree are ignored. */
function problemsOf(tree: Tree): Record<string, string[]> {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  const found = [...structureProblems(files)].filter(
    ([rule, problems]) => problems.length > 0 && rule !== 'unscoped reads',
  )
  return Object.fromEntries(found)
}

const importing = (...targets: string[]): string =>
  targets.map((target) => `import type { x } from '#${target}'\n`).join('')

test('a valid tree passes', () => {
  const tree = {
    'server/base/db/schema.ts': "import { sql } from 'kysely'\nexport const one = sql`select 1`\n",
    'server/base/core/rows/rows.ts': importing('server/base/db/schema.ts'),
    'server/people/clients/queries/list.ts': `${importing('server/base/core/rows/rows.ts', 'shared/people/clients.ts')}selectFrom(ctx, 'clients')`,
    'server/people/clients/commands/update.ts':
      "export function updateClient() {\n  updateTable(tx, 'clients')\n}",
    'server/people/clients/router.ts': importing('server/people/clients/queries/list.ts'),
    'server/router.ts': importing('server/people/clients/router.ts'),
    'server/reactions.ts': importing('server/reactions/live/react.ts'),
    'server/reactions/live/react.ts': importing('server/people/clients/queries/list.ts'),
    'shared/work/schemas/tasks.ts': "import { z } from 'zod'",
    'shared/work/tasks.ts': "import type { TaskSaveInput } from './schemas/tasks.ts'",
    'client/lib/calls/api.ts': "import type { AppRouter } from '#server/router.ts'",
    'client/routes/_app.tsx': '',
    'client/routes/_app/tasks.tsx': '',
  }
  expect(problemsOf(tree)).toEqual({})
})

test.each<[rule: string, tree: Tree]>([
  ['length of files', { 'shared/long.ts': '\n'.repeat(401) }],
  ['file names of a domain', { 'server/people/clients/contacts.ts': '' }],
  ['imports up the floors', { 'tests/server/payments/pay.test.ts': '' }],
  ['commands named after a verb', { 'server/people/clients/commands/contacts.ts': '' }],
  [
    'commands named after a verb',
    { 'server/people/clients/commands/set-up-portal.ts': 'export function setPortal() {}' },
  ],
  ['verbs of the glossary', { 'server/people/clients/queries.ts': 'export const readClients = () => []' }],
  ['verbs of the glossary', { 'server/people/clients/rules.ts': 'export async function dropClient() {}' }],
  [
    'verbs of the glossary',
    {
      'server/people/clients/queries.ts':
        "export async function findClient() {\n  throw notFound('This client')\n}\n",
    },
  ],
  ['names of files', { 'client/lib/use-kept.ts': '' }],
  ['pasted text stays whole', { 'client/components/note.tsx': '<Textarea maxLength={500} />' }],
  ['days in a time zone', { 'server/money/plans/rules.ts': 'period_end.slice(0, 10)' }],
  ['days in a time zone', { 'client/lib/paid.ts': 'formatDate(payment.paid_at)' }],
  ['money by the days of the books', { 'server/money/ledger/queries/aging.ts': 'callerDate(ctx)' }],
  ['names of files', { 'tests/e2e/helpers.ts': '' }],
  [
    'imports between client, server and shared',
    { 'server/people/clients/queries.ts': importing('client/lib/x.ts') },
  ],
  [
    'imports between client, server and shared',
    { 'client/lib/calls/api.ts': "import { x } from '#server/router.ts'" },
  ],
  [
    'imports between client, server and shared',
    { 'shared/people/clients.ts': "import type { x } from '../../server/base/core/calls/errors.ts'" },
  ],
  [
    'imports between client, server and shared',
    { 'migrations/0001-x.ts': importing('server/base/db/values.ts') },
  ],
  ['layers of the client', { 'client/components/a.tsx': "import { b } from '../features/b/b.tsx'" }],
  ['schemas separate from constants', { 'shared/work/tasks.ts': "import { z } from 'zod'" }],
  [
    'schemas separate from constants',
    { 'shared/work/tasks.ts': "import { calendarDate } from '../base/schemas/dates.ts'" },
  ],
  ['unfinished work', { 'server/people/clients/rules.ts': '// TODO: later' }],
  ['samples outside the seed', { 'client/features/x.tsx': "'Brightline Digital'" }],
  ['formats outside shared/base/format.ts', { 'client/features/x.tsx': "dayjs(day).format('MMM D')" }],
  ['formats outside shared/base/format.ts', { 'server/mail.ts': "count.toLocaleString('en-US')" }],
  ['formats outside shared/base/format.ts', { 'client/features/y.tsx': '<b>{seconds / 3600}h</b>' }],
  ...[
    'const id = crypto.randomUUID()',
    'await navigator.clipboard.writeText(text)',
    'navigator.locks.request(name, run)',
    "new Notification('Hello')",
    "import {\n  Button,\n  CopyButton,\n} from '@mantine/core'",
  ].map((text): [string, Tree] => ['interfaces of secure pages', { 'client/features/x.tsx': text }]),
  ['interfaces of secure pages', { 'packages/foyer-client/src/index.ts': 'crypto.subtle.digest()' }],
  ['formats used as data', { 'client/lib/x.ts': "new Intl.DateTimeFormat('en-CA').format(date)" }],
  ['formats used as data', { 'server/base/x.ts': "new Intl.DateTimeFormat(locale, { dateStyle: 'short' })" }],
  ['formats used as data', { 'client/lib/y.ts': "import timezone from 'dayjs/plugin/timezone'" }],
  ['functions newer than the browsers', { 'shared/x.ts': 'Map.groupBy(rows, keyOf)' }],
  ['lists of the browser', { 'client/lib/x.ts': "Intl.supportedValuesOf('currency')" }],
  ['temporary folders that are removed', { 'tests/server/x.test.ts': "mkdtempSync('/tmp/x-')" }],
  ['skipped tests', { 'tests/unit/x.test.ts': "test.skip('x', () => {})" }],
  ['SQL outside queries/ and commands/', { 'server/people/clients/router.ts': "selectFrom(ctx, 'clients')" }],
  ['SQL outside queries/ and commands/', { 'server/people/clients/rules.ts': 'sql<number>`count(*)`' }],
  [
    'SQL outside queries/ and commands/',
    { 'server/door/http/downloads/files.ts': "db.deleteFrom('sessions')" },
  ],
  [
    'tenant tables bypassing the reach',
    { 'server/work/tasks/queries.ts': "ctx.db\n  .selectFrom('tasks as task')" },
  ],
  ['tenant tables bypassing the reach', { 'server/work/tasks/queries.ts': "db.updateTable('tasks')" }],
  [
    'loose joins of tenant tables',
    {
      'server/work/tasks/queries.ts':
        "q.leftJoin('clients as c', (join) => join.onRef('c.name', '=', 'x.name'))",
    },
  ],
  ['invented agency ids', { 'server/work/tasks/queries.ts': 'const id = text as AgencyId' }],
  ['the database bypassing the context', { 'server/work/tasks/queries.ts': 'ctx.services.db.selectFrom' }],
  [
    'the database bypassing the context',
    { 'server/work/tasks/queries.ts': 'const { db, log } = ctx.services' },
  ],
  [
    'imports up the floors',
    { 'server/people/clients/queries.ts': importing('server/money/invoices/rules.ts') },
  ],
  [
    'imports up the floors',
    { 'server/work/tasks/queries/tasks.ts': importing('server/reactions/live/react.ts') },
  ],
  ['imports up the floors', { 'server/door/http/app.ts': importing('server/router.ts') }],
  ['imports up the floors', { 'server/base/core/rows/rows.ts': importing('server/base/adapters/mail.ts') }],
  ['imports up the floors', { 'server/somewhere/router.ts': '' }],
  ['imports up the floors', { 'client/features/billing/page.tsx': '' }],
  ['imports up the floors', { 'shared/people/clients.ts': importing('shared/work/projects.ts') }],
  [
    'imports up the floors',
    { 'client/features/work/tasks/a.tsx': importing('client/features/time/work-log/b.tsx') },
  ],
  [
    'imports up the floors',
    { 'tests/server/work/tasks/a.test.ts': importing('tests/server/time/work-log/setup.ts') },
  ],
  [
    'cycles of folders',
    {
      'shared/money/invoices/credit.ts': importing('shared/money/payments/payments.ts'),
      'shared/money/payments/payments.ts': importing('shared/money/invoices/invoices.ts'),
    },
  ],
  [
    'cycles of folders',
    {
      'server/work/tasks/rules.ts': importing('server/work/files/rules.ts'),
      'server/work/files/rules.ts': importing('server/work/messages/rules.ts'),
      'server/work/messages/queries.ts': importing('server/work/tasks/router.ts'),
    },
  ],
  [
    'cycles of folders',
    {
      'client/features/work/a/x.ts': importing('client/features/work/b/x.ts'),
      'client/features/work/b/y.ts': importing('client/features/work/a/y.ts'),
    },
  ],
  [
    'cycles of folders',
    {
      'server/money/invoices/credit/commands/apply.ts': `${importing('server/money/invoices/sending/queries/draft.ts')}export function apply() {}`,
      'server/money/invoices/sending/queries/letter.ts': importing(
        'server/money/invoices/credit/queries/balance.ts',
      ),
    },
  ],
  [
    'cycles of folders',
    {
      'client/features/work/tasks/list/row.tsx': importing('client/features/work/tasks/form/fields.tsx'),
      'client/features/work/tasks/form/draft.ts': importing('client/features/work/tasks/list/sort.ts'),
    },
  ],
  [
    'cycles of folders',
    {
      'shared/money/invoices/lines/time.ts': importing('shared/money/invoices/taxes/rates.ts'),
      'shared/money/invoices/taxes/totals.ts': importing('shared/money/invoices/lines/units.ts'),
    },
  ],
  [
    'crowded folders',
    Object.fromEntries(Array.from({ length: 16 }, (_, file) => [`shared/work/${file}.ts`, ''])),
  ],
  ['cycles of files', { 'shared/a.ts': importing('shared/b.ts'), 'shared/b.ts': importing('shared/a.ts') }],
  ['cycles of files', { 'shared/a.ts': importing('shared/b.ts'), 'shared/b.ts': "await import('./a.ts')" }],
  [
    'cycles of folders',
    {
      'client/lib/toasts/toast.ts': importing('client/lib/session/link.ts'),
      'client/lib/session/session.ts': "await import('../toasts/host.tsx')",
    },
  ],
  [
    'a file next to a folder of its name',
    { 'server/work/tasks/queries.ts': '', 'server/work/tasks/queries/list.ts': '' },
  ],
  [
    'a file next to a folder of its name',
    { 'client/features/work/tasks/list.tsx': '', 'client/features/work/tasks/list/row.tsx': '' },
  ],
])('%s: %o', (rule, tree) => {
  const problems = problemsOf(tree)
  expect(Object.keys(problems)).toEqual([rule])
  expect(problems[rule]).toHaveLength(1)
})

test("a join is constrained by either side's key or by both agencies", () => {
  const joins = [
    ".innerJoin('clients', 'clients.id', 'tasks.client_id')",
    ".leftJoin('clients as c', (join) => join.onRef('c.agency_id', '=', 'x.agency_id').onRef('c.no', '=', 'x.no'))",
    ".innerJoin('users', 'users.name', 'tasks.name')",
  ]
  for (const join of joins) expect(problemsOf({ 'server/work/tasks/queries.ts': join })).toEqual({})
})

test("comments don't break rules", () => {
  const text = "/** Not db.selectFrom('tasks'), nor text as AgencyId. */\n  // sql`select 1`\n"
  expect(problemsOf({ 'server/work/tasks/rules.ts': text })).toEqual({})
})

test('a cycle is reported once by its shortest path', () => {
  const knot = {
    'shared/a.ts': importing('shared/b.ts', 'shared/c.ts'),
    'shared/b.ts': importing('shared/c.ts'),
    'shared/c.ts': importing('shared/a.ts'),
  }
  expect(problemsOf(knot)).toEqual({ 'cycles of files': ['shared/a.ts → shared/c.ts → shared/a.ts'] })
})

test('files beside the folders of a domain may import all of them', () => {
  const tree = {
    'client/features/work/tasks/tasks-page.tsx': importing('client/features/work/tasks/list/row.tsx'),
    'client/features/work/tasks/list/row.tsx': importing('client/features/work/tasks/search.ts'),
  }
  expect(problemsOf(tree)).toEqual({})
})

test('unscoped() needs a reason, and a reason needs unscoped()', () => {
  const files = [{ path: 'server/overview/search/queries.ts', text: 'unscoped(ctx)' }]
  expect(unscopedProblems(files, {})).toEqual([
    'server/overview/search/queries.ts: unscoped() without a reason in unscoped.ts',
  ])
  expect(
    unscopedProblems(files, { 'server/overview/search/queries.ts': 'the index knows every agency' }),
  ).toEqual([])
  expect(
    unscopedProblems([], { 'server/overview/search/queries.ts': 'the index knows every agency' }),
  ).toEqual(['server/overview/search/queries.ts: listed in unscoped.ts, but does not call unscoped()'])
})

test('each floor is named once', () => {
  expect(FLOORS).toEqual([...new Set(FLOORS)])
})
