import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { runCommand } from './command-line.ts'
import { BUSY_PROCESSES, withLoad } from './tools/load.ts'

const ROOT = resolve(import.meta.dirname, '..')
const USAGE =
  'npm run test:steady -- FILE [TIMES]   repeats a test file on a busy machine, ten times unless said'

/** Finds tests that fail by chance: repeats a file under CPU load, without retries. */
async function repeat([file, times = '10']: string[]): Promise<void> {
  if (file === undefined || !/^[1-9]\d*$/.test(times)) throw new Error(USAGE)
  const command = file.endsWith('.spec.ts')
    ? ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', file]
    : ['vitest', 'run', file]
  let failed = 0
  await withLoad(BUSY_PROCESSES, async () => {
    for (let run = 1; run <= Number(times); run++) {
      const env = { ...process.env, CI: '' }
      const [status] = await once(spawn('npx', command, { cwd: ROOT, env, stdio: 'inherit' }), 'exit')
      if (status !== 0) failed++
      console.log(`run ${run} of ${times}: ${status === 0 ? 'passed' : 'failed'}`)
    }
  })
  console.log(`\n${Number(times) - failed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

await runCommand(repeat)
