import { expect, test } from 'vitest'
import { licenseProblems } from '#scripts/checks/license-rules.ts'

const problemsOf = (name: string, license: string | null, integrity: string | undefined = 'sha512-x') =>
  licenseProblems([{ name, license, integrity }]).filter((problem) => problem.startsWith(`${name}: `))

test.for(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause'])(
  '%s may be shipped',
  (license) => {
    expect(problemsOf('tidy', license)).toEqual([])
  },
)

test.for([
  'GPL-3.0-only',
  'AGPL-3.0',
  'SSPL-1.0',
  'MIT AND GPL-2.0',
  '(MIT AND (GPL-2.0 OR ISC))',
  'UNLICENSED',
  null,
])('%s may not be shipped', (license) => {
  expect(problemsOf('strict', license)).toEqual([`strict: ${license ?? 'none stated'}`])
})

test('an exception applies only to its package and license', () => {
  expect(problemsOf('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([])
  expect(problemsOf('@img/sharp-libvips-linux-x64', 'GPL-3.0-only')).toHaveLength(1)
  expect(problemsOf('another', 'LGPL-3.0-or-later')).toHaveLength(1)
})

test('unused exceptions and packages without a hash are reported', () => {
  expect(licenseProblems([])).toContain('png-js: the exception is not needed')
  expect(problemsOf('unlocked', 'MIT', '')).toEqual([])
  expect(licenseProblems([{ name: 'unlocked', license: 'MIT' }])).toContain(
    'unlocked: the lock file has no hash for it',
  )
})
