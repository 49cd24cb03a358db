import { setTimeout as sleep } from 'node:timers/promises'
import { liveMemoryOf, loopDelayOf, residentMemoryOf } from '../tools/process-figures.ts'
import { megabytes } from '../tools/statistics.ts'
import type { Product } from './product.ts'

export const SAMPLE_MS = 5_000
/** Warm code and caches take some; whatever every call leaves behind takes more. */
const LIVE_GROWTH_LIMIT = 32_000_000
/** Garbage and what lies outside the heap included: it leaves room for others on a server of 1 GB. */
const RESIDENT_LIMIT = 700_000_000

/** Bytes. Live memory is what a collection leaves of the heap and the buffers outside it. */
interface Memory {
  before: number
  after: number
  /** What the system lent the process at most, without any collection but its own. */
  resident: number
}

interface Watched {
  memory: Memory
  /** 99 % of the turns of the event loop began sooner, in milliseconds, for each sample. */
  delays: number[]
}

/** Asks the portal how it fares until it is stopped. */
export function watch({ child }: Product): { stop: () => Promise<Watched> } {
  const memory: Memory = { before: 0, after: 0, resident: 0 }
  const delays: number[] = []
  let stopped = false
  const look = async () => {
    memory.resident = Math.max(memory.resident, await residentMemoryOf(child))
  }
  const work = (async () => {
    memory.before = await liveMemoryOf(child)
    await loopDelayOf(child)
    while (!stopped) {
      await sleep(SAMPLE_MS)
      await look()
      delays.push(await loopDelayOf(child))
    }
    await look()
    memory.after = await liveMemoryOf(child)
  })()
  return {
    async stop() {
      stopped = true
      await work
      return { memory, delays }
    },
  }
}

/** A sentence for each limit that was passed. */
export function findGrowth({ before, after, resident }: Memory): string[] {
  const grown = after - before
  return [
    ...(grown > LIVE_GROWTH_LIMIT ? [`live memory grew by ${megabytes(grown)}`] : []),
    ...(resident > RESIDENT_LIMIT ? [`the process held ${megabytes(resident)}`] : []),
  ]
}

export const memoryFigures = ({ before, after, resident }: Memory): string =>
  `live memory ${megabytes(before)} → ${megabytes(after)}, resident at most ${megabytes(resident)}`
