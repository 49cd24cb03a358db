import { expect, test } from 'vitest'
import { importCycles } from '#scripts/checks/cycles.ts'
import { structureProblems } from '#scripts/checks/rules.ts'

const problems = (path: string, text = '') => structureProblems([{ path, text }])

test('a tidy file passes', () => {
  expect(
    problems('server/clients/queries.ts', "import { z } from 'zod'\nimport '#shared/clients.ts'\n"),
  ).toEqual([])
})

test.each([
  ['a file above 400 lines', 'shared/long.ts', '\n'.repeat(401)],
  ['a foreign name in a domain', 'server/clients/helpers.ts', ''],
  ['SQL in a router', 'server/clients/router.ts', "db.selectFrom('clients')"],
  ['the server importing the client', 'server/clients/queries.ts', "import { x } from '#client/lib/x.ts'"],
  ['the client importing server code', 'client/lib/api.ts', "import { x } from '#server/trpc/router.ts'"],
  ['shared code importing the server', 'shared/clients.ts', "import type { x } from '../server/errors.ts'"],
  [
    'a migration importing the application',
    'migrations/0001-x.ts',
    "import { x } from '#server/db/values.ts'",
  ],
  ['a component importing a feature', 'client/components/a.tsx', "import { b } from '../features/b.tsx'"],
  ['unfinished work', 'server/clients/rules.ts', '// TODO: later'],
  ['demo data in the product', 'client/features/x.tsx', "'Brightline Digital'"],
  ['a skipped test', 'tests/unit/x.test.ts', "test.skip('x', () => {})"],
])('%s is a problem', (_, path, text) => {
  expect(problems(path, text)).toHaveLength(1)
})

test('the client may take the type of the router', () => {
  expect(problems('client/lib/api.ts', "import type { AppRouter } from '#server/trpc/router.ts'")).toEqual([])
})

test('a cycle of imports is named; one of types alone is none', () => {
  const b = { path: 'shared/b.ts', text: "import { a } from './a.ts'" }
  expect(importCycles([{ path: 'shared/a.ts', text: "import { b } from './b.ts'" }, b])).toEqual([
    'import cycle: shared/a.ts → shared/b.ts → shared/a.ts',
  ])
  expect(importCycles([{ path: 'shared/a.ts', text: "import type { b } from './b.ts'" }, b])).toEqual([])
})
