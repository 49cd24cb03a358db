import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { forgetOutcomes, type Outcome, readOutcomes, storeFlaky } from '#tests/support/reports/outcomes.ts'
import { runCommand } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')

interface Step {
  script: string
  args?: string[]
  /** What follows can't be judged after it failed. */
  first?: boolean
}

const STEPS: Step[] = [
  { script: 'check:static', first: true },
  { script: 'test:vitest' },
  { script: 'mutants', args: ['--sample'] },
  { script: 'build', first: true },
  { script: 'test:e2e' },
]

/** Lines of an error that the summary shows, and failed tests: a red run says why in its last lines. */
const ERROR_LINES = 3
const SHOWN_FAILED = 6

/** Runs every check and test, and says at the end what failed and what needed another try. */
async function testAll(): Promise<void> {
  forgetOutcomes()
  const failed: string[] = []
  for (const { script, args = [], first = false } of STEPS) {
    const begin = Date.now()
    const { status } = spawnSync('npm', ['run', script, '--', ...args], { cwd: ROOT, stdio: 'inherit' })
    console.log(`\n${script}: ${status === 0 ? 'passed' : 'failed'} after ${minutesSince(begin)} min`)
    if (status === 0) continue
    failed.push(script)
    if (first) break
  }
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

await runCommand(testAll)
