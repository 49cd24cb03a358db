import { setTimeout as sleep } from 'node:timers/promises'
import { liveMemoryOf, loopDelayOf, residentMemoryOf } from '../../../../scripts/tools/process-figures.ts'
import { megabytes } from '../../../../scripts/tools/statistics.ts'
import type { Product } from '../product.ts'

export const SAMPLE_MS = 5_000
/** Warm code and caches use some memory; a leak in every call uses more. */
const LIVE_GROWTH_LIMIT = 32_000_000
/** Including garbage and memory outside the heap: leaves room for others on a server of 1 GB. */
const RESIDENT_LIMIT = 700_000_000

/** Bytes. Live memory is what remains of the heap and external buffers after a collection. */
interface Memory {
  before: number
  after: number
  /** The peak resident memory, with only its own collections. */
  resident: number
}

interface Watched {
  memory: Memory
  /** The 99th percentile of the event loop delay in milliseconds, per sample. */
  delays: number[]
}

/** Samples the portal's figures until stopped. */
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

/** A sentence for each exceeded limit. */
export function findGrowth({ before, after, resident }: Memory): string[] {
  const grown = after - before
  return [
    ...(grown > LIVE_GROWTH_LIMIT ? [`live memory grew by ${megabytes(grown)}`] : []),
    ...(resident > RESIDENT_LIMIT ? [`the process held ${megabytes(resident)}`] : []),
  ]
}

export const memoryFigures = ({ before, after, resident }: Memory): string =>
  `live memory ${megabytes(before)} → ${megabytes(after)}, resident at most ${megabytes(resident)}`
