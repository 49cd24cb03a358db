import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const QUESTION = 'cpu'
const MEMORY = 'memory'

/** Lets the measuring process ask this one how much processor time and memory it uses. */
export function answerCpuQuestions(): void {
  process.on('message', (message) => {
    if (message === MEMORY) {
      globalThis.gc?.()
      process.send?.(process.memoryUsage.rss())
    }
    if (message !== QUESTION) return
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
}

/** Microseconds of processor time the child has used so far. */
export async function cpuUsedBy(child: ChildProcess): Promise<number> {
  child.send(QUESTION)
  const [used] = await once(child, 'message')
  return used
}

/** Bytes the child holds, after a collection where it exposes one. */
export async function memoryOf(child: ChildProcess): Promise<number> {
  child.send(MEMORY)
  const [used] = await once(child, 'message')
  return used
}
