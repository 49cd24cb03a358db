import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, openSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../../scripts/command-line.ts'
import { BUSY_PROCESSES, withLoad } from '../../../scripts/tools/load.ts'

/**
 * Runs `npm test` repeatedly, the last times under CPU load, and records each run in `bench/test-runs.md`. A
 * single failure counts, because flaky tests hide real failures.
 */
const ROOT = resolve(import.meta.dirname, '../../..')
const RESULTS = join(ROOT, 'bench/test-runs.md')
// Outside `test-results`, which each run replaces.
const LOGS = join(ROOT, 'data/test-runs')

async function runTests(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '10' },
      loaded: { type: 'string', default: '3' },
      script: { type: 'string', default: 'test' },
    },
  })
  const [runs, loaded] = [Number(values.runs), Number(values.loaded)]
  mkdirSync(LOGS, { recursive: true })
  let failed = 0
  for (let run = 1; run <= runs; run++) {
    const beside = run > runs - loaded ? BUSY_PROCESSES : 0
    const passed = await withLoad(beside, () => runOnce(values.script, run, beside))
    if (!passed) failed++
  }
  console.log(`${runs - failed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

async function runOnce(script: string, run: number, beside: number): Promise<boolean> {
  const begin = new Date()
  const log = openSync(join(LOGS, `${begin.toISOString().replaceAll(':', '-')}.log`), 'w')
  const status = await exitOf(spawn('npm', ['run', script], { cwd: ROOT, stdio: ['ignore', log, log] }))
  const minutes = ((Date.now() - begin.getTime()) / 60_000).toFixed(1)
  const passed = status === 0
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
  const when = begin.toISOString().slice(0, 16).replace('T', ' ')
  const load = (loadavg()[2] ?? 0).toFixed(1)
  const verdict = passed ? 'passed' : 'failed'
  appendFileSync(
    RESULTS,
    `| ${when} | ${machine} | \`${script}\` | ${beside} | ${load} | ${minutes} | ${verdict} |\n`,
  )
  console.log(`run ${run}: ${verdict} after ${minutes} min`)
  return passed
}

const exitOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status))
  })

await runCommand(runTests)
