import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

type Question = 'processor' | 'memory' | 'live' | 'resident' | 'delay' | 'stretch'

const TURN_MS = 10

/** Lets the parent process query this process's resource usage. */
export function answerFigures(): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const answers: Record<Question, () => number | Promise<number>> = {
    processor() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
    memory() {
      globalThis.gc?.()
      return process.memoryUsage.rss()
    },
    async live() {
      // Buffers of objects collected first are only released in a later turn of the event loop.
      for (let round = 0; round < 2; round++) {
        globalThis.gc?.()
        await setImmediate()
      }
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    resident: () => process.memoryUsage.rss(),
    delay() {
      const p99 = delay.percentile(99) / 1e6
      delay.reset()
      return p99
    },
    stretch: longestStretch,
  }
  process.on('message', async (message) => {
    const answer = answers[message as Question]
    if (answer !== undefined) process.send?.(await answer())
  })
}

/** The child's CPU time so far, in microseconds. */
export const cpuUsedBy = (child: ChildProcess): Promise<number> => ask(child, 'processor')

/** The child's memory in bytes, after a collection if it exposes one. */
export const memoryOf = (child: ChildProcess): Promise<number> => ask(child, 'memory')

/** Bytes of objects and external buffers that remain after a collection, which the child must expose. */
export const liveMemoryOf = (child: ChildProcess): Promise<number> => ask(child, 'live')

/** The child's memory in bytes, including garbage. */
export const residentMemoryOf = (child: ChildProcess): Promise<number> => ask(child, 'resident')

/** The 99th percentile of the child's event loop delay since the last call, in milliseconds. */
export const loopDelayOf = (child: ChildProcess): Promise<number> => ask(child, 'delay')

/** The longest CPU time the child's main thread used in one turn since the last call, in microseconds. */
export const longestStretchOf = (child: ChildProcess): Promise<number> => ask(child, 'stretch')

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

async function ask(child: ChildProcess, question: Question): Promise<number> {
  child.send(question)
  const [figure] = await once(child, 'message')
  return figure
}
