import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { forgetOutcomes, type Outcome, readOutcomes, storeFlaky } from '#tests/support/reports/outcomes.ts'
import { runCommand } from './command-line.ts'
import { memoryFolder } from './tools/memory-folder.ts'
import { gatherTemporaryFiles } from './tools/temporary-folders.ts'

const ROOT = resolve(import.meta.dirname, '..')

interface Step {
  script: string
  args?: string[]
  /** Steps whose result is meaningless after it failed. */
  first?: boolean
}

/** `tests/tiers.ts` defines each tier. */
const QUICK: Step[] = [
  { script: 'check:static', first: true },
  { script: 'test:vitest', args: ['--mode', 'quick'] },
  { script: 'build', first: true },
  { script: 'test:e2e', args: ['--project', 'quick'] },
]
const ALL: Step[] = [
  { script: 'check:static', first: true },
  { script: 'new-domain' },
  { script: 'api-results', args: ['--check'] },
  { script: 'test:vitest' },
  { script: 'mutants', args: ['--sample'] },
  { script: 'build', first: true },
  { script: 'test:e2e' },
]

/** The number of error lines in the summary, and of failed tests: a failed run shows the reason in its last lines. */
const ERROR_LINES = 3
const SHOWN_FAILED = 6

/** Runs the checks and tests, and prints a summary of failures and of tests that needed a retry. */
async function runTests(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean', default: false } } })
  forgetOutcomes()
  // Leftovers of killed runs would slow down this one.
  const removeTemporaryFiles = await gatherTemporaryFiles(memoryFolder())
  const failed: string[] = []
  for (const { script, args = [], first = false } of values.all ? ALL : QUICK) {
    const begin = Date.now()
    const { status } = spawnSync('npm', ['run', script, '--', ...args], { cwd: ROOT, stdio: 'inherit' })
    console.log(`\n${script}: ${status === 0 ? 'passed' : 'failed'} after ${minutesSince(begin)} min`)
    if (status === 0) continue
    failed.push(script)
    if (first) break
  }
  removeTemporaryFiles()
  summarize(failed)
}

const minutesSince = (begin: number): string => ((Date.now() - begin) / 60_000).toFixed(1)

function summarize(steps: string[]): void {
  const { passed, noted } = readOutcomes()
  const failed = noted.filter(({ state }) => state === 'failed')
  const flaky = noted.filter(({ state }) => state === 'flaky')
  storeFlaky(flaky)

  console.log(`\nflaky: ${flaky.length}`)
  for (const outcome of flaky) show(outcome)
  if (steps.length > 0) console.log(`\nfailed: ${steps.join(', ')}`)
  for (const outcome of failed.slice(0, SHOWN_FAILED)) show(outcome)
  if (failed.length > SHOWN_FAILED)
    console.log(`  and ${failed.length - SHOWN_FAILED} more: see test-results`)
  console.log(`\n${passed} passed, ${failed.length} failed`)
  if (steps.length > 0) process.exitCode = 1
}

function show({ name, error, files }: Outcome): void {
  console.log(`  ${name}`)
  const lines = stripVTControlCharacters(error ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  for (const line of lines.slice(0, ERROR_LINES)) console.log(`    ${line}`)
  for (const file of files.slice(0, 2)) console.log(`    ${file}`)
}

await runCommand(runTests)
