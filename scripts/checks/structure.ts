import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { drawFloors } from './floors.ts'
import type { SourceFile } from './imports.ts'
import { structureProblems } from './rules.ts'

/**
 * Checks the tree against the project's rules: prints the floors and each violation, and exits with 1 if
 * there are any.
 */
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(client|server|shared|migrations|packages|scripts|tests)\//.test(path))
  .filter((path) => existsSync(path))
const files = paths
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.'))
  .map((path): SourceFile => ({ path, text: readFileSync(path, 'utf8') }))

for (const line of drawFloors(files)) console.log(line)
const broken = [...structureProblems(files, paths)].filter(([, problems]) => problems.length > 0)
for (const [rule, problems] of broken) {
  console.error(`\n${rule}: ${problems.length}`)
  for (const problem of problems) console.error(`  ${problem}`)
}
const count = broken.reduce((sum, [, problems]) => sum + problems.length, 0)
console.log(`\n${files.length} files, ${count} problems`)
process.exitCode = count > 0 ? 1 : 0
