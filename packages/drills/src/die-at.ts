import { writeSync } from 'node:fs'
import { beforeChanges } from '../../../tests/support/changes.ts'

/**
 * Preloaded into a command: kills its process before step number `DIE_AT`, or reports its number of steps. A
 * step moves, links, copies or removes a file, or starts another program.
 */
const dieAt = Number(process.env.DIE_AT)
let steps = 0

beforeChanges((name, [target]) => {
  if (++steps === dieAt) {
    writeSync(2, `died before ${name} ${String(target).split('/').at(-1)}, step ${steps}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
  return undefined
})
process.once('exit', () => writeSync(2, `steps: ${steps}\n`))
