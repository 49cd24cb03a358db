import { expect, test } from 'vitest'
import { FLOORS } from '#scripts/checks/floors.ts'
import { structureProblems } from '#scripts/checks/rules.ts'
import { unscopedProblems } from '#scripts/checks/tenant-rules.ts'

type Tree = Record<string, string>

/** What the rules say of a tree of files, by rule; the entries of unscoped.ts that the tree lacks do not count. */
function problemsOf(tree: Tree): Record<string, string[]> {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  const found = [...structureProblems(files)].filter(
    ([rule, problems]) => problems.length > 0 && rule !== 'unscoped reads',
  )
  return Object.fromEntries(found)
}

const importing = (...targets: string[]): string =>
  targets.map((target) => `import type { x } from '#${target}'\n`).join('')

test('a tidy tree passes', () => {
  const tree = {
    'server/db/schema.ts': "import { sql } from 'kysely'\nexport const one = sql`select 1`\n",
    'server/core/rows.ts': importing('server/db/schema.ts'),
    'server/clients/queries/list.ts': `${importing('server/core/rows.ts', 'shared/clients.ts')}selectFrom(ctx, 'clients')`,
    'server/clients/commands/update.ts': "updateTable(tx, 'clients')",
    'server/clients/router.ts': importing('server/clients/queries/list.ts'),
    'server/router.ts': importing('server/clients/router.ts'),
    'server/reactions.ts': importing('server/reactions/live/react.ts'),
    'server/reactions/live/react.ts': importing('server/clients/queries/list.ts'),
    'client/lib/api.ts': "import type { AppRouter } from '#server/router.ts'",
    'client/routes/_app.tsx': '',
    'client/routes/_app/tasks.tsx': '',
  }
  expect(problemsOf(tree)).toEqual({})
})

test.each<[rule: string, tree: Tree]>([
  ['length of files', { 'shared/long.ts': '\n'.repeat(401) }],
  ['vocabulary of a domain', { 'server/clients/helpers.ts': '' }],
  ['commands named for a verb', { 'server/clients/commands/contacts.ts': '' }],
  [
    'imports between client, server and shared',
    { 'server/clients/queries.ts': importing('client/lib/x.ts') },
  ],
  [
    'imports between client, server and shared',
    { 'client/lib/api.ts': "import { x } from '#server/router.ts'" },
  ],
  [
    'imports between client, server and shared',
    { 'shared/clients.ts': "import type { x } from '../server/core/errors.ts'" },
  ],
  ['imports between client, server and shared', { 'migrations/0001-x.ts': importing('server/db/values.ts') }],
  ['layers of the client', { 'client/components/a.tsx': "import { b } from '../features/b/b.tsx'" }],
  ['unfinished work', { 'server/clients/rules.ts': '// TODO: later' }],
  ['samples outside the seed', { 'client/features/x.tsx': "'Brightline Digital'" }],
  ['skipped tests', { 'tests/unit/x.test.ts': "test.skip('x', () => {})" }],
  ['SQL outside queries/ and commands/', { 'server/clients/router.ts': "selectFrom(ctx, 'clients')" }],
  ['SQL outside queries/ and commands/', { 'server/clients/rules.ts': 'sql<number>`count(*)`' }],
  ['SQL outside queries/ and commands/', { 'server/http/files.ts': "db.deleteFrom('sessions')" }],
  ['tenant tables past the reach', { 'server/tasks/queries.ts': "ctx.db\n  .selectFrom('tasks as task')" }],
  ['tenant tables past the reach', { 'server/tasks/queries.ts': "db.updateTable('tasks')" }],
  [
    'loose joins of tenant tables',
    {
      'server/tasks/queries.ts': "q.leftJoin('clients as c', (join) => join.onRef('c.name', '=', 'x.name'))",
    },
  ],
  ['agency ids made up', { 'server/tasks/queries.ts': 'const id = text as AgencyId' }],
  ['the database past the context', { 'server/tasks/queries.ts': 'ctx.services.db.selectFrom' }],
  ['the database past the context', { 'server/tasks/queries.ts': 'const { db, log } = ctx.services' }],
  ['imports up the floors', { 'server/clients/queries.ts': importing('server/invoices/rules.ts') }],
  [
    'imports up the floors',
    { 'server/tasks/commands/update.ts': importing('server/reactions/live/react.ts') },
  ],
  ['imports up the floors', { 'server/http/app.ts': importing('server/router.ts') }],
  ['imports up the floors', { 'server/core/rows.ts': importing('server/adapters/mail.ts') }],
  ['imports up the floors', { 'server/somewhere/router.ts': '' }],
  [
    'cycles of server folders',
    {
      'server/tasks/rules.ts': importing('server/files/rules.ts'),
      'server/files/rules.ts': importing('server/messages/rules.ts'),
      'server/messages/queries.ts': importing('server/tasks/router.ts'),
    },
  ],
  [
    'cycles of client folders',
    {
      'client/features/a/x.ts': importing('client/features/b/x.ts'),
      'client/features/b/y.ts': importing('client/features/a/y.ts'),
    },
  ],
  ['cycles of files', { 'shared/a.ts': importing('shared/b.ts'), 'shared/b.ts': importing('shared/a.ts') }],
  [
    'a file beside a folder of its name',
    { 'server/tasks/queries.ts': '', 'server/tasks/queries/list.ts': '' },
  ],
  [
    'a file beside a folder of its name',
    { 'client/features/tasks/list.tsx': '', 'client/features/tasks/list/row.tsx': '' },
  ],
])('%s: %o', (rule, tree) => {
  const problems = problemsOf(tree)
  expect(Object.keys(problems)).toEqual([rule])
  expect(problems[rule]).toHaveLength(1)
})

test('a join is tied by the key of either side or by the agency of both', () => {
  const joins = [
    ".innerJoin('clients', 'clients.id', 'tasks.client_id')",
    ".leftJoin('clients as c', (join) => join.onRef('c.agency_id', '=', 'x.agency_id').onRef('c.no', '=', 'x.no'))",
    ".innerJoin('users', 'users.name', 'tasks.name')",
  ]
  for (const join of joins) expect(problemsOf({ 'server/tasks/queries.ts': join })).toEqual({})
})

test('what comments say breaks no rule', () => {
  const text = "/** Not db.selectFrom('tasks'), nor text as AgencyId. */\n  // sql`select 1`\n"
  expect(problemsOf({ 'server/tasks/rules.ts': text })).toEqual({})
})

test('a cycle is told by its shortest way round, and a knot once', () => {
  const knot = {
    'shared/a.ts': importing('shared/b.ts', 'shared/c.ts'),
    'shared/b.ts': importing('shared/c.ts'),
    'shared/c.ts': importing('shared/a.ts'),
  }
  expect(problemsOf(knot)).toEqual({ 'cycles of files': ['shared/a.ts → shared/c.ts → shared/a.ts'] })
})

test('a lazy import closes no cycle of files', () => {
  const tree = { 'shared/a.ts': importing('shared/b.ts'), 'shared/b.ts': "await import('./a.ts')" }
  expect(problemsOf(tree)).toEqual({})
})

test('unscoped() needs a reason, and a reason needs unscoped()', () => {
  const files = [{ path: 'server/search/queries.ts', text: 'unscoped(ctx)' }]
  expect(unscopedProblems(files, {})).toEqual([
    'server/search/queries.ts: unscoped() without a reason in unscoped.ts',
  ])
  expect(unscopedProblems(files, { 'server/search/queries.ts': 'the index knows every agency' })).toEqual([])
  expect(unscopedProblems([], { 'server/search/queries.ts': 'the index knows every agency' })).toEqual([
    'server/search/queries.ts: listed in unscoped.ts, but does not call unscoped()',
  ])
})

test('no folder stands on two floors', () => {
  const folders = FLOORS.flatMap((floor) => floor.folders)
  expect(folders).toEqual([...new Set(folders)])
})
