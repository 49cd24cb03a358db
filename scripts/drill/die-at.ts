import { writeSync } from 'node:fs'
import { beforeChanges } from '#tests/support/changes.ts'

/**
 * Loaded before a command: kills its process before the step of number `DIE_AT`, or tells how many steps it
 * has. A step moves, links, copies or removes a file, or starts another program.
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
