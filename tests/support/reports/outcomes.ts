import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../../test-results')
const SHOWN_SLOWEST = 10

export interface Outcome {
  name: string
  /** The duration of the longest attempt. */
  ms: number
  /** Flaky if it passed on a later attempt. */
  state: 'passed' | 'failed' | 'flaky' | 'skipped'
  /** The first error of a failed or flaky test. */
  error: string | null
  /** Its trace and screenshots. */
  files: string[]
}

const RUNNERS = ['vitest', 'browser'] as const
type Runner = (typeof RUNNERS)[number]

const fileOf = (runner: Runner) => join(FOLDER, `${runner}.json`)

/** Lists the slowest tests, so that slow ones are noticed early, and stores the failed and flaky ones. */
export function reportOutcomes(runner: Runner, outcomes: readonly Outcome[]): void {
  const slowest = outcomes.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_SLOWEST)
  if (slowest.length > 0) console.log('\nThe slowest tests:')
  for (const { name, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)

  const passed = outcomes.filter(({ state }) => state === 'passed' || state === 'flaky').length
  const noted = outcomes.filter(({ state }) => state === 'failed' || state === 'flaky')
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(runner), JSON.stringify({ passed, noted } satisfies RunOutcomes, null, 2))
}

interface RunOutcomes {
  passed: number
  /** The failed and the flaky ones. */
  noted: Outcome[]
}

export function forgetOutcomes(): void {
  for (const runner of RUNNERS) rmSync(fileOf(runner), { force: true })
}

/** Both runners' outcomes; a runner that ended before it could report has none. */
export function readOutcomes(): RunOutcomes {
  const runs = RUNNERS.map(read)
  return {
    passed: runs.reduce((sum, run) => sum + run.passed, 0),
    noted: runs.flatMap((run) => run.noted),
  }
}

function read(runner: Runner): RunOutcomes {
  try {
    return JSON.parse(readFileSync(fileOf(runner), 'utf8'))
  } catch {
    return { passed: 0, noted: [] }
  }
}

export function storeFlaky(flaky: readonly Outcome[]): void {
  mkdirSync(FOLDER, { recursive: true })
  const named = flaky.map(({ name, error }) => ({ name, error }))
  writeFileSync(join(FOLDER, 'flaky.json'), JSON.stringify(named, null, 2))
}
