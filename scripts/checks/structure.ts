import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { importCycles } from './cycles.ts'
import { type SourceFile, structureProblems } from './rules.ts'

/** Holds the tree against the house's rules; prints each breach and exits 1 when there is one. */
const files: SourceFile[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      /^(client|server|shared|migrations|scripts|tests|bench)\/.*\.tsx?$/.test(path) &&
      !path.includes('.gen.'),
  )
  .filter((path) => existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const problems = [...structureProblems(files), ...importCycles(files)]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
