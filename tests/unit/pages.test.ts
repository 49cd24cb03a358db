import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '#shared/pages.ts'

test('the server knows every screen the client has', () => {
  const tree = readFileSync('client/route-tree.gen.ts', 'utf8')
  const [, listed = ''] = /fullPaths:([^}]*?)fileRoutesByTo/.exec(tree) ?? []
  expect([...PAGES].sort()).toEqual([...listed.matchAll(/'([^']+)'/g)].map(([, path]) => path).sort())
})
