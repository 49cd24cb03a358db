import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const QUESTION = 'cpu'

/** Lets the measuring process ask this one how much processor time it has used. */
export function answerCpuQuestions(): void {
  process.on('message', (message) => {
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
