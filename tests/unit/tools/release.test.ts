import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { type ReleaseFiles, releaseProblems } from '#scripts/release.ts'

const FILES: ReleaseFiles = {
  changelog: `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-01

Schema: \`0003-locks\`.

### Upgrade notes

- Stop all portals first: \`0003-locks\` changes the rules.

## [1.0.0] - 2026-11-01

Schema: \`0001-all\`.
`,
  versions: { 'package.json': '1.1.0', 'Chart.yaml': '1.1.0' },
  migrations: [
    { name: '0001-all', oldestProgram: '0001-all' },
    { name: '0002-more', oldestProgram: '0001-all' },
    { name: '0003-locks', oldestProgram: '0003-locks' },
  ],
}

const problemsOf = (changes: Partial<ReleaseFiles>) => releaseProblems({ ...FILES, ...changes }).problems

test('files that agree make a version', () => {
  expect(releaseProblems(FILES)).toEqual({ version: '1.1.0', problems: [] })
})

test('each disagreement is reported', () => {
  const { changelog } = FILES
  const cases: [Partial<ReleaseFiles>, RegExp][] = [
    [{ changelog: '# Changelog\n' }, /no version/],
    [{ changelog: changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- New.\n') }, /under Unreleased/],
    [{ versions: { 'package.json': '1.0.0' } }, /package\.json says 1\.0\.0/],
    [{ changelog: changelog.replace('0003-locks`.', '0002-more`.') }, /newest migration is 0003-locks/],
    [{ changelog: changelog.replace('`0003-locks` changes', 'this changes') }, /works with 0003-locks/],
    [
      {
        changelog: changelog.replace(
          '`0003-locks` changes the rules.',
          'Rules.\n\n### Added\n\n- `0003-locks`.',
        ),
      },
      /works with 0003-locks/,
    ],
    [{ changelog: changelog.replace('0001-all', '0009-none') }, /1\.0\.0 names no migration/],
  ]
  for (const [changes, problem] of cases) {
    const problems = problemsOf(changes)
    expect(problems).toContainEqual(expect.stringMatching(problem))
  }
})

test('each version in the changelog names an existing schema', () => {
  const schemas = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^Schema: `([\w-]+)`\.$/gm)].map(
    ([, name]) => name,
  )
  const versions = readFileSync('CHANGELOG.md', 'utf8').match(/^## \[\d/gm) ?? []
  expect(schemas).toHaveLength(versions.length)
  expect(schemas.filter((name) => !Object.hasOwn(migrations, name ?? ''))).toEqual([])
})
