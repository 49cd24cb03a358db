import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const QUESTION = 'cpu'
const MEMORY = 'memory'
const STRETCH = 'stretch'
const TURN_MS = 10

/** Lets the measuring process ask this one how much processor time and memory it uses, and in what stretches. */
export function answerCpuQuestions(): void {
  process.on('message', (message) => {
    if (message === MEMORY) {
      globalThis.gc?.()
      process.send?.(process.memoryUsage.rss())
    }
    if (message === STRETCH) process.send?.(longestStretch())
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

/** Microseconds of its own processor time the child's main thread worked without a turn, since last asked. */
export async function longestStretchOf(child: ChildProcess): Promise<number> {
  child.send(STRETCH)
  const [longest] = await once(child, 'message')
  return longest
}

let longest: number | null = null

function longestStretch(): number {
  const found = longest
  longest = 0
  if (found === null) watchTurns()
  return found ?? 0
}

function watchTurns(): void {
  const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system
  let before = used()
  setInterval(() => {
    const now = used()
    longest = Math.max(longest ?? 0, now - before)
    before = now
  }, TURN_MS).unref()
}
