/** Work of many tenants that waits for others' servers. A lane is whoever's work it is. */
export interface FairQueue<Lane, Item> {
  /** Who has something due, those first who have waited longest. */
  lanes: () => Promise<Lane[]>
  /** Takes the lane's next, so that nobody else gets it; null when there is none. */
  claim: (lane: Lane) => Promise<Item | null>
  work: (item: Item, signal: AbortSignal) => Promise<void>
}

export interface Bounds {
  atOnce: number
  perLane: number
}

/** For what nobody stops. */
export const NEVER: AbortSignal = new AbortController().signal

/** How soon work that has become due meanwhile is noticed. */
const LOOK_AGAIN_MS = 1000

/**
 * Works off what is due, much at once but little of one lane, and each lane in its turn: whoever's servers
 * hang delays nobody else. Ends when nothing is left, or at the signal once what is under way has ended.
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

  /** Gives each lane one turn; false when there was nothing to start. */
  const startRound = async (): Promise<boolean> => {
    const waiting = (await queue.lanes()).filter((lane) => (busy.get(lane) ?? 0) < perLane)
    waiting.sort((one, other) => (served.get(one) ?? 0) - (served.get(other) ?? 0))
    const before = turn
    for (const lane of waiting) {
      if (running.size >= atOnce || signal.aborted) break
      const item = await queue.claim(lane)
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

/** Resolves some time after the signal; `dispose` once nobody waits for it any more. */
export function graceAfter(signal: AbortSignal, ms: number): { passed: Promise<void>; dispose: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(resolve, ms)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    passed: promise,
    dispose: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', begin)
    },
  }
}

/** Ends early at the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
