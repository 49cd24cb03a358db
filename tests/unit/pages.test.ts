import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MARK } from '#shared/mark.ts'
import { PAGES } from '#shared/pages.ts'

test('the server knows every screen the client has', () => {
  const tree = readFileSync('client/route-tree.gen.ts', 'utf8')
  const [, listed = ''] = /fullPaths:([^}]*?)fileRoutesByTo/.exec(tree) ?? []
  expect(Object.keys(PAGES).sort()).toEqual([...listed.matchAll(/'([^']+)'/g)].map(([, path]) => path).sort())
})

test('each page names modules that are there', () => {
  const modules = Object.values(PAGES).flat()
  expect(modules.length).toBeGreaterThan(20)
  for (const module of modules) expect(existsSync(`client/features/${module}`), module).toBe(true)
})

test('the page shows the product’s own mark before its scripts are here', () => {
  const page = readFileSync('index.html', 'utf8')
  expect(page).toContain(MARK.arch)
  expect(page).toContain(MARK.door)
})
