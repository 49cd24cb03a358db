import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { runCommand } from './command-line.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Longest first; `api-types` generates files that others read. */
const FIRST = 'npm run --silent api-types'
const CHECKS = [
  'npm run --silent lint',
  'npx --no-install tsc --noEmit --checkers 2',
  'npm run --silent unused',
  'npm run --silent structure',
  'npm run --silent mutants -- --check',
  'npm run --silent licenses',
]
const AT_ONCE = 2

/** Runs the checks that need no tests, two at a time, and prints each one's output once it has finished. */
async function checkAll(): Promise<void> {
  const failed = [...(await check(FIRST))]
  const waiting = [...CHECKS]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      failed.push(...(await check(next)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`)
}

/** Returns the command itself if it failed. */
async function check(command: string): Promise<string[]> {
  const child = spawn(`${command} 2>&1`, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  console.log(`\n> ${command}\n${output.trim()}`)
  return code === 0 ? [] : [command]
}

await runCommand(checkAll)
