import { setTimeout as sleep } from 'node:timers/promises'

/** Work of many tenants that waits for external servers, with one lane per tenant. */
export interface FairQueue<Lane, Item> {
  /** The lanes with due items, longest-waiting first. */
  lanes: () => Promise<Lane[]>
  /** Leases the lane's next item, so that no other process gets it; null if there is none. */
  lease: (lane: Lane) => Promise<Item | null>
  work: (item: Item, signal: AbortSignal) => Promise<void>
}

export interface Bounds {
  atOnce: number
  perLane: number
}

/** A signal that is never aborted. */
export const NEVER: AbortSignal = new AbortController().signal

/** How often to check for newly due work. */
const LOOK_AGAIN_MS = 1000

/**
 * Processes due items: many concurrently, but few per lane, and lanes in turn, so that a slow receiver only
 * delays its own lane. Resolves once nothing is left, or after the signal once started items have finished.
 */
export async function workOff<Lane, Item>(
  queue: FairQueue<Lane, Item>,
  { atOnce, perLane }: Bounds,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const busy = new Map<Lane, number>()
  const served = new Map<Lane, number>()
  const failures: unknown[] = []
  let turn = 0

  const start = (lane: Lane, item: Item) => {
    busy.set(lane, (busy.get(lane) ?? 0) + 1)
    served.set(lane, ++turn)
    const task = queue
      .work(item, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        busy.set(lane, (busy.get(lane) ?? 1) - 1)
        running.delete(task)
      })
    running.add(task)
  }

  /** Gives each lane one turn; returns false if there was nothing to start. */
  const startRound = async (): Promise<boolean> => {
    const waiting = (await queue.lanes()).filter((lane) => (busy.get(lane) ?? 0) < perLane)
    waiting.sort((one, other) => (served.get(one) ?? 0) - (served.get(other) ?? 0))
    const before = turn
    for (const lane of waiting) {
      if (running.size >= atOnce || signal.aborted) break
      const item = await queue.lease(lane)
      if (item !== null) start(lane, item)
    }
    return turn > before
  }

  while (!signal.aborted) {
    if (running.size < atOnce && (await startRound())) continue
    if (running.size === 0) break
    await Promise.race([...running, pause(LOOK_AGAIN_MS, signal)])
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}

/** Resolves some time after the signal; call `dispose` once it is no longer needed. */
export function graceAfter(signal: AbortSignal, ms: number): { passed: Promise<void>; dispose: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const startNext = () => {
    timer = setTimeout(resolve, ms)
  }
  if (signal.aborted) startNext()
  else signal.addEventListener('abort', startNext, { once: true })
  return {
    passed: promise,
    dispose: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', startNext)
    },
  }
}

/** Ends early if the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
