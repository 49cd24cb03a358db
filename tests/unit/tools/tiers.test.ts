import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  FIREFOX,
  ISOLATION_ON_BOTH,
  LATER,
  ON_BOTH,
  ON_SQLITE,
  QUICK_BROWSER,
  quickBrowserTests,
  tierOf,
} from '#tests/tiers.ts'

const filesIn = (folder: string, ending: string) =>
  globSync(`tests/${folder}/**/*${ending}`).map((file) => file.slice(`tests/${folder}/`.length))

test('each server test belongs to a tier, and each entry matches a test', () => {
  const tests = filesIn('server', '.test.ts')
  expect(tests.length).toBeGreaterThan(200)
  expect(tests.filter((file) => tierOf(file) === null)).toEqual([])
  const entries = Object.keys({ ...ON_BOTH, ...ON_SQLITE, ...LATER })
  expect(entries.filter((entry) => !tests.some((file) => file.startsWith(entry)))).toEqual([])
})

test('a test of a new domain has no tier yet, and the longest entry decides', () => {
  expect(tierOf('gardens/plants.test.ts')).toBeNull()
  expect(tierOf('money/ledger/finance.test.ts')).toBe('both')
  expect(tierOf('money/ledger/year.test.ts')).toBe('sqlite')
  expect(tierOf('money/ledger/replay.test.ts')).toBe('later')
})

test('the lists of isolation and browser tests name existing files', () => {
  const isolation = filesIn('isolation', '.test.ts')
  expect(ISOLATION_ON_BOTH.filter((name) => !isolation.includes(`${name}.test.ts`))).toEqual([])
  for (const entry of Object.keys(QUICK_BROWSER)) {
    if (entry.endsWith('/')) {
      expect(existsSync(`tests/e2e/${entry}`)).toBe(true)
      continue
    }
    const [, file = '', title = ''] = /^(\S+) ?(.*)/.exec(entry) ?? []
    // Titles contain placeholders for roles and sizes.
    const words = title.split(' ').slice(0, 2).join(' ')
    expect(readFileSync(`tests/e2e/${file}.spec.ts`, 'utf8')).toContain(words)
  }
  expect(Object.keys(FIREFOX).filter((file) => !existsSync(`tests/e2e/${file}`))).toEqual([])
  expect(quickBrowserTests.test('quick work/tasks.spec.ts a task is added')).toBe(true)
  expect(quickBrowserTests.test('later work/task-views.spec.ts a view')).toBe(false)
})

test("files that share modules don't mock any of them", () => {
  const sharing = globSync('tests/{unit,client,server,isolation}/**/*.test.{ts,tsx}')
  const mock = /\bvi\.mock\(/
  expect(mock.test(readFileSync('tests/support/setup/isolation.ts', 'utf8'))).toBe(true)
  expect(sharing.filter((file) => mock.test(readFileSync(file, 'utf8')))).toEqual([])
})
