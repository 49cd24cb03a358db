import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MARK } from '#shared/base/mark.ts'
import { ADDRESSES, SCREENS } from '#shared/door/screens.ts'

test('every route is declared as an address, and vice versa', () => {
  const tree = readFileSync('client/route-tree.gen.ts', 'utf8')
  const [, listed = ''] = /fullPaths:([^}]*?)fileRoutesByTo/.exec(tree) ?? []
  expect([...ADDRESSES].sort()).toEqual([...listed.matchAll(/'([^']+)'/g)].map(([, path]) => path).sort())
})

test('no two screens share an address or a letter', () => {
  expect(new Set(ADDRESSES).size).toBe(ADDRESSES.length)
  const letters = SCREENS.flatMap(({ key }) => key ?? [])
  expect(letters.length).toBeGreaterThan(10)
  expect(new Set(letters).size).toBe(letters.length)
})

test("the page shows the product's mark before its scripts load", () => {
  const page = readFileSync('index.html', 'utf8')
  expect(page).toContain(MARK.arch)
  expect(page).toContain(MARK.door)
})
