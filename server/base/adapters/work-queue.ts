import { AppError } from '../core/calls/errors.ts'

export interface WorkQueue {
  /**
   * Queues the work. Throws TOO_MANY_REQUESTS if the caller has too much in progress, and SERVICE_UNAVAILABLE if
   * the queue is full. A null caller is the portal itself, which goes first and isn't limited.
   */
  run: <Result>(caller: string | null, work: () => Promise<Result>) => Promise<Result>
}

interface QueueLimits {
  /** What is queued, for messages: "documents". */
  of: string
  atOnce: number
  /** The maximum length of the queue. */
  waiting: number
  /** The maximum per caller, running and queued. */
  perCaller: number
}

interface Waiting {
  caller: string | null
  start: () => void
}

const RETRY_AFTER_SECONDS = 5

/**
 * A queue for heavy work requested by users, with limits on concurrency and length. After the portal's own, the next
 * work is that of the caller served least recently, so that nobody occupies the queue. New callers come after those
 * served before they arrived, so that nobody waits forever.
 */
export function createWorkQueue({ of, atOnce, waiting: most, perCaller }: QueueLimits): WorkQueue {
  const waiting: Waiting[] = []
  const underWay = new Map<string, number>()
  /** When callers were last served or first seen, by work number; cleared once nothing is running. */
  const lastServed = new Map<string, number>()
  let [running, served] = [0, 0]

  const refusal = (caller: string): AppError | null => {
    const details = { reason: 'busy', retry_after: RETRY_AFTER_SECONDS }
    if ((underWay.get(caller) ?? 0) >= perCaller) {
      const message = `You have other ${of} in progress. Please try again in a few seconds.`
      return new AppError('TOO_MANY_REQUESTS', message, details)
    }
    if (running < atOnce || waiting.length < most) return null
    const message = `Too many ${of} are in progress. Please try again in a few seconds.`
    return new AppError('SERVICE_UNAVAILABLE', message, details)
  }

  const count = (caller: string | null, change: 1 | -1): void => {
    if (caller === null) return
    const left = (underWay.get(caller) ?? 0) + change
    if (left === 0) underWay.delete(caller)
    else underWay.set(caller, left)
  }

  const countTurn = (caller: string | null): void => {
    if (caller !== null) lastServed.set(caller, ++served)
  }

  const wait = (caller: string | null): Promise<void> => {
    if (caller !== null && !lastServed.has(caller)) lastServed.set(caller, served - 0.5)
    return new Promise((start) => void waiting.push({ caller, start }))
  }

  const turnOf = ({ caller }: Waiting): number => (caller === null ? -1 : (lastServed.get(caller) ?? 0))

  const takeNext = (): Waiting | undefined => {
    const turns = waiting.map(turnOf)
    return waiting.splice(turns.indexOf(Math.min(...turns)), 1)[0]
  }

  return {
    async run(caller, work) {
      const refused = caller === null ? null : refusal(caller)
      if (refused !== null) throw refused
      count(caller, 1)
      try {
        if (running < atOnce) {
          running++
          countTurn(caller)
        } else await wait(caller)
        try {
          return await work()
        } finally {
          const next = takeNext()
          if (next === undefined) running--
          else {
            countTurn(next.caller)
            next.start()
          }
          if (running === 0) lastServed.clear()
        }
      } finally {
        count(caller, -1)
      }
    },
  }
}
